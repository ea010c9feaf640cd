# ruff: noqa: E501  # tables are easier to keep in long lines
"""Short forms of what is measured, and names in one language, to compare questions in both."""

from __future__ import annotations

from typing import Any

from core.question.reading import Reading
from tests.core.question.forms import Json, bare, citizen, geologist

_NAMES = {
    "低林省": "Low Wood", "低林": "Low Wood", "青岭": "Orrest Fell", "霍尔金矿": "Holbeck", "Holbeck gold deposit": "Holbeck",
    "安边岩体": "Ambleside pluton", "石溪断裂": "Stock Ghyll Fault", "碧湖断裂": "Tarn Hows Fault", "云坪铜矿": "Rydal",
    "北门": "Northgate", "椴树公园": "Linden Park", "港口路": "Harbour Road", "Ambleside Pluton": "Ambleside pluton",
    "Tarn Hows fault": "Tarn Hows Fault",
}  # fmt: skip


def measure(agg: str, what: str, **more: Any) -> Json:
    """A measure of an attribute or of a size."""
    sizes = ("area", "length", "perimeter")
    expr = {"measure": what} if what in sizes else {"field": what}
    name = f"p{more['p']:g}" if "p" in more else agg
    return {"as": f"{name}_{what}", "agg": agg, "expr": expr} | more


def distance(agg: str, to: Json) -> Json:
    """A measure of a distance."""
    return {"as": f"{agg}_distance", "agg": agg, "expr": {"distance_to": to}}


COUNT: Json = {"as": "count", "agg": "count"}


def aggregate(target: Json, *measures: Json, **more: Any) -> Json:
    """Statistics of a set."""
    output = "scalar" if len(measures) == 1 else "table"
    return {"intent": "aggregate", "target": target, "measures": list(measures), "output": output} | more


def value(target: Json, expr: Json, **more: Any) -> Json:
    """A value of each feature; one number for a named feature."""
    output = "scalar" if "names" in target or "op" in expr else "table"
    return {"intent": "value", "target": target, "value": expr, "output": output} | more


def group(target: Json, keys: list[Json], *measures: Json, **more: Any) -> Json:
    """Statistics by groups; the count when no measure is given."""
    found = list(measures) or [COUNT]
    return {"intent": "group", "target": target, "group_by": keys, "measures": found, "output": "table"} | more


def most(name: str = "count", direction: str = "desc", limit: int | None = 1) -> Json:
    """Order and limit of groups."""
    found: Json = {"order": [{"measure": name, "dir": direction}]}
    return found | ({"limit": limit} if limit else {})


def listed(target: Json, **more: Any) -> Json:
    """A list of features."""
    return {"intent": "select", "target": target, "output": "entity_list"} | more


def layer(name: str, rel: str = "within", **more: Any) -> Json:
    """A key by the features of a layer."""
    return {"layer": name, "rel": rel} | more


def agg_of(agg: str, over: Json, expr: Json | None = None, **more: Any) -> Json:
    """A statistic inside an expression."""
    return {"agg": agg, "over": over} | ({"expr": expr} if expr else {}) | more


def query(question: str, *, town: bool = False) -> Any:
    """The query of a question with its names in one language and its conditions in one order."""
    reader = citizen() if town else geologist()
    reading: Reading = reader.read(question)
    assert reading.unexplained == (), (question, reading.unexplained)
    return plain(bare(reading))


def plain(node: Any) -> Any:
    """A query with names in one language and conditions in a fixed order."""
    if isinstance(node, list):
        return [plain(x) for x in node]
    if isinstance(node, dict):
        found = {k: plain(v) for k, v in node.items()}
        if "names" in found:
            found["names"] = sorted(_NAMES.get(x, x) for x in found["names"])
        if "and" in found:
            found["and"] = sorted(found["and"], key=str)
        return found
    return node
