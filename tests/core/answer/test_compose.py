"""What answers say, word for word."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.answer.check import check
from core.answer.compose import compose
from core.evidence.types import Evidence, Proximity
from core.query.result import FunnelStep, Relaxation, Threshold
from core.question import ir
from core.question.reading import Word
from tests.core.answer.answer_samples import (
    POINTS,
    SCORE,
    Bench,
    case_query,
    four,
    make_card,
    make_reference,
    make_row,
    near,
    value,
)


def texts(material: object, kind: str | None = None) -> list[str]:
    return [c.text for c in compose(material) if kind is None or c.kind == kind]  # type: ignore[arg-type]


def bare(text: str) -> str:
    """The text without marks."""
    return re.sub(r"\s?(\[\d+\])+", "", text)


def test_the_case_in_english(bench: Bench) -> None:
    assert texts(bench.material()) == [
        "There are four magmatic-hydrothermal gold deposits within 5 km of a fault in Example Field [1][2]; "
        "size: medium (2), occurrence (2) [3]; 0.02 km (18 m) to 4.63 km from the nearest fault [4][5].",
        "Alpha Gold Deposit (gold; medium; magmatic-hydrothermal; 109.9903, 41.8506) [6]: 0.02 km (18 m) from an "
        "unnamed fault (characteristics unknown) [4]; 8 faults within 5 km [2][7]; "
        "named: Northern Belt (2.84 km) [8].",
        "Beta Gold Deposit (gold, silver; medium; magmatic-hydrothermal; 109.9903, 41.8506) [9]: 2.78 km from an "
        "unnamed fault (characteristics unknown) [10]; 1 fault within 5 km [2][11].",
        "Gamma Prospect (gold, copper; occurrence; magmatic-hydrothermal; 109.9903, 41.8506) [12]: 2.98 km from "
        "an unnamed fault (characteristics unknown) [13]; 1 fault within 5 km [2][14].",
        "Delta Prospect (gold; occurrence; magmatic-hydrothermal; 109.9903, 41.8506) [15]: 4.63 km from an "
        "unnamed fault (normal) [5]; 2 faults within 5 km [2][16].",
    ]


def test_the_case_in_chinese(bench: Bench) -> None:
    lines = texts(bench.material(language="zh"))
    assert lines[0] == (
        "示例矿田距断裂5 km以内的岩浆热液型金矿床共有4个[1][2]；规模：中型（2）、矿点（2）[3]；"
        "距最近断裂0.02 km（18 m）至4.63 km[4][5]。"
    )
    assert lines[1] == (
        "Alpha Gold Deposit（金；中型；岩浆热液型；109.9903，41.8506）[6]：距最近断裂0.02 km（18 m），"
        "为未命名断裂（性质不明）[4]；5 km内有8条断裂[1][7]；其中有名称的：Northern Belt（2.84 km）[8]。"
    )


def test_equal_sources_share_a_number_and_others_do_not(bench: Bench) -> None:
    numbers: dict[int, set[tuple[object, ...]]] = {}
    for claim in compose(bench.material()):
        for c in claim.citations:
            numbers.setdefault(c.number, set()).add((c.kind, c.source if c.kind == "setting" else c.refs))
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert all(len(sources) == 1 for sources in numbers.values())


def test_counts_and_yes_no(bench: Bench) -> None:
    count = bench.material(case_query(intent="count", output="scalar"))
    assert texts(count) == [
        "There are four magmatic-hydrothermal gold deposits within 5 km of a fault in Example Field [1][2]."
    ]
    exists = bench.material(case_query(intent="exists", output="boolean"))
    assert texts(exists) == [
        "Yes: there are four magmatic-hydrothermal gold deposits within 5 km of a fault in Example Field [1][2]; "
        "for example Alpha Gold Deposit [3]."
    ]


def test_nothing_found_shows_the_funnel_and_what_would_help(bench: Bench) -> None:
    result = {
        "total": 0,
        "funnel": (FunnelStep("deposits", 300), FunnelStep("gold", 41), FunnelStep("within 5 km of faults", 0)),
        "relaxations": (Relaxation("within 10 km of faults", 3),),
    }
    assert texts(bench.material(evidence=(), result=result)) == [
        "There are no magmatic-hydrothermal gold deposits within 5 km of a fault in Example Field [1][2].",
        "Candidates after each condition: deposits (300) → gold (41) → within 5 km of faults (0) [3].",
        "Within 10 km of faults: 3 deposits [4].",
    ]
    assert texts(bench.material(evidence=(), result=result, language="zh"))[0] == (
        "没有符合条件的对象：示例矿田距断裂5 km以内的岩浆热液型金矿床为0个[1][2]。"
    )


def test_one_feature_is_singular(bench: Bench) -> None:
    summary = texts(bench.material(evidence=four()[:1]))[0]
    assert summary.startswith("There is one magmatic-hydrothermal gold deposit ")


def test_words_that_were_not_used_come_first(bench: Bench) -> None:
    material = bench.material(reading={"unexplained": (Word("shiny", (0, 5)),)})
    first = compose(material)[0]
    assert first.kind == "caveat"
    assert first.text == "I did not use “shiny” [1]; the answer is as if the question did not say it."


def test_a_long_list_is_told_in_part_and_counted_in_full(bench: Bench) -> None:
    rows = tuple(
        Evidence(make_row(i, f"Field {i}", "中型", "Au"), (near(make_reference(i, 100.0 * i)),), SCORE)
        for i in range(1, 31)
    )
    claims = compose(bench.material(evidence=rows, result={"total": 143, "truncated": True}))
    assert len([c for c in claims if c.kind == "relation"]) == 20
    assert claims[0].text.startswith("There are 143 ")
    first = "; all were counted, but only 30, spread over all of them, were measured and ranked."
    assert bare(claims[-1].text) == f"20 of 143 are listed here{first}"
    order = ir.OrderKey(expr=ir.DistanceExpr(distance_to=ir.Set(layer="fault")), dir="asc")
    ordered = compose(
        bench.material(case_query(order=(order,)), evidence=rows, result={"total": 143, "truncated": True})
    )
    assert bare(ordered[-1].text) == "20 of 143 are listed here; all were counted."


def test_left_out_layers_undetermined_rows_invented_data_and_long_edges_are_told() -> None:
    bench = Bench(make_card(invented=True, max_edge_m=12_300.0))
    material = bench.material(result={"undetermined": 2, "skipped": {"other": "it has no column for size"}})
    caveats = texts(material, "caveat")
    assert [bare(c) for c in caveats] == [
        "2 deposits could not be decided, because the laboratory reported only a limit.",
        "Layer “other” was left out: it has no column for size.",
        "Layer “Occurrences” has edges up to 12.30 km; between vertices lines are followed as great circles, and "
        "distances near the middle of such edges depend on that.",
        "“Occurrences”: demonstration data made by this project, no survey; features are invented except where "
        "the description of the layer says otherwise.",
    ]


def test_censored_values_keep_their_sign_and_numbers_their_unit(bench: Bench) -> None:
    query = ir.Query(
        intent="select",
        output="entity_list",
        target=ir.Set(
            layer="deposit", where=ir.AttrCond(attr="Au", op=">", value=20, unit="ppb", span=(0, 2)), span=(0, 1)
        ),
    )
    low = value("Au", None, "ppb", qualifier="<", limit=0.5)
    rows = (
        Evidence(make_row(1, "One", "中型", "Au", Au=value("Au", 25.31, "ppb")), (), SCORE),
        Evidence(make_row(2, "Two", "矿点", "Au", Au=low), (), SCORE),
    )
    claims = texts(bench.material(query, rows))
    assert claims[0].startswith("There are two deposits with Au above 20 ppb [1][2]; all have commodity gold and ")
    assert claims[1] == (
        "One: deposit; 109.9903, 41.8506; commodity gold; size medium; genetic type magmatic-hydrothermal; "
        "Au 25.31 ppb [5]."
    )
    assert "Au <0.5 ppb" in claims[2]


@pytest.mark.parametrize(
    ("relation", "expected"),
    [("within", "lies inside"), ("crosses", "crosses"), ("touches", "touches"), ("intersects", "intersects")],
)
def test_topology_is_said_in_words(bench: Bench, relation: ir.RelName, expected: str) -> None:
    reference = make_reference(5, 0.0, lithology="biotite granite", age="Permian")
    proximity = Proximity(relation, "geo_body", None, None, reference, (reference,), 1)
    row = make_row(1, "Alpha", "中型", "Au")
    query = ir.Query(
        intent="select",
        output="entity_list",
        target=ir.Set(
            layer="deposit", where=ir.RelCond(rel=relation, to=ir.Set(layer="geo_body", span=(0, 1)), span=(0, 1))
        ),
    )
    line = texts(bench.material(query, (Evidence(row, (proximity,), SCORE),)), "relation")[0]
    assert f"{expected} an unnamed geological body (biotite granite, Permian)" in line


def test_beyond_a_distance_tells_the_nearest(bench: Bench) -> None:
    proximity = Proximity("near", "fault", 10_000.0, None, make_reference(1, 12_345.0, "Far Fault"), (), 0)
    row = make_row(1, "Alpha", "中型", "Au")
    where = ir.RelCond(rel="near", to=ir.Set(layer="fault", span=(0, 1)), min_m=10_000.0, span=(0, 1))
    query = ir.Query(intent="select", output="entity_list", target=ir.Set(layer="deposit", where=where))
    claims = texts(bench.material(query, (Evidence(row, (proximity,), SCORE),)))
    assert claims[0].startswith("There is one deposit at least 10 km from every fault")
    assert "the nearest fault is Far Fault, 12.34 km away" in claims[1] or "12.35 km away" in claims[1]


def test_an_order_with_a_limit_says_of_how_many(bench: Bench) -> None:
    anchor = ir.Set(layer="region", names=("Example Field",), span=(0, 1))
    query = ir.Query(
        intent="select",
        output="entity_list",
        target=ir.Set(layer="deposit", span=(0, 1)),
        order=(ir.OrderKey(expr=ir.DistanceExpr(distance_to=anchor, span=(0, 1)), dir="asc", span=(0, 1)),),
        limit=4,
    )
    claims = texts(bench.material(query, result={"funnel": (FunnelStep("deposits", 40),)}))
    assert claims[0].startswith("The four deposits nearest to Example Field (of 40 that qualify) [")


def test_assumptions_are_chips_and_notes_with_the_same_words(bench: Bench) -> None:
    query = case_query()
    assert isinstance(query.target.where, ir.And)
    parts = list(query.target.where.and_)
    parts[2] = parts[2].model_copy(update={"span": None, "assumed": "“near” without a number"})
    target = query.target.model_copy(update={"where": ir.And.model_validate({"and": parts})})
    material = bench.material(query.model_copy(update={"target": target}))
    notes = texts(material, "caveat")
    assert notes == ["Assumed: distance = 5 km (“near” without a number) [3]."]


def test_names_of_other_languages_are_not_mixed_in(bench: Bench) -> None:
    material = bench.material(language="zh")
    assert "示例矿田" in texts(material)[0]
    assert "Example" not in texts(material)[0]
    assert POINTS not in texts(replace(material, language="en"))[0]


def test_a_limit_taken_from_the_data_is_told_with_what_it_rests_on(bench: Bench) -> None:
    result = {"thresholds": (Threshold("Au", 12.345, "ppb", 0.95, 16_370, 231),)}
    assert bare(texts(bench.material(result=result))[1]) == (
        "Au counts as high from 12.34 ppb, the 95 % quantile of 16,370 samples "
        "(231 of them reported only as a limit)."
    )
    chinese = bench.material(result=result, language="zh")
    assert "以12.34 ppb为异常下限，即16370件样品的95 %分位数" in texts(chinese)[1]
    checked = check(chinese, compose(chinese))
    assert checked.dropped == ()


def test_a_limit_without_an_order_never_passes_for_the_number_of_features(bench: Bench) -> None:
    query = ir.Query(intent="select", output="entity_list", target=ir.Set(layer="deposit", span=(0, 1)), limit=4)
    some = bench.material(query, result={"funnel": (FunnelStep("deposits", 40),)})
    assert bare(texts(some)[0]).startswith("Four of the 40 deposits, as many as asked for;")
    assert bare(texts(bench.material(query))[0]).startswith("Four deposits, as many as asked for;")
    all_of_them = bench.material(query, result={"funnel": (FunnelStep("deposits", 4),)})
    assert bare(texts(all_of_them)[0]).startswith("There are four deposits;")


def test_values_that_are_not_known_are_counted_as_such(bench: Bench) -> None:
    rows = list(four())
    for i in (0, 2):
        cells = {**rows[i].row.values, "size": value("size", "不详")}
        rows[i] = replace(rows[i], row=replace(rows[i].row, values=cells))
    material = bench.material(evidence=tuple(rows))
    claims = compose(material)
    assert "size: medium (1), occurrence (1), not known (2)" in claims[0].text
    assert "不详" not in claims[1].text
    assert check(material, claims).dropped == ()
