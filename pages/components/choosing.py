"""Fields whose words follow the language of the screen and whose choice outlives them.

A field of Streamlit keeps showing the words it was chosen by, so each language has a field of its own.  What a
field holds is forgotten once it is not drawn, as while another tab is open, so what was chosen is kept beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

from core.session import StateManager

T = TypeVar("T")


def _own(key: str, usual: Any) -> str:
    """Key of the field in the language of the screen, with the value chosen before, else `usual`."""
    own = f"{key}_{StateManager().language}"
    if own not in st.session_state:
        st.session_state[own] = st.session_state.get(f"{key}_kept", usual)
    return own


def _keep(key: str, chosen: T) -> T:
    st.session_state[f"{key}_kept"] = chosen
    return chosen


def one(label: str, options: Sequence[T], *, key: str, format_func: Callable[[Any], str], index: int = 0) -> T:
    """One of some options; a kept choice that is no longer offered gives way to the usual one."""
    own = _own(key, options[index])
    if st.session_state[own] not in options:
        st.session_state[own] = options[index]
    chosen: T = st.selectbox(label, options, key=own, format_func=format_func)
    return _keep(key, chosen)


def several(
    label: str, options: Sequence[T], *, key: str, default: Sequence[T], format_func: Callable[[Any], str] = str,
    **more: Any,
) -> list[T]:  # fmt: skip
    """Any number of some options; kept choices that are no longer offered fall away."""
    own = _own(key, list(default))
    st.session_state[own] = [x for x in st.session_state[own] if x in options]
    return _keep(key, list(st.multiselect(label, options, key=own, format_func=format_func, **more)))


def whole(label: str, least: int, most: int, usual: int, step: int, *, key: str, help: str | None = None) -> int:
    """A whole number within bounds."""
    own = _own(key, usual)
    return _keep(key, int(st.number_input(label, least, most, step=step, key=own, help=help)))
