"""The plan check: a statement that would run for minutes is refused before it starts.

The planner's cost is a poor clock (the same cost can take 80 times longer), so it is only a coarse limit.  The
second rule looks at the shape: a spatial comparison of every outer row with every inner row, without an index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from core.errors import PlanRejectedError

MAX_BLIND_PAIRS = 100_000
"""Pairs that may be compared without an index."""

_BOXES = re.compile(r"st_(?:makeenvelope|expand)")
_SCANS = ("Seq Scan", "Materialize", "CTE Scan", "Subquery Scan", "Bitmap Heap Scan", "Memoize", "Append")


def check_plan(plan: dict[str, Any], max_cost: float) -> float:
    """The estimated total cost of a plan as given by ``EXPLAIN (FORMAT JSON)``.

    Raises:
        PlanRejectedError: the cost is above `max_cost`, or a loop compares geometries without an index.
    """
    cost = float(plan["Total Cost"])
    if cost > max_cost:
        raise PlanRejectedError(
            f"The question would compare too much at once (estimated cost {cost:.3g}, limit {max_cost:.3g}).",
            "Narrow it: name a region, add a condition, or use a smaller distance.",
            sentence_zh=f"该问题需要比较的数据过多（估计代价 {cost:.3g}，上限 {max_cost:.3g}）。",
            hint_zh="请缩小范围：指定地区、增加条件或减小距离。",
        )
    for pairs in _blind_pairs(plan):
        if pairs > MAX_BLIND_PAIRS:
            raise PlanRejectedError(
                f"The question would compare about {pairs:,.0f} pairs of geometries without an index.",
                "Narrow it: name a region, add a condition, or use a smaller distance.",
                sentence_zh=f"该问题需要在没有索引的情况下比较约 {pairs:,.0f} 对几何对象。",
                hint_zh="请缩小范围：指定地区、增加条件或减小距离。",
            )
    return cost


def _walk(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from _walk(child)


def _blind_pairs(plan: dict[str, Any]) -> Iterator[float]:
    """Estimated number of pairs for every place where geometries are compared row by row."""
    for node in _walk(plan):
        children = node.get("Plans", [])
        if node["Node Type"] == "Nested Loop" and _spatial(node.get("Join Filter", "")):
            inputs = [x for x in children if x.get("Parent Relationship") in ("Outer", "Inner")]
            if len(inputs) == 2 and inputs[1]["Node Type"] in _SCANS:
                yield float(inputs[0]["Plan Rows"]) * float(inputs[1]["Plan Rows"])
        for child in children:
            if child.get("Parent Relationship") == "SubPlan" and not _hashed(node, child):
                yield _rows(node) * sum(_blind_rows(x) for x in _walk(child))
        if node["Node Type"] == "Nested Loop" and len(children) == 2:
            yield float(children[0]["Plan Rows"]) * sum(_blind_rows(x) for x in _walk(children[1]))


def _hashed(node: dict[str, Any], child: dict[str, Any]) -> bool:
    """A hashed sub-plan runs once, whatever the number of rows."""
    name = child.get("Subplan Name", "")
    return any(isinstance(x, str) and f"hashed {name}" in x for x in node.values())


def _rows(node: dict[str, Any]) -> float:
    """Rows a node looks at: its own estimate or, where it filters, that of what it reads."""
    inputs = [float(x["Plan Rows"]) for x in node.get("Plans", []) if x.get("Parent Relationship") == "Outer"]
    return max([float(node["Plan Rows"]), *inputs])


def _blind_rows(node: dict[str, Any]) -> float:
    """Rows a sequential scan compares by geometry; 0 for anything else."""
    if node["Node Type"] == "Seq Scan" and _spatial(node.get("Filter", "")):
        return max(float(node["Plan Rows"]), 1.0)
    return 0.0


def _spatial(condition: str) -> bool:
    """True when a condition calls a function that looks into geometries; boxes alone are cheap to compare."""
    return "st_" in _BOXES.sub("", condition.lower())
