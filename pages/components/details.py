"""Behind an answer: how it was computed, where everything comes from, and the files to take away."""

from __future__ import annotations

import json
from html import escape

import pandas as pd
import streamlit as st

from core.answer import export
from core.answer.export_table import own_table
from core.answer.model import Answer, Citation
from core.question import ir
from pages.components import report_download
from pages.components.product import product
from pages.components.texts import number, t


def render(answer: Answer) -> None:
    """Draw the closed sections and the downloads below an answer."""
    with st.expander(t("how"), icon=":material/account_tree:", key=f"how_{answer.id}"):
        _how(answer)
    if answer.evidence or answer.claims:
        with st.expander(t("sources"), icon=":material/source:", key=f"sources_{answer.id}"):
            _sources(answer)
    if answer.evidence or own_table(answer) is not None:
        _downloads(answer)
    if answer.status == "answered":
        report_download.render(answer)


def seconds(answer: Answer) -> float:
    """How long the answer took."""
    timings = answer.timings_ms
    return (timings["total"] if "total" in timings else sum(timings.values())) / 1000


def citation_line(citation: Citation) -> str:
    """What a citation rests on, in one line."""
    parts = [f"[{citation.number}] {citation.text}"]
    if citation.source:
        parts.append(citation.source)
    if citation.column and not citation.column.startswith("assumption:"):
        parts.append(t("cite_column", column=citation.column))
    if citation.refs:
        parts.append(", ".join(f"{r.table} #{r.fid}" for r in citation.refs))
    if citation.quote:
        parts.append(f"“{citation.quote}”")
    return " · ".join(parts)


def _how(answer: Answer) -> None:
    if answer.result is not None and answer.result.funnel:
        st.html(f'<h4 class="os-sub">{escape(t("funnel"))}</h4>{_funnel(answer)}')
    if answer.result is not None and answer.result.skipped:
        for table, reason in answer.result.skipped.items():
            st.caption(f"{t('skipped')} `{_code(table)}`: {reason}")
    _route(answer)
    if answer.bindings:
        st.html(f'<h4 class="os-sub">{escape(t("bindings"))}</h4>')
        st.dataframe(_bindings(answer), hide_index=True, width="stretch", alt=t("bindings"))
    if answer.reading is not None:
        st.html(f'<h4 class="os-sub">{escape(t("ir"))}</h4>')
        st.code(json.dumps(ir.dump(answer.reading.ir), ensure_ascii=False, indent=1), language="json", height=220)
    statement = answer.result.statement if answer.result is not None else None
    if statement is not None:
        st.html(f'<h4 class="os-sub">{escape(t("sql"))}</h4>')
        st.code(statement.sql, language="sql", height=260)
        st.html(f'<h4 class="os-sub">{escape(t("parameters"))}</h4>')
        st.code(
            json.dumps(statement.params, ensure_ascii=False, indent=1, default=str), language="json", height=140
        )
    _timings(answer)


def _funnel(answer: Answer) -> str:
    steps = answer.result.funnel if answer.result is not None else ()
    most = max((s.count for s in steps), default=0) or 1
    rows = "".join(
        f"<li><span>{escape(s.label)}</span><b>{number(s.count)}</b>"
        f'<i style="width:{max(100 * s.count / most, 0.6):.1f}%"></i></li>'
        for s in steps
    )
    return f'<ol class="os-funnel">{rows}</ol>'


def _route(answer: Answer) -> None:
    scores = ", ".join(
        f"{t(f'intent_{name}')} {score:.2f}"
        for name, score in sorted(answer.routing.scores.items(), key=lambda x: -x[1])
        if score > 0
    )
    words = ", ".join(f"“{h.keyword}”" for h in answer.routing.hits)
    lines = [f"<b>{escape(t('branch'))}</b> {escape(t(f'intent_{answer.routing.intent}'))}"]
    if scores:
        lines.append(escape(scores))
    if words:
        lines.append(escape(t("because", words=words)))
    st.html(f'<p class="os-small">{" · ".join(lines)}</p>')


def _bindings(answer: Answer) -> pd.DataFrame:
    return pd.DataFrame(
        {
            t("bind_words"): b.mention,
            t("bind_meaning"): b.canonical,
            t("bind_where"): " · ".join(x for x in (b.table, b.column) if x),
            t("bind_values"): ", ".join(b.values[:6]),
            t("bind_how"): t(f"strategy_{b.strategy}"),
        }
        for b in answer.bindings
    )


def _timings(answer: Answer) -> None:
    if not answer.timings_ms:
        return
    total = seconds(answer) * 1000
    words = " · ".join(f"{t(f'step_{k}')} {v:.1f} ms" for k, v in answer.timings_ms.items() if k != "total")
    cost = answer.result.plan_cost if answer.result is not None else None
    extra = f" · {t('plan_cost')} {cost:,.0f}" if cost is not None else ""
    st.html(
        f'<h4 class="os-sub">{escape(t("timings"))}</h4>'
        f'<p class="os-small">{escape(words)}<br><b>{escape(t("together"))} {total:.1f} ms</b>{escape(extra)}</p>'
    )


def _sources(answer: Answer) -> None:
    card = product().card
    tables = {e.row.ref.table for e in answer.evidence} | set(answer.result.layers if answer.result else ())
    tables |= {r.ref.table for e in answer.evidence for p in e.proximity for r in p.within[:50]}
    items = []
    for layer in card.layers:
        if layer.table in tables:
            mark = f" <b>{escape(t('demo_mark'))}</b>" if layer.invented else ""
            items.append(
                f"<li><b>{escape(layer.title.in_(answer.language))}</b> · {number(layer.rows)} {escape(t('rows'))}"
                f"<br><small>{escape(layer.provenance)}{mark}</small></li>"
            )
    if items:
        st.html(f'<ul class="os-sources">{"".join(items)}</ul>')
    numbered = {c.number: c for claim in answer.claims for c in claim.citations}
    if numbered:
        rows = "".join(f"<li>{escape(citation_line(numbered[n]))}</li>" for n in sorted(numbered))
        st.html(f'<h4 class="os-sub">{escape(t("citations"))}</h4><ul class="os-citations">{rows}</ul>')
    words = [t("data_version", version=answer.data_version), t("crs_line"), t("answer_id", id=answer.id)]
    if answer.citation_correct is not None:
        words.append(t("cite_correct", share=f"{answer.citation_correct:.0%}"))
    st.html(f'<p class="os-small">{escape(" · ".join(words))}</p>')


def _downloads(answer: Answer) -> None:
    with st.container(horizontal=True, key=f"downloads_{answer.id}", gap="small"):
        st.download_button(
            t("download_csv"), lambda: export.csv_bytes(answer), f"{answer.id}.csv", "text/csv",
            icon=":material/download:", on_click="ignore", key=f"csv_{answer.id}",
        )  # fmt: skip
        st.download_button(
            t("download_geojson"), lambda: export.geojson_bytes(answer), f"{answer.id}.geojson",
            "application/geo+json", icon=":material/download:", on_click="ignore", key=f"geojson_{answer.id}",
        )  # fmt: skip


def _code(text: str) -> str:
    return text.replace("`", "ʼ")
