"""Text data: the documents of the library, and a search that shows the passages an answer would quote."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from core.knowledge.passages import Passage
from core.session import StateManager
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.texts import t

LIMIT = 6


def render() -> None:
    """Draw the tab."""
    library = product().library
    documents = library.documents()
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.html(
            f'<div class="os-page-head"><h3>{escape(t("library"))}</h3>'
            f"<p>{escape(t('library_line', documents=len(documents), passages=len(library.passages())))}</p></div>"
        )
        frame = pd.DataFrame(
            {
                t("doc_title"): d.title,
                t("doc_language"): t(f"lang_{d.language}"),
                t("doc_size"): f"{d.size / 1024:.1f} KB",
                t("doc_file"): d.name,
            }
            for d in documents
        )
        st.dataframe(
            frame,
            hide_index=True,
            width="stretch",
            alt=t("library"),
            height=table_height(len(frame), 16),
            row_height=ROW_PX,
        )
        for problem in library.problems():
            st.warning(problem.say(StateManager().language))
    with right:
        head = f"<h3>{escape(t('search_title'))}</h3><p>{escape(t('search_line'))}</p>"
        st.html(f'<div class="os-page-head">{head}</div>')
        text = st.text_input(
            t("search_title"), key="library_search", placeholder=t("search_placeholder"), max_chars=500,
            label_visibility="collapsed",
        )  # fmt: skip
        if text.strip():
            passages = library.search(text, limit=LIMIT)
            if not passages:
                st.caption(t("search_none"))
            st.html("".join(_passage(p) for p in passages))


def _passage(passage: Passage) -> str:
    where = " › ".join((passage.title, *passage.heading))
    return (
        f'<article class="os-passage" lang="{passage.language}"><b>{escape(where)}</b> '
        f"<small>{escape(t('score', score=f'{passage.score:.2f}'))}</small><p>{escape(passage.text)}</p>"
        f"<small>{escape(passage.document)}</small></article>"
    )
