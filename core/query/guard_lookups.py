"""How much a plan asks of spatial indexes, one feature after the other.

The planner knows neither how long it takes to look around a feature nor to find its nearest, so both are counted
here and weighed with what they take on an idle processor, over lines and polygons of ordinary size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

LOOK_MS = 0.04
"""To look for one feature near another, or meeting it."""
NEAREST_MS = 0.2
"""To find the few nearest features of another."""
_HALF = 2.0
"""The planner expects a condition it cannot judge to hold for half of the rows."""


@dataclass(frozen=True)
class Lookups:
    """The heaviest use of a spatial index in a plan."""

    times: float
    """Estimated number of features it is asked for."""
    ms: float
    """Estimated time of all such uses together."""


def lookups(plan: dict[str, Any]) -> Lookups:
    """All look-ups of a plan as given by ``EXPLAIN (FORMAT JSON)``."""
    found = list(_walk(plan, 1.0))
    return Lookups(max((x for x, _ in found), default=0.0), sum(x * ms for x, ms in found))


def largest_table(plan: dict[str, Any], sizes: Mapping[str, int]) -> str | None:
    """The table with the most rows of those a plan reads as a whole, else of all it reads."""
    nodes = list(_nodes(plan))
    whole = {x["Relation Name"] for x in nodes if x["Node Type"] == "Seq Scan" and "Relation Name" in x}
    tables = sorted(whole or {x["Relation Name"] for x in nodes if "Relation Name" in x})
    return max(tables, key=lambda x: sizes.get(x, 0), default=None)


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from _nodes(child)


def _walk(node: dict[str, Any], times: float) -> Iterator[tuple[float, float]]:
    """(number of times, milliseconds each) of every scan of a spatial index below a node that runs `times`."""
    if node["Node Type"] in ("Index Scan", "Index Only Scan", "Bitmap Index Scan"):
        if "->" in node.get("Order By", ""):
            yield times, NEAREST_MS
        elif "&&" in node.get("Index Cond", ""):
            yield times, LOOK_MS
    inputs = [x for x in node.get("Plans", []) if x.get("Parent Relationship") in ("Outer", "Inner", "Member")]
    for child in node.get("Plans", []):
        kind = child.get("Parent Relationship")
        again = times
        if kind == "InitPlan" or child.get("Subplan Name", "").startswith("CTE"):
            again = 1.0
        elif kind == "SubPlan" and not hashed(node, child):
            again = times * _read(node)
        elif node["Node Type"] == "Nested Loop" and len(inputs) == 2 and child is inputs[1]:
            again = times * max(float(inputs[0]["Plan Rows"]), 1.0)
        yield from _walk(child, again)


def hashed(node: dict[str, Any], child: dict[str, Any]) -> bool:
    """A hashed sub-plan runs once, whatever the number of rows."""
    name = child.get("Subplan Name", "")
    return any(isinstance(x, str) and f"hashed {name}" in x for x in node.values())


def _read(node: dict[str, Any]) -> float:
    """Rows that a node reads, each of which is looked at."""
    inputs = [float(x["Plan Rows"]) for x in node.get("Plans", []) if x.get("Parent Relationship") != "SubPlan"]
    alone = float(node["Plan Rows"]) * (_HALF if "SubPlan" in node.get("Filter", "") else 1.0)
    return max([alone, *inputs]) if not inputs else max(inputs)
