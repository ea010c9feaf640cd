"""Thirty spellings in six styles of column: text kept, numbers and limits right, nothing else misread."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from core.database.engine import Database
from core.ingest import CellRule, LoadDecisions, load
from tests.core.ingest import files

Expected = tuple[float | None, str | None, float | None]
NOTHING: Expected = (None, None, None)
BELOW: Expected = (None, "<", None)
CORPUS: dict[str, Expected] = {
    "12": (12.0, None, None), "1.50": (1.5, None, None), "1e-3": (0.001, None, None), "５．２": (5.2, None, None),
    "<0.5": (None, "<", 0.5), "＜0.01": (None, "<", 0.01), "< 0.5": (None, "<", 0.5), "<=3": (None, "<", 3.0),
    "≤2": (None, "<", 2.0), "⩽2": (None, "<", 2.0), "≦0.7": (None, "<", 0.7), "<.05": (None, "<", 0.05),
    "低于0.3": (None, "<", 0.3), "小于 0.4": (None, "<", 0.4), "below 0.2": (None, "<", 0.2),
    ">10000": (None, ">", 10000.0), "＞100": (None, ">", 100.0), "≥5": (None, ">", 5.0), ">=6": (None, ">", 6.0),
    "大于8": (None, ">", 8.0), "高于9": (None, ">", 9.0),
    "未检出": BELOW, "低于检出限": BELOW, "BDL": BELOW, "bdl": BELOW, "<LOD": BELOW, "not detected": BELOW,
    "ND": NOTHING, "n.d.": NOTHING, "n.a.": NOTHING, "-": NOTHING, "—": NOTHING, "无": NOTHING,
}  # fmt: skip
RULES: dict[str, CellRule] = {
    "plain": CellRule(),
    "nd": CellRule(nd="below", limit=0.25),
    "negative": CellRule(negative="below"),
    "zero": CellRule(zero="below", limit=0.1),
    "sentinels": CellRule(nothing=(-9999.0, -999.0)),
    "flagged": CellRule(flag="sign"),
}
EXTRA: dict[str, dict[str, Expected]] = {
    "plain": {"-0.5": (-0.5, None, None), "0": (0.0, None, None), "-9999": (-9999.0, None, None)},
    "nd": {"ND": (None, "<", 0.25), "n.d.": (None, "<", 0.25), "-": NOTHING, "0": (0.0, None, None)},
    "negative": {"-0.5": (None, "<", 0.5), "−3": (None, "<", 3.0), "0": (0.0, None, None)},
    "zero": {"0": (None, "<", 0.1), "0.0": (None, "<", 0.1), "-0.5": (-0.5, None, None)},
    "sentinels": {"-9999": NOTHING, "-999.0": NOTHING, "-99": (-99.0, None, None), "<-9999": (None, "<", -9999.0)},
    "flagged": {"0": (0.0, None, None), "-9999": (-9999.0, None, None)},
}
EXTRA["sentinels"].pop("<-9999")


def _expected(style: str, text: str) -> Expected:
    found = {**CORPUS, **EXTRA[style]}[text]
    limit = RULES[style].limit
    return (None, "<", limit) if found == BELOW and limit is not None else found


@pytest.mark.parametrize("style", RULES)
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_every_spelling_in_every_style(database: Database, tmp_path: Path, style: str, suffix: str) -> None:
    texts = [*dict.fromkeys([*CORPUS, *EXTRA[style]])] + ["7"] * 40
    header = ["Au(ppb)", "sign", "lon", "lat"]
    rows = [[x, "", f"{110 + i / 1000}", "41"] for i, x in enumerate(texts)]
    path = tmp_path / f"assays{suffix}"
    if suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([header, *rows])
    else:
        files.workbook(path, [header, *rows])
    cells = {"Au(ppb)": RULES[style]} if RULES[style].reads else {}
    record = load(database, path, LoadDecisions(cells=cells))
    names = '"Au(ppb)" AS v, "Au(ppb)__qualifier" AS q, "Au(ppb)__limit" AS l, "Au(ppb)__raw" AS raw'
    loaded = files.rows_of(database, "assays", names)
    assert [x["raw"] for x in loaded] == texts
    wrong = {x["raw"]: (x["v"], x["q"], x["l"]) for x in loaded[: len(texts) - 40]
             if (x["v"], x["q"], x["l"]) != _expected(style, x["raw"])}  # fmt: skip
    assert wrong == {}
    assert "units_found" in files.codes(record.report)
    kept = {"negative_kept", "zero_kept"} & files.codes(record.report)
    assert kept == {"plain": {"negative_kept", "zero_kept"}, "nd": {"zero_kept"}, "negative": {"zero_kept"},
                    "zero": {"negative_kept"}, "sentinels": {"negative_kept"},
                    "flagged": {"negative_kept", "zero_kept"}}[style]  # fmt: skip


def test_a_flag_column_gives_the_sign(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "flags.csv"
    signs = ["<", "", ">", "BDL", "＜", "", "?", "<"]
    values = ["0.5", "3", "1000", "0.2", "0.01", "<0.7", "4", ""]
    lines = [f"{v},{s},{110 + i / 100},41" for i, (v, s) in enumerate(zip(values, signs, strict=True))]
    path.write_text("As,As_flag,lon,lat\n" + "\n".join(lines) + "\n", encoding="utf-8")
    record = load(database, path, LoadDecisions(cells={"As": CellRule(flag="As_flag", unit="ppm")}))
    loaded = files.rows_of(database, "flags", '"As" AS v, "As__qualifier" AS q, "As__limit" AS l')
    assert [tuple(x.values()) for x in loaded] == [
        (None, "<", 0.5), (3.0, None, None), (None, ">", 1000.0), (None, "<", 0.2), (None, "<", 0.01),
        (None, "<", 0.7), (4.0, None, None), (None, None, None),
    ]  # fmt: skip
    assert "flag_unknown" in files.codes(record.report)
    assert record.decisions["cells"] == {"As": {"flag": "As_flag", "unit": "ppm"}}


def test_decimal_comma(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "komma.csv"
    path.write_text("Cu [mg/kg];lon;lat\n<0,5;110,5;41,5\n1.234,5;110,6;41,6\n-0,25;110,7;41,7\n")
    rule = CellRule(negative="below")
    load(database, path, LoadDecisions(decimal=",", cells={"Cu [mg/kg]": rule}))
    loaded = files.rows_of(
        database, "komma", '"Cu [mg/kg]" AS v, "Cu [mg/kg]__limit" AS l, "Cu [mg/kg]__raw" AS r'
    )
    assert [tuple(x.values()) for x in loaded] == [
        (None, 0.5, "<0,5"), (1234.5, None, "1.234,5"), (None, 0.25, "-0,25"),
    ]  # fmt: skip


def test_numbers_of_a_typed_source(database: Database, tmp_path: Path) -> None:
    values = [1.5, -0.05, -9999.0, 0.0, math.nan]
    frame = gpd.GeoDataFrame({"Au_ppb": values}, geometry=[shapely.Point(110, 41)] * 5, crs=4326)
    path = files.gpkg(tmp_path / "typed.gpkg", {"typed": frame})
    rule = CellRule(negative="below", nothing=(-9999.0,))
    load(database, path, LoadDecisions(cells={"Au_ppb": rule}))
    names = '"Au_ppb" AS v, "Au_ppb__qualifier" AS q, "Au_ppb__limit" AS l, "Au_ppb__raw" AS r'
    assert [tuple(x.values()) for x in files.rows_of(database, "typed", names)] == [
        (1.5, None, None, "1.5"), (None, "<", 0.05, "-0.05"), (None, None, None, "-9999"), (0.0, None, None, "0"),
        (None, None, None, None),
    ]  # fmt: skip


def test_words_that_mention_a_limit_stay_text(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    rows = [
        '"sieved, <0.06 mm (fine)",110,41',
        '"below the scarp",110,41',
        "低于海平面的洼地,110,41",
        ">2 m thick,110,41",
    ]
    path.write_text("note,lon,lat\n" + "\n".join(rows) + "\n", encoding="utf-8")
    load(database, path)
    assert [x["note"] for x in files.rows_of(database, "words", "note")] == [
        "sieved, <0.06 mm (fine)", "below the scarp", "低于海平面的洼地", ">2 m thick",
    ]  # fmt: skip
    assert {"note__raw", "note__limit"} & set(files.rows_of(database, "words")[0]) == set()
