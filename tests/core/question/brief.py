"""Bare IR on one line, to write many expectations with.

``deposit{(commodity = gold & near(≤5000) fault)}`` is the set of deposits with commodity gold that lie within
5,000 m of a fault.  ``!`` is not, ``#>=3`` a count of members, ``within!`` strict, ``top(3 desc length)`` a
superlative, ``most(1 desc contains deposit)`` one by how many features are related.
"""

from __future__ import annotations

from typing import Any


def brief(value: Any) -> str:
    """A set, condition, anchor or expression in short."""
    if isinstance(value, list):
        return "|".join(str(x) for x in value)
    for key, write in _WRITERS.items():
        if key in value:
            return write(value)
    raise AssertionError(value)


def _set(value: Any) -> str:
    names = "".join(f'["{x}"]' for x in value.get("names", ()))
    return value["layer"] + names + (f"{{{brief(value['where'])}}}" if "where" in value else "")


def _attribute(value: Any) -> str:
    given = value.get("value")
    text = "" if given is None else f" {brief(given) if isinstance(given, list) else given}"
    return f"{value['attr']} {value['op']}{text}" + (f" {value['unit']}" if "unit" in value else "")


def _relation(value: Any) -> str:
    low, high = value.get("min_m"), value.get("max_m")
    inside = []
    if "dir" in value:
        inside.append(value["dir"])
    if low is not None and high is not None:
        inside.append(f"{low:g}..{high:g}")
    elif low is not None or high is not None:
        inside.append(f"≤{high:g}" if low is None else f"≥{low:g}")
    if "count" in value:
        inside.append(f"#{value['count']['op']}{value['count']['value']}")
    name = value["rel"] + ("!" if value.get("strict") else "") + (f"({', '.join(inside)})" if inside else "")
    return f"{name} {brief(value['to'])}"


def _compared(value: Any) -> str:
    left, op, right = value["cmp"]
    return f"{brief(left)} {op} {brief(right)}" + (f" {value['unit']}" if "unit" in value else "")


def _top(value: Any) -> str:
    top = value["top"]
    if "by_count_of" in top:
        far = f"(≤{top['max_m']:g})" if "max_m" in top else ""
        return f"most({top['k']} {top['dir']} {top['rel']}{far} {brief(top['by_count_of'])})"
    return f"top({top['k']} {top['dir']} {brief(top['by'])})"


def _derived(value: Any) -> str:
    derive = value["derive"]
    distance = f", {derive['distance_m']:g}" if "distance_m" in derive else ""
    return f"{derive['op']}({', '.join(map(brief, derive['of']))}{distance})"


_WRITERS = {
    "and": lambda x: f"({' & '.join(map(brief, x['and']))})",
    "or": lambda x: f"({' | '.join(map(brief, x['or']))})",
    "not": lambda x: f"!{brief(x['not'])}",
    "attr": _attribute,
    "rel": _relation,
    "cmp": _compared,
    "top": _top,
    "derive": _derived,
    "layer": _set,
    "point": lambda x: f"({x['point'][0]:g}, {x['point'][1]:g})",
    "map": lambda x: f"map:{x['map']}",
    "field": lambda x: x["field"],
    "measure": lambda x: x["measure"],
    "const": lambda x: str(x["const"]),
    "distance_to": lambda x: f"distance({brief(x['distance_to'])})",
    "op": lambda x: f" {x['op']} ".join(map(brief, x["args"])),
}
