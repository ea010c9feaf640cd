# ruff: noqa: E501  # tables are easier to keep in long lines
"""Questions made of simpler ones: every phrasing gives the query of its parts put together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import GOLD, Json, both, cond, geologist, rel, these
from tests.core.question.measured import agg_of, group, listed, plain, query, value

COPPER = cond("commodity", "copper")
FIRST, SECOND = (rel("within", these("region", None, x)) for x in ("Low Wood", "Orrest Fell"))
TWO = rel("within", {"layer": "region", "names": ["Low Wood", "Orrest Fell"]})
REGIONS = {"layer": "region", "rel": "within", "names": ["Low Wood", "Orrest Fell"]}
AU, AREA, LENGTH = {"field": "Au"}, {"measure": "area"}, {"measure": "length"}
SAMPLES = these("geochem_sample", FIRST)
MEAN_AU = agg_of("avg", SAMPLES, AU)


def truth(target: Json, op: str, *args: Json) -> Json:
    """Yes or no."""
    return {**value(target, {"op": op, "args": list(args)}), "output": "boolean"}


def counted(first: Json, second: Json, op: str) -> Json:
    """Two counts compared."""
    return truth(first, op, agg_of("count", first), agg_of("count", second))


def nth(layer: str, expr: Json, k: int, *conds: Json) -> Json:
    """The largest of those that are not among the first k."""
    top = {"top": {"by": expr, "dir": "desc", "k": k}}
    kept = both(*conds, {"not": both(*conds, top)})
    return {**listed(these(layer, kept)), "order": [{"expr": expr, "dir": "desc"}], "limit": 1}


def highest(p: float) -> Json:
    """Samples of the first area at or above a percentile of Au."""
    limit = {"agg": "percentile", "p": p, "expr": AU, "over": SAMPLES}
    found = these("geochem_sample", both(FIRST, {"cmp": [AU, ">=", limit]}))
    return {**listed(found), "order": [{"expr": AU, "dir": "desc"}]}


ROWS: list[tuple[Any, tuple[str, ...]]] = [
    (truth(SAMPLES, ">", MEAN_AU, {"const": 5.0}),
     ("Is the average Au in Low Wood above 5 ppb?", "Does the mean gold content of samples in Low Wood exceed 5 ppb?",
      "is the average Au higher than 0.005 ppm in Low Wood", "低林省金的平均含量超过5ppb吗", "低林省金平均值是否大于5ppb")),
    (truth(these("deposit", both(GOLD, FIRST)), ">", agg_of("count", these("deposit", both(GOLD, FIRST))), {"const": 10.0}),
     ("Are there more than 10 gold deposits in Low Wood?", "Is the number of gold deposits in Low Wood over 10?")),
    (counted(these("deposit", both(GOLD, FIRST)), these("deposit", both(GOLD, SECOND)), ">"),
     ("Are there more gold deposits in Low Wood than in Orrest Fell?", "Does Low Wood have more gold deposits than Orrest Fell?",
      "is the number of gold deposits in Low Wood larger than in Orrest Fell")),
    (counted(these("deposit", GOLD), these("deposit", COPPER), ">"),
     ("do gold deposits outnumber copper deposits?", "Are there more gold deposits than copper deposits?", "金矿比铜矿多吗", "金矿是不是多于铜矿")),
    (group(these("deposit", both(GOLD, TWO)), [REGIONS], zeros=True),
     ("How many gold deposits are in Low Wood and Orrest Fell each?", "gold deposits in Low Wood and Orrest Fell, how many each?",
      "gold deposits: Low Wood vs Orrest Fell", "compare the number of gold deposits in Low Wood and Orrest Fell")),
    ({**group(these("deposit", both(GOLD, TWO)), [REGIONS], zeros=True), "order": [{"measure": "count", "dir": "desc"}], "limit": 1},
     ("Which has more gold deposits, Low Wood or Orrest Fell?", "Does Low Wood or Orrest Fell have more gold deposits?",
      "which of Low Wood and Orrest Fell has the most gold deposits", "Low Wood or Orrest Fell: which has more gold deposits?")),
    (nth("fault", LENGTH, 1, FIRST), ("the second longest fault in Low Wood", "低林省第二长的断裂")),
    (highest(95.0), ("samples in the top 5 % of Au in Low Wood", "top 5% of samples by Au in Low Wood", "低林省金含量前5%的样品")),
    (value(these("deposit", GOLD), {"op": "/", "args": [agg_of("count", these("deposit", both(GOLD, rel("within", {"layer": "region"})))), agg_of("count", {"layer": "region"})]}),
     ("average number of gold deposits per region", "how many gold deposits are there per region on average", "平均每个地区有多少个金矿")),
    (listed(these("geochem_sample", {"cmp": [{"field": "Zn"}, ">=", {"op": "*", "args": [{"const": 2.0}, {"field": "Cu"}]}]})),
     ("samples with at least twice as much Zn as Cu", "which samples have at least twice as much Zn as Cu?", "锌含量至少是铜两倍的样品")),
    (listed(these("geochem_sample", both(FIRST, {"cmp": [AU, ">", MEAN_AU]}))),
     ("samples in Low Wood with Au above the average", "低林省金含量高于平均值的样品")),
]  # fmt: skip
CASES = [
    pytest.param(q, expected, id=f"{i}-{q}") for i, (expected, questions) in enumerate(ROWS) for q in questions
]


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_parts_are_put_together(question: str, expected: Json) -> None:
    assert query(question) == plain(expected)


def test_each_of_several_values_of_a_list_is_counted_by_itself() -> None:
    answer = geologist().read("how many gold and copper deposits are there each?").ir
    assert answer.query is not None
    assert answer.also is not None
    assert [x.intent for x in (answer.query, *answer.also)] == ["count", "count"]


@pytest.mark.parametrize(
    "question",
    ["is the zorblax of Low Wood above 5 ppb?", "are there more zorblax in Low Wood than in Orrest Fell?",
     "is the average Au above 5 km?", "zorblax in Low Wood and Orrest Fell, how many each?"],
)  # fmt: skip
def test_a_part_that_is_not_understood_gives_no_answer(question: str) -> None:
    assert geologist().read(question).ir.action != "query"
