"""Answers made of totals, groups, computed values and neighbours: what is said, cited, exported."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from core.answer import export
from core.answer.check import check
from core.answer.compose import compose
from core.answer.material import Material
from core.answer.model import Answer
from core.answer.recompute import aggregate
from core.answer.serialise import to_dict
from core.cli.render import render
from core.question import ir
from core.service import MineralApp
from core.settings import ROOT

REGION = {"rel": "within", "to": {"layer": "region", "names": ["Bayan Obo"]}}
AREA = {"measure": "area"}
OWN = {"layer": "region", "names": ["Bayan Obo"]}
BORDER = {
    "overlap": "length",
    "with": {"derive": {"op": "shared_boundary", "of": [OWN, {"layer": "geo_body", "where": REGION}]}},
}
INSIDE = {"overlap": "area", "with": {"derive": {"op": "hull", "of": [OWN]}}}
COUNT = {"as": "n", "agg": "count"}
MOST = [{"measure": "n", "dir": "desc"}]
AVERAGE = {"as": "a", "agg": "avg", "expr": {"field": "Au"}}


def answer(app: MineralApp, query: dict[str, Any], language: Any = "en") -> Answer:
    """The answer to a query given as JSON."""
    first = app.ask({"en": "How many folds are there?", "zh": "有多少条褶皱？"}[language])
    assert first.reading is not None
    return app.rerun(first, ir.Query.model_validate({"output": "table", **query}))


def lead(found: Answer) -> str:
    return next(c.text for c in found.claims if c.kind in ("summary", "zero"))


def group(layer: str, key: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"intent": "group", "target": {"layer": layer}, "group_by": [key], "measures": [COUNT], **more}


def average(**target: Any) -> dict[str, Any]:
    return {"intent": "aggregate", "target": {"layer": "geochem_sample", **target}, "measures": [AVERAGE]}


CASES = {
    "average": average(where=REGION),
    "most": group("deposit", {"field": "commodity"}, order=MOST, limit=3),
    "regions": group("deposit", {"layer": "region", "rel": "within"}, zeros=True),
    "ranges": group("geochem_sample", {"bucket": "Au", "edges": [1, 2, 5]}),
    "none": group("deposit", {"field": "size"}, having={"measure": "n", "op": ">", "value": 900}),
    "area": {"intent": "value", "target": {"layer": "region", "names": ["Bayan Obo"]}, "value": AREA},
    "areas": {"intent": "value", "target": {"layer": "geo_body", "where": REGION}, "value": AREA},
    "border": {"intent": "value", "target": {"layer": "region", "names": ["Bayan Obo"]}, "value": BORDER},
    "inside": {"intent": "value", "target": {"layer": "region", "names": ["Bayan Obo"]}, "value": INSIDE},
    "neighbours": {
        "intent": "select", "target": {"layer": "deposit", "where": REGION},
        "per_entity": {"nearest": {"layer": "fault"}, "k": 2},
    },
    "difference": {
        "intent": "value", "target": {"layer": "deposit"},
        "value": {"op": "-", "args": [{"agg": "count", "over": {"layer": "deposit"}},
                                      {"agg": "count", "over": {"layer": "fault"}}]},
    },
    "unknown": {
        "intent": "aggregate", "measures": [{"as": "y", "agg": "avg", "expr": {"field": "discovery_year"}}],
        "target": {"layer": "deposit", "where": {"attr": "discovery_year", "op": "is_null"}},
    },
    "nothing": {
        "intent": "aggregate", "measures": [{"as": "y", "agg": "avg", "expr": {"field": "discovery_year"}}],
        "target": {"layer": "deposit", "where": {"attr": "discovery_year", "op": ">", "value": 2999}},
    },
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", CASES)
def test_every_value_is_cited_and_found_again(app: MineralApp, name: str, language: str) -> None:
    found = answer(app, CASES[name], language)
    assert found.status == "answered", found.message
    assert found.dropped == ()
    assert found.citation_coverage in (1.0, None)
    assert found.citation_correct in (1.0, None)


@pytest.mark.parametrize("name", CASES)
def test_the_json_form_holds_the_table(app: MineralApp, name: str) -> None:
    document = (ROOT / "docs" / "answer-json.md").read_text(encoding="utf-8")
    schema = json.loads(document.split("```json schema\n")[1].split("```")[0])
    form = to_dict(answer(app, CASES[name]))
    jsonschema.validate(form, schema)
    assert (form["table"] is None) == (name == "neighbours")


def test_sentences_of_totals(app: MineralApp) -> None:
    said = lead(answer(app, CASES["average"]))
    assert said.startswith("The average Au of 16,310 geochemical samples in Bayan Obo is 1.633 ppb")
    said = lead(answer(app, CASES["average"], "zh"))
    assert "平均值为1.633 ppb" in said
    notes = [c.text for c in answer(app, CASES["average"]).claims if c.kind == "caveat"]
    assert any("60 more, reported only as a limit, did not enter" in x for x in notes)


def test_sentences_of_groups(app: MineralApp) -> None:
    found = answer(app, CASES["most"])
    assert found.result is not None
    assert found.result.table is not None
    first = found.result.table.rows[0]
    assert lead(found).startswith(f"{first.cells[0]} has the most deposits: {first.cells[1]}")
    assert [c.text.split(":")[0] for c in found.claims if c.kind == "row"] == [
        r.cells[0] for r in found.result.table.rows
    ]
    one = answer(app, group("deposit", {"layer": "region", "rel": "within"}, order=MOST, limit=1))
    assert lead(one).startswith("The Bayan Obo area, Inner Mongolia has the most deposits: 135")
    assert lead(answer(app, CASES["none"])).startswith("No group has a number of deposits > 900")


def test_empty_groups_lie_in_the_study_area(app: MineralApp) -> None:
    bodies = group("deposit", {"layer": "geo_body", "rel": "within"}, zeros=True)
    found = answer(app, {**bodies, "target": {"layer": "deposit", "where": REGION}})
    assert found.result is not None
    assert found.result.table is not None
    inside = answer(app, {"intent": "count", "output": "scalar", "target": {"layer": "geo_body", "where": REGION}})
    assert inside.result is not None
    assert found.result.table.total == inside.result.total
    assert any("told apart by its number" in c.text for c in found.claims)


def test_superlatives_and_yes_no_begin_with_the_value(app: MineralApp) -> None:
    longest = {
        "intent": "select", "output": "entity_list", "target": {"layer": "fault", "where": REGION}, "limit": 1,
        "order": [{"expr": {"measure": "length"}, "dir": "desc"}],
    }  # fmt: skip
    said = lead(answer(app, longest))
    assert said.startswith("The longest of the 215 faults in Bayan Obo is the Northern margin fault belt")
    assert "140.8 km" in said
    assert "其中最长的是华北克拉通北缘断裂带，长度140.8 km" in lead(answer(app, longest, "zh"))
    near = {"rel": "near", "to": {"layer": "fault"}, "max_m": 5000}
    exists = {
        "intent": "exists", "output": "boolean",
        "target": {"layer": "deposit", "names": ["Bilute Gold Deposit"], "where": near},
    }  # fmt: skip
    assert lead(answer(app, exists)).startswith("Yes: Bilute Gold Deposit is within 5 km of a fault")
    nearer = {**exists, "target": {**exists["target"], "where": {**near, "max_m": 1000}}}
    assert lead(answer(app, nearer)).startswith("No: Bilute Gold Deposit is not within 1 km of a fault")


def test_conditions_are_said_in_words(app: MineralApp) -> None:
    where = {"and": [
        {"cmp": [{"measure": "length"}, ">", {"const": 20}], "unit": "km"},
        {"rel": "near", "to": {"layer": "deposit"}, "max_m": 3000, "count": {"op": ">=", "value": 3}},
        {"not": {"attr": "fault_type", "op": "=", "value": "normal"}},
    ]}  # fmt: skip
    query = {"intent": "count", "output": "scalar", "target": {"layer": "fault", "where": where}}
    found = answer(app, query)
    assert found.dropped == ()
    assert "with a length above 20 km within 3 km of at least three deposits that are not normal" in lead(found)
    assert "长度大于20 km且3 km内有至少3个矿床且断裂类型不为正断层的断裂" in lead(answer(app, query, "zh"))


def test_sentences_of_values(app: MineralApp) -> None:
    assert "is 9,962 km²" in lead(answer(app, CASES["area"]))
    assert lead(answer(app, CASES["difference"])).startswith(
        "The number of deposits minus number of faults is -103"
    )
    rows = [c for c in answer(app, CASES["neighbours"]).claims if c.kind == "relation"]
    assert "nearest faults: " in rows[0].text
    assert rows[0].text.count(" km") == 2


def test_a_border_is_told_by_its_two_sides(app: MineralApp) -> None:
    assert lead(answer(app, CASES["border"])).startswith("The shared boundary of Bayan Obo and ")
    found = lead(answer(app, CASES["border"], "zh"))
    assert found.startswith("内蒙古白云鄂博")
    assert "的公共边界长" in found
    assert lead(answer(app, CASES["inside"], "zh")).startswith("内蒙古白云鄂博")


def test_what_is_not_known_is_said(app: MineralApp) -> None:
    assert "has a value, so the average discovery year is not known" in lead(answer(app, CASES["unknown"]))
    assert "so there is nothing to compute the average discovery year from" in lead(answer(app, CASES["nothing"]))
    assert "无法计算" in lead(answer(app, CASES["nothing"], "zh"))


def test_a_wrong_value_is_withheld(app: MineralApp) -> None:
    """The table is computed again from the features it rests on; a changed cell is found out."""
    query = ir.Query.model_validate({
        "intent": "aggregate", "target": {"layer": "fault", "where": REGION}, "output": "scalar",
        "measures": [{"as": "L", "agg": "sum", "expr": {"measure": "length"}}],
    })  # fmt: skip
    found = answer(app, ir.dump(query))
    result = found.result
    assert result is not None
    assert result.table is not None
    assert found.reading is not None
    row = result.table.rows[0]
    changed = replace(row, cells=(row.cells[0] * 1.001,))
    material = Material(
        "en", found.routing, found.reading, app.card, app.units, found.bindings,
        replace(result, table=replace(result.table, rows=(changed,))), found.evidence,
    )  # fmt: skip
    checked = check(material, compose(material))
    assert not any(c.kind == "summary" for c in checked.claims)
    assert checked.dropped


def test_downloads(app: MineralApp) -> None:
    lines = list(csv.reader(io.StringIO(export.csv_bytes(answer(app, CASES["regions"])).decode("utf-8-sig"))))
    assert lines[0] == ["region", "number of deposits", "n (n)", "members", "table", "fid"]
    assert sorted(int(x[1]) for x in lines[1:]) == [99, 100, 135]
    features = json.loads(export.geojson_bytes(answer(app, CASES["regions"])))["features"]
    assert sum(x["properties"]["role"] == "group" for x in features) == 3
    lines = list(csv.reader(io.StringIO(export.csv_bytes(answer(app, CASES["neighbours"])).decode("utf-8-sig"))))
    assert lines[0][-4:] == ["neighbour_1", "neighbour_1_m", "neighbour_2", "neighbour_2_m"]
    assert all(float(x[-3]) <= float(x[-1]) for x in lines[1:])


def test_text_of_the_command_line(app: MineralApp) -> None:
    text = render(answer(app, CASES["most"]), app.card, app.units)
    assert "commodity" in text.split("How this was computed", maxsplit=1)[0]
    said = render(answer(app, CASES["areas"], "zh"), app.card, app.units)
    assert "面积 (km²)" in said


def test_chips_say_what_is_computed(app: MineralApp) -> None:
    chips = {c.label: c.value for c in answer(app, CASES["most"]).chips}
    assert chips["Computed"] == "number of deposits"
    assert chips["Grouped by"] == "commodity"
    assert chips["Order"] == "number of deposits, highest first"


@pytest.mark.parametrize(
    ("agg", "p", "expected"),
    [
        ("sum", None, 10.0),
        ("avg", None, 2.5),
        ("median", None, 2.5),
        ("percentile", 25.0, 1.75),
        ("count", None, 4.0),
    ],
)
def test_aggregates_in_process(agg: ir.AggName, p: float | None, expected: float) -> None:
    assert aggregate(agg, p, [4.0, 1.0, 3.0, 2.0]) == pytest.approx(expected)
    assert aggregate("stddev", None, [1.0]) is None
