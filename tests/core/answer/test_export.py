from __future__ import annotations

import csv
import io
import json

import jsonschema
import pytest
import shapely

from core.answer.chips import assumptions, chips
from core.answer.compose import compose
from core.answer.export import csv_bytes, geojson_bytes, safe
from core.answer.model import Answer
from core.answer.serialise import to_dict
from core.evidence.types import Evidence
from core.query.result import FunnelStep, Statement
from core.settings import ROOT
from tests.core.answer.answer_samples import SCORE, Bench, case_query, four, make_row, near, value


def answer(bench: Bench, evidence: tuple[Evidence, ...] | None = None) -> Answer:
    statement = Statement("SELECT 1 WHERE a = %(v)s", {"v": ("中型",)})
    facts = {"statement": statement, "funnel": (FunnelStep("deposits", 40, {"attr": "x"}),), "plan_cost": 12.5}
    material = bench.material(evidence=evidence, result=facts)
    return Answer(
        "abc", material.reading.question, "en", "answered", material.routing, material.reading,
        bindings=material.bindings, chips=chips(material), assumptions=assumptions(material),
        result=material.result, evidence=material.evidence, claims=compose(material), citation_coverage=1.0,
        citation_correct=1.0, data_version="v1", timings_ms={"query": 1.23456},
    )  # fmt: skip


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_csv_has_a_line_a_target_and_the_mark_that_spreadsheets_need(bench: Bench) -> None:
    data = csv_bytes(answer(bench))
    assert data.startswith(b"\xef\xbb\xbf")
    rows = rows_of(data)
    assert [r["name"] for r in rows] == [e.row.name for e in four()]
    assert rows[0]["size"] == "中型"
    assert float(rows[0]["nearest_1_m"]) == 18.4
    assert rows[0]["count_1"] == "8"
    assert (rows[0]["table"], rows[0]["fid"]) == ("occurrences", "1")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("  =1", "'  =1"),
        ("plain", "plain"),
        ("<0.5", "<0.5"),
        (-5.5, -5.5),
        (None, None),
    ],
)
def test_cells_that_would_run_as_formulas_are_defused(cell: object, expected: object) -> None:
    assert safe(cell) == expected


def test_a_hostile_name_is_defused_in_csv_and_kept_in_geojson(bench: Bench) -> None:
    evil = '=HYPERLINK("http://x","y")'
    low = value("Au", None, "ppb", qualifier="<", limit=0.5)
    found = answer(bench, (Evidence(make_row(1, evil, "中型", "Au", Au=low), (near(),), SCORE),))
    row = rows_of(csv_bytes(found))[0]
    assert row["name"] == "'" + evil
    assert row["Au (ppb)"] == "<0.5"
    feature = json.loads(geojson_bytes(found))["features"][0]
    assert feature["properties"]["name"] == evil
    assert feature["properties"]["Au"] == "<0.5"


def test_geojson_holds_targets_and_each_reference_once(bench: Bench) -> None:
    collection = json.loads(geojson_bytes(answer(bench)))
    roles = [f["properties"]["role"] for f in collection["features"]]
    assert roles == ["target"] * 4 + ["reference"] * 5
    assert len({f["id"] for f in collection["features"]}) == 9
    point = shapely.from_geojson(json.dumps(collection["features"][0]["geometry"]))
    assert (round(point.x, 5), round(point.y, 5)) == (109.99034, 41.85056)


def test_the_json_form_is_the_documented_one(bench: Bench) -> None:
    document = (ROOT / "docs" / "answer-json.md").read_text(encoding="utf-8")
    schema = json.loads(document.split("```json schema\n")[1].split("```")[0])
    jsonschema.Draft202012Validator.check_schema(schema)
    data = json.loads(json.dumps(to_dict(answer(bench)), allow_nan=False))
    jsonschema.validate(data, schema)
    assert set(data) == set(schema["properties"])
    assert data["ir"]["query"]["target"]["where"]["and"][2]["max_m"] == 5000.0
    assert data["params"] == {"v": ["中型"]}
    assert data["rows"][0]["proximity"][0]["within_count"] == 8
    declined = Answer("a", "q", "en", "refused", bench.material().routing, None, message="No.")
    jsonschema.validate(to_dict(declined), schema)


def test_chips_point_at_the_words_they_stand_for(bench: Bench) -> None:
    material = bench.material(case_query(intent="count", output="scalar"))
    shown = [(c.value, material.reading.question[slice(*c.span)] if c.span else None) for c in chips(material)]
    assert shown == [
        ("deposits", "deposits"),
        ("a number", None),
        ("magmatic-hydrothermal", "magmatic-hydrothermal"),
        ("gold", "gold"),
        ("within 5 km of a fault", "within 5 km of faults"),
        ("Example Field", "in Example Field"),
    ]
