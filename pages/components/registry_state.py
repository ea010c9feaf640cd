"""What the registry remembers of a session: the chosen layer, the section, and what was just done."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import OreSightError
from core.session import StateManager

CHOSEN, SAID, SECTION = "registry_table", "registry_said", "registry_section"
SECTIONS = ("about", "mapping", "style", "versions", "export")


def chosen() -> str | None:
    """Table of the layer that is looked at."""
    return st.session_state.get(CHOSEN)


def choose(table: str) -> None:
    """Look at a layer."""
    st.session_state[CHOSEN] = table


def say(text: str) -> None:
    """Show a sentence at the top of the page once."""
    st.session_state[SAID] = ("done", text)


def complain(text: str) -> None:
    """Show the sentence of an error at the top of the page once."""
    st.session_state[SAID] = ("failed", text)


def said() -> None:
    """Draw what was just done or failed."""
    found = st.session_state.pop(SAID, None)
    if found is not None:
        (st.success if found[0] == "done" else st.error)(found[1])


def attempt(work: Callable[[], str]) -> None:
    """Do something in a callback and keep the sentence that it returns, or that of its error."""
    try:
        say(work())
    except OreSightError as error:
        complain(error.say(StateManager().language))
