"""Tables of kept analyses of element association, with headings and codes in the language of the session."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.analysis.association_names import RockNames
from core.analysis.association_request import RockColumn
from core.analysis.store import Analysis
from core.session import StateManager
from pages.components.product import product
from pages.components.texts import t

ROCK = "rock"
NEAREST = ("name", "name_zh", "distance_m")
"""Endings of columns on the nearest feature of a kind."""
PLACES = ("lon", "lat")
"""Columns of degrees, shown to a metre."""


@st.cache_data(max_entries=64, show_spinner=False)
def read(path: str) -> pd.DataFrame:
    """A table of a kept analysis; such files never change."""
    return pd.read_csv(path, encoding="utf-8-sig", keep_default_na=False, na_values=[""])


def named(frame: pd.DataFrame, analysis: Analysis) -> pd.DataFrame:
    """Headings, codes and rocks of a table of `analysis` in the language of the session."""
    if ROCK in frame.columns:
        called = rock_names(analysis)
        frame = frame.assign(**{ROCK: [called(x) if isinstance(x, str) else x for x in frame[ROCK]]})
    frame = frame.drop(columns=[x for x in frame.columns if _other_language(str(x), frame)])
    names = {x: _heading(str(x)) for x in frame.columns}
    floats = frame.select_dtypes("float").columns
    places = {x: [round(float(v), 5) for v in frame[x]] for x in PLACES if x in floats}
    frame = frame.assign(**{x: [float(f"{v:.4g}") for v in frame[x]] for x in floats if x not in places}, **places)
    frame = frame.dropna(axis="columns", how="all")
    texts = frame.select_dtypes(["object", "string"]).columns
    shown = frame.fillna(dict.fromkeys(texts, "")).rename(columns=names)
    for code, column in (("rule", "threshold"), ("reason", "reason"), ("used", "yes"), ("at_limit", "yes"),
                         ("above_unrelated", "yes")):  # fmt: skip
        if code in frame.columns:
            shown[names[code]] = [_code(column, x) for x in frame[code]]
    return shown


def rock_names(analysis: Analysis) -> Callable[[str], str]:
    """What calls a rock of the result as the session reads it; as the data spell it when its layer is gone."""
    chosen, card, language = analysis.record.settings.get("rocks"), product().card, StateManager().language
    there = chosen is not None and any(x.table == chosen["table"] for x in card.layers)
    names = RockNames(card, RockColumn(**chosen) if chosen is not None and there else None)
    return lambda raw: names(raw, language)


def _other_language(column: str, frame: pd.DataFrame) -> bool:
    """Whether a column holds names in the other language than that of the session, its own standing beside it."""
    if StateManager().language == "zh":
        return column.endswith("_name") and f"{column}_zh" in frame.columns
    return column.endswith("_name_zh") and column.removesuffix("_zh") in frame.columns


def _heading(name: str) -> str:
    for prefix in ("class_",):
        head, _, rest = name.removeprefix(prefix).partition("_")
        if name.startswith(prefix) and head.isdigit():
            return f"{t('geo_class', number=head)} {t(f'geo_col_{rest}')}"
    for ending in NEAREST:
        kind = product().card.entity_types.get(name.removesuffix(f"_{ending}"))
        if kind is not None and name.endswith(f"_{ending}"):
            key = f"geo_col_nearest_{ending.removesuffix('_zh')}"
            return t(key, kind=kind.labels.in_(StateManager().language))
    text = t(f"geo_col_{name}")
    return name if text == f"geo_col_{name}" else text


def _code(kind: str, value: object) -> str:
    if value is None or value != value:  # noqa: PLR0124 - a missing cell is not equal to itself
        return ""
    code, _, other = str(value).partition(":")
    return t(f"geo_{kind}_{code}", other=other)
