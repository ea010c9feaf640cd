"""The plan check: a statement that would run for minutes is refused before it starts.

The planner's cost is a poor clock (the same cost can take 80 times longer), so it is only a coarse limit.  The
second rule looks at the shape: a spatial comparison of every outer row with every inner row, without an index.
How much that is depends on the size of the table, not on how many rows the planner expects to be left of it.  The
third rule holds for totals over everything: with neither a condition nor a limit below them they must be cheap.
The fourth counts how often a spatial index would be asked, and how long that takes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from core.errors import PlanRejectedError
from core.query.guard_lookups import hashed, largest_table, lookups

MAX_BLIND_PAIRS = 100_000
"""Pairs that may be compared without an index."""
SMALL_TABLE = 1_000
"""Rows of a table that may be read again and again: here the rows the planner expects are counted."""
UNBOUNDED_SHARE = 0.2
"""Share of the cost limit that a total over everything may reach."""

_BOXES = re.compile(r"st_(?:makeenvelope|expand)")
_SCANS = ("Seq Scan", "Materialize", "CTE Scan", "Subquery Scan", "Bitmap Heap Scan", "Memoize", "Append")


def check_plan(
    plan: dict[str, Any],
    max_cost: float,
    sizes: Mapping[str, int] = MappingProxyType({}),
    limit_ms: float = math.inf,
) -> float:
    """The estimated total cost of a plan as given by ``EXPLAIN (FORMAT JSON)``.

    `sizes` holds the rows of the tables by name, as far as they are known; `limit_ms` is the time limit.

    Raises:
        PlanRejectedError: looking around features one by one would take longer than the limit, the
            cost is above `max_cost`, a loop compares geometries without an index, or everything there is
            would be summed up at a cost that is not small.
    """
    cost = float(plan["Total Cost"])
    asked = lookups(plan)
    if asked.ms > limit_ms:
        raise _too_many(asked.times, limit_ms, largest_table(plan, sizes))
    if cost > max_cost:
        raise _too_much(cost, max_cost, largest_table(plan, sizes))
    share = max_cost * UNBOUNDED_SHARE
    if cost > share and _unbounded(plan, share):
        raise PlanRejectedError(
            f"The question would compute over everything at once (estimated cost {cost:.3g}, limit {share:.3g}).",
            "Narrow it: name a region, add a condition, or ask for fewer features.",
            sentence_zh=f"该问题需要对全部数据一次性计算（估计代价 {cost:.3g}，上限 {share:.3g}）。",
            hint_zh="请缩小范围：指定地区、增加条件或减少要素数量。",
        )
    for pairs in _blind_pairs(plan, sizes):
        if pairs > MAX_BLIND_PAIRS:
            raise PlanRejectedError(
                f"The question would compare about {pairs:,.0f} pairs of geometries without an index.",
                "Narrow it: name a region, add a condition, or use a smaller distance.",
                sentence_zh=f"该问题需要在没有索引的情况下比较约 {pairs:,.0f} 对几何对象。",
                hint_zh="请缩小范围：指定地区、增加条件或减小距离。",
            )
    return cost


def _too_much(cost: float, limit: float, table: str | None) -> PlanRejectedError:
    """The planner expects far more work than is allowed; `table` is the largest that is read."""
    what, what_zh = (f"“{table}”", f"“{table}”的") if table else ("it", "")
    return PlanRejectedError(
        f"The question would compare too much at once (estimated cost {cost:.3g}, limit {limit:.3g}).",
        f"Narrow {what}: name a region, add a condition, or use a smaller distance.",
        sentence_zh=f"该问题需要比较的数据过多（估计代价 {cost:.3g}，上限 {limit:.3g}）。",
        hint_zh=f"请缩小{what_zh}范围：指定地区、增加条件或减小距离。",
    )


def _too_many(times: float, limit_ms: float, table: str | None) -> PlanRejectedError:
    """What would be looked up too often, and in which table fewer rows would help."""
    there, there_zh = (f" of “{table}”", f"“{table}”的") if table else ("", "")
    what, what_zh = (f"“{table}”", f"“{table}”的范围") if table else ("what is asked for", "查询对象")
    seconds = limit_ms / 1000
    return PlanRejectedError(
        f"The question would look around about {times:,.0f} features{there} one by one, "
        f"which takes longer than {seconds:.0f} s.",
        f"Narrow {what}: name a region, or add a condition on its features.",
        sentence_zh=f"该问题需要对{there_zh}约 {times:,.0f} 个要素逐一查找邻近要素，超过 {seconds:.0f} 秒的时限。",
        hint_zh=f"请缩小{what_zh}：指定地区，或对其要素增加条件。",
    )


def _walk(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from _walk(child)


def _blind_pairs(plan: dict[str, Any], sizes: Mapping[str, int]) -> Iterator[float]:
    """Estimated number of pairs for every place where geometries are compared row by row."""
    for node in _walk(plan):
        children = node.get("Plans", [])
        if node["Node Type"] == "Nested Loop" and _spatial(node.get("Join Filter", "")):
            inputs = [x for x in children if x.get("Parent Relationship") in ("Outer", "Inner")]
            if len(inputs) == 2 and inputs[1]["Node Type"] in _SCANS:
                yield float(inputs[0]["Plan Rows"]) * float(inputs[1]["Plan Rows"])
        for child in children:
            if child.get("Parent Relationship") == "SubPlan" and not hashed(node, child):
                yield _rows(node) * sum(_blind_rows(x, sizes) for x in _walk(child))
        if node["Node Type"] == "Nested Loop" and len(children) == 2:
            yield float(children[0]["Plan Rows"]) * sum(_blind_rows(x, sizes) for x in _walk(children[1]))


def _rows(node: dict[str, Any]) -> float:
    """Rows a node looks at: its own estimate or, where it filters, that of what it reads."""
    inputs = [float(x["Plan Rows"]) for x in node.get("Plans", []) if x.get("Parent Relationship") == "Outer"]
    return max([float(node["Plan Rows"]), *inputs])


def _blind_rows(node: dict[str, Any], sizes: Mapping[str, int]) -> float:
    """Rows a sequential scan compares by geometry; 0 for anything else."""
    if node["Node Type"] == "Seq Scan" and _spatial(node.get("Filter", "")):
        size = sizes.get(node.get("Relation Name", ""), 0)
        return max(float(node["Plan Rows"]), float(size) if size > SMALL_TABLE else 0.0, 1.0)
    return 0.0


def _unbounded(plan: dict[str, Any], share: float) -> bool:
    """True for a plan with a total above a cost over whole tables, read without any condition."""
    named = {x.get("Subplan Name", "").removeprefix("CTE "): x for x in _walk(plan)}
    totals = [x for x in _walk(plan) if x["Node Type"] == "Aggregate" and float(plan["Total Cost"]) > share]
    for total in totals:
        below = list(_below(total, named))
        if any("Relation Name" in x for x in below) and not any(_limits(x) for x in below):
            return True
    return False


def _below(node: dict[str, Any], named: Mapping[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The nodes that feed a node, without what is computed aside for single rows."""
    inputs = [x for x in node.get("Plans", []) if x.get("Parent Relationship") not in ("SubPlan", "InitPlan")]
    if node["Node Type"] == "CTE Scan" and node.get("CTE Name") in named:
        inputs.append(named[node["CTE Name"]])
    for child in inputs:
        yield child
        yield from _below(child, named)


def _limits(node: dict[str, Any]) -> bool:
    """True for a node that takes fewer rows than there are."""
    names = ("Filter", "Index Cond", "Recheck Cond", "Join Filter", "Hash Cond", "Merge Cond", "TID Cond")
    return node["Node Type"] == "Limit" or any(node.get(x) for x in names)


def _spatial(condition: str) -> bool:
    """True when a condition calls a function that looks into geometries; boxes alone are cheap to compare."""
    return "st_" in _BOXES.sub("", condition.lower())
