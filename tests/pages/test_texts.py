"""Interface texts: complete in both languages, and nothing on the screen outside them."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from core.settings import ROOT

EN = json.loads((ROOT / "locale" / "en.json").read_text(encoding="utf-8"))
ZH = json.loads((ROOT / "locale" / "zh.json").read_text(encoding="utf-8"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))
PLACES = re.compile(r"\{(\w+)\}")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
UNTRANSLATED = {
    "download_csv", "download_geojson", "map_credit", "up_comma", "up_formats_vector_line", "rep_format_docx",
    "rep_format_pdf", "geo_where_region", "geo_transform_log10", "geo_transform_log1p", "geo_scaling_z",
    "geo_col_p5", "geo_col_p25", "geo_col_p75", "geo_col_p95", "geo_col_mad", "geo_col_calinski_harabasz",
    "geo_col_davies_bouldin", "geo_col_log1p", "rep_map_score", "rep_semicolon",
}  # fmt: skip
"""Names, symbols and formulas."""


def test_both_languages_have_the_same_keys() -> None:
    assert EN.keys() == ZH.keys()


@pytest.mark.parametrize("key", sorted(EN))
def test_both_texts_have_the_same_places(key: str) -> None:
    assert sorted(PLACES.findall(EN[key])) == sorted(PLACES.findall(ZH[key]))


def test_chinese_texts_are_chinese_and_english_ones_are_not() -> None:
    assert [k for k, v in ZH.items() if not CHINESE.search(v) and k not in UNTRANSLATED] == []
    assert [k for k, v in EN.items() if CHINESE.search(v)] == []


def _calls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, ast.Call)]


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_every_key_that_the_pages_name_exists(path: Path) -> None:
    named = [
        c.args[0].value
        for c in _calls(path)
        if isinstance(c.func, ast.Name) and c.func.id == "t" and c.args and isinstance(c.args[0], ast.Constant)
    ]
    assert [k for k in named if k not in EN] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_no_words_on_the_screen_outside_the_text_files(path: Path) -> None:
    shown = {"write", "subheader", "caption", "info", "warning", "error", "button", "popover", "markdown", "title"}
    literal = [
        c.args[0].value
        for c in _calls(path)
        if isinstance(c.func, ast.Attribute)
        and c.func.attr in shown
        and isinstance(c.func.value, ast.Name)
        and c.func.value.id == "st"
        and c.args
        and isinstance(c.args[0], ast.Constant)
        and c.args[0].value
    ]
    assert literal == []


def test_families_of_keys_are_complete() -> None:
    from typing import get_args  # noqa: PLC0415

    from core.query.result import Strategy  # noqa: PLC0415
    from core.question.reading import Intent  # noqa: PLC0415

    wanted = [f"intent_{x}" for x in get_args(Intent)] + [f"strategy_{x}" for x in get_args(Strategy)]
    wanted += [f"severity_{x}" for x in ("error", "warning", "info")]
    wanted += [f"step_{x}" for x in ("route", "read", "query", "evidence", "compose", "passages")]
    assert [k for k in wanted if k not in EN] == []
