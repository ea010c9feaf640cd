"""Trying a search: the passages an answer would quote, with their places and how well they fit."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.errors import Language
from core.knowledge.passages import Passage
from core.session import StateManager
from pages.components.product import product
from pages.components.texts import t

LIMIT = 6
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def render() -> None:
    """Draw the column."""
    library = product().library
    head = f"<h3>{escape(t('search_title'))}</h3><p>{escape(t('search_line'))}</p>"
    st.html(f'<div class="os-page-head">{head}</div>')
    text = st.text_input(
        t("search_title"), key="library_search", placeholder=t("search_placeholder"), max_chars=500,
        label_visibility="collapsed",
    )  # fmt: skip
    left, middle, right = st.columns([3, 2, 2], gap="small")
    titles = {x.name: x.title for x in library.documents()}
    documents = left.multiselect(
        t("txt_in_documents"), list(titles), format_func=lambda x: titles.get(x, x), key="library_documents",
        placeholder=t("txt_all_documents"),
    )  # fmt: skip
    language = right.selectbox(
        t("txt_in_language"), [None, *LANGUAGES], format_func=lambda x: t(f"lang_{x}" if x else "txt_both"),
        key=f"library_language_{StateManager().language}",
    )  # fmt: skip
    card, regions = product().context().card, product().context().regions()
    area: str | None = middle.selectbox(
        t("txt_about_area"), [None, *regions], key=f"library_area_{StateManager().language}",
        format_func=lambda x: card.region_called(x, StateManager().language) if x else t("txt_any_area"),
    )  # fmt: skip
    if not text.strip():
        return
    named = [x.text for x in card.names if area and x.canonical == area]
    passages = library.search(text, limit=LIMIT, documents=documents or None, language=language, mentioning=named)
    if not passages:
        st.caption(t("search_none"))
    st.html("".join(_passage(p) for p in passages))


def _passage(passage: Passage) -> str:
    where = " › ".join(dict.fromkeys((passage.title, *passage.heading)))
    fits = [t("score", score=f"{passage.score:.2f}"), t("txt_words", share=f"{passage.words * 100:.0f}")]
    if passage.meaning is not None:
        fits.append(t("txt_meaning", cosine=f"{passage.meaning:.2f}"))
    return (
        f'<article class="os-passage" lang="{passage.language}"><b>{escape(where)}</b> '
        f"<small>{escape(' · '.join(fits))}</small>{_text(passage.text)}"
        f"<small>{escape(place(passage))}</small></article>"
    )


def place(passage: Passage) -> str:
    """File and pages of a passage."""
    if passage.pages is None:
        return passage.document
    first, last = passage.pages
    pages = t("txt_page", page=first) if first == last else t("txt_page_span", first=first, last=last)
    return f"{passage.document}, {pages}"


def _text(text: str) -> str:
    """Paragraphs as they are, rows of a table as a table."""
    parts: list[str] = []
    rows: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith("|") and line.endswith("|"):
            if line.strip("|- ") != "":
                cells = "".join(f"<td>{escape(x.strip())}</td>" for x in line.strip("|").split("|"))
                rows.append(f"<tr>{cells}</tr>")
            continue
        if rows:
            parts.append(f'<table class="os-cells">{"".join(rows)}</table>')
            rows = []
        item = "<br>" if line.startswith(("- ", "* ")) and parts and parts[-1] != "</p><p>" else ""
        parts.append(f"{item}{escape(line)}\n" if line else "</p><p>")
    return f"<p>{''.join(parts)}</p>".replace("<p></p>", "")
