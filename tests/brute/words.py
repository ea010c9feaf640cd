"""The vocabulary of the random worlds: concepts, ranks, units, spellings and names of columns."""

from __future__ import annotations

FAMILY = {"greek": ("alpha", "beta"), "alpha": (), "beta": (), "gamma": (), "delta": ()}
"""Concepts of the attribute `kind` and what each of them includes."""
RANKS = {"small": 1.0, "medium": 2.0, "large": 3.0}
KINDS = ("alpha", "beta", "gamma", "delta")
UNITS = {"height": {"m": 1.0, "km": 1000.0, "ft": 0.3048}, "metal": {"ppm": 1.0, "ppb": 0.001}}
"""Attribute → unit of a column → factor to the unit of display (m, ppm)."""
NOTES = ('100% "good"', "don't know; ask", "C:\\temp", "Grün {0} %s", "旧矿 $1", "plain", "Plain text")
SPELLINGS = (
    {"alpha": "A", "beta": "B", "gamma": "Gam", "delta": "D'd"},
    {"alpha": "甲", "beta": "乙", "gamma": "丙", "delta": "丁"},
    {"alpha": "alpha", "beta": "be ta", "gamma": "g%s", "delta": 'de"lta'},
)
SIZES = ({"small": "S", "medium": "M", "large": "L"}, {"small": "小型", "medium": "中型", "large": "大型"})
MEANING = {
    "kind": {**{x: x for x in FAMILY}, **{w: x for table in SPELLINGS for x, w in table.items()}},
    "size": {**{x: x for x in RANKS}, **{w: x for table in SIZES for x, w in table.items()}},
}
"""Attribute → every word for a concept → the concept."""
COLUMNS = {
    "name": ("name", "名称", 'na"me%s'), "kind": ("kind", "矿种; --", "kind (x)"), "size": ("size", "规模"),
    "note": ("note", "备注 %(a)s"), "height": ("height", "高程(m)", "h"), "metal": ("metal", "Au_g/t", "含量"),
    "year": ("year", "年份"), "score": ("score", "sc'ore", "得分"),
}  # fmt: skip
