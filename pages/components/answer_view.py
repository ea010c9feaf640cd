"""One answer: interpretation, claims with citations, status line, evidence, and everything behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

import streamlit as st

from core.answer.assessed.sections import by_section, heading
from core.answer.export_table import own_table
from core.answer.model import Answer, Citation, Claim
from core.answer.pieces import pieces
from core.answer.report_words import SENTENCES
from core.question.reading import Choice, Intent
from pages.components import details, evidence_table, interpretation, model_text, result_table
from pages.components.product import product
from pages.components.sidebar import region_name
from pages.components.texts import number, plain, t

_LEAD = ("summary", "zero")
_FIGURE = re.compile(r"\d[^ ]* [^ ]+( ?[(（][^()（）]*[)）])?")
"""A number with its unit, which stays on one line."""
FIRST = 5
"""Claims of single targets shown before the list is folded."""


def render(answer: Answer) -> None:
    """Draw the answer in the panel, and below it those to further questions of the same text."""
    _one(answer)
    for further in answer.also:
        st.html(f'<h3 class="os-also"><small>{escape(t("also_asked"))}</small> {escape(further.question)}</h3>')
        _one(further)


def _one(answer: Answer) -> None:
    interpretation.render(answer)
    if answer.status == "answered":
        _claims(answer)
        _status(answer)
        model_text.render(answer)
        if answer.result is not None and answer.result.total == 0:
            _relaxations(answer)
        if not result_table.render(answer) and answer.evidence and own_table(answer) is None:
            evidence_table.render(answer)
    else:
        _asked_back(answer)
    if answer.data_version and answer.data_version != product().card.version:
        st.warning(t("stale"))
        st.button(t("ask_again"), key=f"stale_{answer.id}", on_click=_ask, args=(answer.question, answer.after))
    details.render(answer)


def _ask(question: str, after: Answer | None = None, intent: Intent | None = None) -> None:
    from pages.components.panel import ask  # noqa: PLC0415 - the panel draws this module

    ask(question, after=after, intent=intent)


def _claims(answer: Answer) -> None:
    parts = []
    for section, inside in by_section(answer.claims) if any(c.section for c in answer.claims) else ():
        title = f'<h3 class="os-section">{escape(heading(section, answer.language))}</h3>' if section else ""
        parts.append(title + _told(inside))
    text = "".join(parts) or _told(answer.claims)
    st.html(f'<div class="os-answer-text" lang="{answer.language}">{text}</div>')


def _told(claims: Sequence[Claim]) -> str:
    """Claims of one block: leading ones, one line for each target, remarks."""
    lead = [c for c in claims if c.kind in _LEAD]
    rows = [c for c in claims if c.kind in ("row", "relation", "passage")]
    caveats = [c for c in claims if c.kind == "caveat"]
    parts = [f'<p class="os-lead">{claim_html(c)}</p>' for c in lead]
    if rows:
        parts.append(_listed(rows))
    if caveats:
        notes = "".join(f"<li>{claim_html(c)}</li>" for c in caveats)
        parts.append(f'<ul class="os-caveats">{notes}</ul>')
    return "".join(parts)


def _listed(rows: list[Claim]) -> str:
    """The claims of single targets; a long list is folded, the table below holds every target."""
    kind = " os-quotes" if all(c.kind == "passage" for c in rows) else ""
    items = [f"<li>{claim_html(c)}</li>" for c in rows]
    first = f'<ol class="os-claims{kind}">{"".join(items[:FIRST])}</ol>'
    if len(items) <= FIRST:
        return first
    rest = f'<ol class="os-claims{kind}" start="{FIRST + 1}">{"".join(items[FIRST:])}</ol>'
    more = escape(t("more_rows", count=len(items) - FIRST))
    return f"{first}<details><summary>{more}</summary>{rest}</details>"


def claim_html(claim: Claim) -> str:
    """The text of a claim with its cited values in bold and its marks as superscripts; everything escaped."""
    out: list[str] = []
    for piece in pieces(claim):
        if piece.kind == "value" and (piece.citations[0].column or "").endswith(SENTENCES):
            out.append(escape(piece.text))
        elif piece.kind == "value":
            figure = ' class="os-figure"' if _FIGURE.fullmatch(piece.text) else ""
            out.append(f"<b{figure}>{escape(piece.text)}</b>")
        elif piece.kind == "mark":
            out.append(_mark(piece.citations[0]))
        else:
            out.append(escape(piece.text))
    return "".join(out)


def _mark(citation: Citation) -> str:
    tip = escape(details.citation_line(citation), quote=True)
    return f'<sup class="os-cite" tabindex="0" title="{tip}" aria-label="{tip}">[{citation.number}]</sup>'


def _status(answer: Answer) -> None:
    seconds = details.seconds(answer)
    words: list[str] = []
    result = answer.result
    if result is not None and not _single(answer):
        of = result.funnel[0].count if result.funnel else None
        words.append(t("found_of", found=number(result.total), all=number(of)) if of else number(result.total))
        if result.truncated:
            words.append(t("truncated", shown=number(len(result.rows))))
    if area := _area(answer):
        words.append(area)
    words.append(f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds * 1000:.0f} ms")
    if answer.citation_coverage is not None:
        words.append(t("cited", share=f"{answer.citation_coverage:.0%}"))
    if helper := model_text.read_by(answer):
        words.append(helper)
    st.html(f'<p class="os-status">{escape(" · ".join(words))}</p>')


def _single(answer: Answer) -> bool:
    """Whether the answer is one number that no feature stands behind."""
    query = answer.reading.ir.query if answer.reading is not None else None
    return query is not None and query.intent == "value" and not (answer.result and answer.result.rows)


def _area(answer: Answer) -> str:
    """Study area of the answer: the one the query names, else none is told."""
    named = next((b.canonical for b in answer.bindings if b.expected == "region"), None)
    return region_name(named) if named else ""


def _relaxations(answer: Answer) -> None:
    if answer.result is None:
        return
    offers = [r for r in answer.result.relaxations if r.question]
    if offers:
        st.html(f'<h4 class="os-sub">{escape(t("try_instead"))}</h4>')
    for i, offer in enumerate(offers):
        st.button(
            f"{plain(offer.label)} :gray[→ {number(offer.count)}]", key=f"relax_{answer.id}_{i}", on_click=_ask,
            args=(offer.question, answer.after), width="stretch",
        )  # fmt: skip


def _asked_back(answer: Answer) -> None:
    kind = "clarify" if answer.status == "clarify" else "refused"
    st.html(f'<div class="os-back os-{kind}"><b>{escape(t(kind))}</b><p>{escape(answer.message)}</p></div>')
    for i, choice in enumerate(answer.choices):
        _choice(answer, i, choice)


def _choice(answer: Answer, i: int, choice: Choice) -> None:
    st.button(
        plain(choice.label), key=f"choice_{answer.id}_{i}", on_click=_ask,
        args=(choice.question, answer.after, choice.intent), width="stretch",
        icon=":material/subdirectory_arrow_right:",
    )  # fmt: skip
