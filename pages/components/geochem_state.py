"""What the session knows of element association: the open result, what of it is on the map, the running job."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st
from shapely.geometry import shape

from core.analysis.association_request import AssociationRequest
from core.analysis.store import Analysis, AnalysisStore
from core.errors import AnalysisError
from core.service.analyses import analysis_store
from core.service.associating import Associating
from core.settings import get_settings
from pages.components.product import product

KEY = "oresight.geochem"
NOTHING, CLUSTERS, CLASSES, ANOMALOUS, HEAT = "nothing", "clusters", "class", "anomalous", "heat"


@dataclass(frozen=True)
class GeochemState:
    """One session's place in the panel."""

    opened: str | None = None
    """Id of the analysis that is shown; None: the form for a new one."""
    job: str | None = None
    shown: tuple[str, ...] = ()
    """Overlays that are on: ``class``, ``PC1`` …, ``anomalous``, ``clusters``, ``heat``."""
    only_class: int | None = None
    """Class of samples that alone is shown; None shows all."""
    cluster: int | None = None
    """Anomaly cluster that is selected."""
    brush: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Component → range that was marked in a plot."""
    sample: int | None = None
    """Row of the sample that was picked on the map or in the table."""
    clicks: int = 0
    """Grows with every click on the map that concerns the result, so that choices in tables made before end."""
    base: str | None = None
    """Id of the analysis whose settings the form starts from; None: from the data."""
    refused: str | None = None
    """Id of an analysis that cannot be asked of the present layers again."""
    form: int = 0
    """Changes with every new form, so that its fields start afresh."""


def read() -> GeochemState:
    """The state of this session."""
    found = st.session_state.get(KEY)
    return found if isinstance(found, GeochemState) else GeochemState()


def change(**values: Any) -> GeochemState:
    """Change the state of this session."""
    st.session_state[KEY] = replace(read(), **values)
    return read()


def open_result(identifier: str | None) -> None:
    """Show another result, or none; what was marked in the one before is forgotten."""
    change(opened=identifier, cluster=None, only_class=None, sample=None, brush={}, refused=None)


@st.cache_resource(show_spinner=False)
def _store(_key: str) -> AnalysisStore:
    return analysis_store(get_settings(), product().library)


def store() -> AnalysisStore:
    """The finished analyses of this installation."""
    return _store(str(get_settings().local_dir))


def work() -> Associating:
    """Element association of the opened product."""
    return Associating(product().database, store())


def given() -> AssociationRequest | None:
    """What the form starts from when the settings of a kept analysis were taken over."""
    base = read().base
    if base is None:
        return None
    try:
        return work().again(product().card, store().load(base))
    except AnalysisError:
        return None


@st.cache_data(max_entries=1, show_spinner=False)
def _any(token: int, directory: str) -> bool:  # noqa: ARG001 - another token, another answer
    return any(x.name.startswith("association-") for x in Path(directory).glob("*"))


def any_kept() -> bool:
    """Whether there is a result that could be opened."""
    return _any(store().token(), str(store().directory))


def outlines(analysis: Analysis) -> dict[int, Any]:
    """Number of each anomaly cluster → its outline in degrees."""
    return _outlines(str(analysis.directory / "cluster_outlines.geojson"))


@lru_cache(maxsize=8)
def _outlines(path: str) -> dict[int, Any]:
    with open(path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    return {int(x["properties"]["cluster"]): shape(x["geometry"]) for x in features}


def opened() -> Analysis | None:
    """The analysis that is shown, None when it was deleted in the meantime."""
    identifier = read().opened
    if identifier is None:
        return None
    try:
        return store().load(identifier)
    except AnalysisError:
        return None
