"""Text data: the documents of the library, and a search that shows the passages an answer would quote."""

from __future__ import annotations

import streamlit as st

from pages.components import text_list, text_search


def render() -> None:
    """Draw the tab."""
    left, right = st.columns([1, 1], gap="medium")
    with left:
        text_list.render()
    with right:
        text_search.render()
