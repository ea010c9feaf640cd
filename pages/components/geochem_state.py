"""What the session knows of element association: the open result, what of it is on the map, the running job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

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
    form: int = 0
    """Changes with every new form, so that its fields start from the defaults."""


def read() -> GeochemState:
    """The state of this session."""
    found = st.session_state.get(KEY)
    return found if isinstance(found, GeochemState) else GeochemState()


def change(**values: Any) -> GeochemState:
    """Change the state of this session."""
    st.session_state[KEY] = replace(read(), **values)
    return read()


@st.cache_resource(show_spinner=False)
def _store(_key: str) -> AnalysisStore:
    return analysis_store(get_settings(), product().library)


def store() -> AnalysisStore:
    """The finished analyses of this installation."""
    return _store(str(get_settings().local_dir))


def work() -> Associating:
    """Element association of the opened product."""
    return Associating(product().database, store())


def opened() -> Analysis | None:
    """The analysis that is shown, None when it was deleted in the meantime."""
    identifier = read().opened
    if identifier is None:
        return None
    try:
        return store().load(identifier)
    except AnalysisError:
        return None
