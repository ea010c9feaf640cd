"""System information: what runs, what is missing and what that means, how fast it was."""

from __future__ import annotations

from html import escape
from urllib.parse import unquote

import streamlit as st

from core.mapping.definition import STATIC
from core.service import AuditFigures, SystemStatus
from core.settings import get_settings
from pages.components import model_state
from pages.components import product as shared
from pages.components.jobs import JOBS
from pages.components.product import product
from pages.components.texts import number, t


def render() -> None:
    """Draw the tab."""
    status = product().status()
    left, right = st.columns(2, gap="medium")
    with left:
        st.html(f'<div class="os-page-head"><h3>{escape(t("sys_parts"))}</h3></div>{_components(status)}')
    with right:
        st.html(f'<div class="os-page-head"><h3>{escape(t("sys_database"))}</h3></div>{_facts(_database(status))}')
        st.html(f'<div class="os-page-head"><h3>{escape(t("sys_caches"))}</h3></div>{_facts(_caches(status))}')
        st.html(f'<div class="os-page-head"><h3>{escape(t("sys_timings"))}</h3></div>{_timings(status)}')
        model_state.render()
    st.html(f'<div class="os-page-head"><h3>{escape(t("sys_audit"))}</h3></div>{_audit(status.audit)}')
    with st.expander(t("sys_copy"), icon=":material/content_copy:"):
        st.code(as_text(status), language=None)


def as_text(status: SystemStatus) -> str:
    """The whole status as plain text for a report; holds no password."""
    lines = [f"{c.name} {c.version if c.present else t('sys_missing')}" for c in status.components]
    lines += [f"{label}: {value}" for label, value in (*_database(status), *_caches(status))]
    lines += [f"{s.step}: n={s.count} median={s.median:.1f} ms slowest={s.slowest:.1f} ms" for s in status.timings]
    lines += [f"{label}: {value}" for label, value in _audit_facts(status.audit)]
    lines += [f"{_reason(why)}: {count}" for why, count in status.audit.reasons]
    return "\n".join(lines)


def _components(status: SystemStatus) -> str:
    rows = []
    for part in status.components:
        state = "ok" if part.present else "gone"
        word = part.version if part.present else t("sys_missing")
        why = (
            ""
            if part.present
            else f"<small>{escape(t('sys_missing_heavy' if part.heavy else 'sys_missing_needed'))}</small>"
        )
        rows.append(f'<li class="{state}"><b>{escape(part.name)}</b><span>{escape(word)}</span>{why}</li>')
    return f'<ul class="os-parts">{"".join(rows)}</ul>'


def _database(status: SystemStatus) -> list[tuple[str, str]]:
    disk = status.disk
    return [
        (t("sys_server"), f"{unquote(status.server)} ({t('sys_private' if status.private else 'sys_external')})"),
        (t("sys_data_version"), status.data_version),
        (t("layers"), f"{status.layers} · {number(status.rows)} {t('rows')}"),
        (t("library"), t("documents_count", count=status.documents)),
        (t("sys_size"), _bytes(disk.database)),
        (t("sys_disk"), f"{_bytes(disk.free)} / {_bytes(disk.total)} · {disk.path}"),
        (t("sys_mappings"), str(get_settings().mappings_dir)),
    ]


def _caches(status: SystemStatus) -> list[tuple[str, str]]:
    figures = shared.files().figures()
    rows = [
        (t(f"cache_{c.name}"), t("cache_line", size=c.size, hits=c.hits, misses=c.misses)) for c in status.caches
    ]
    rows.append((t("cache_layers"), t("cache_files", files=figures["files"], size=_bytes(figures["bytes"]))))
    rows.append((t("sys_jobs"), str(JOBS.running())))
    rows.append((t("sys_assets"), _bytes(sum(p.stat().st_size for p in STATIC.rglob("*") if p.is_file()))))
    return rows


def _timings(status: SystemStatus) -> str:
    if not status.timings:
        return f'<p class="os-small">{escape(t("sys_no_timings"))}</p>'
    head = "".join(f"<th>{escape(t(k))}</th>" for k in ("sys_step", "sys_count", "sys_median", "sys_slowest"))
    rows = "".join(
        f"<tr><td>{escape(t(f'step_{s.step}'))}</td><td>{s.count}</td><td>{s.median:.1f} ms</td>"
        f"<td>{s.slowest:.1f} ms</td></tr>"
        for s in status.timings
    )
    return f'<table class="os-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _audit(audit: AuditFigures) -> str:
    """How the recent questions ended, why some were refused, how many lists were cut."""
    if not audit.questions:
        return f'<p class="os-small">{escape(t("sys_audit_none"))}</p>'
    facts = _facts(_audit_facts(audit))
    if not audit.reasons:
        return facts
    head = "".join(f"<th>{escape(t(k))}</th>" for k in ("sys_reason", "sys_count", "sys_share"))
    rows = "".join(
        f"<tr><td>{escape(_reason(why))}</td><td>{count}</td><td>{count / audit.questions:.1%}</td></tr>"
        for why, count in audit.reasons
    )
    return f'{facts}<table class="os-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _audit_facts(audit: AuditFigures) -> list[tuple[str, str]]:
    answered = dict(audit.verdicts).get("answered", 0)
    facts = [
        (t("sys_asked"), number(audit.questions)),
        (t("sys_answered"), number(answered)),
        (t("sys_rejected"), number(audit.rejected)),
    ]
    if audit.truncation_rate is not None:
        shown = t(
            "sys_truncated_line", share=f"{audit.truncation_rate:.1%}", cut=audit.truncated, lists=audit.listed
        )
        facts.append((t("sys_truncated"), shown))
    if audit.median_ms is not None:
        facts.append((t("sys_median"), f"{audit.median_ms:.0f} ms"))
    return facts


def _reason(why: str) -> str:
    """A reason in words; one without words is shown as it is logged."""
    key = f"reason_{why}"
    shown = t(key)
    return why if shown == key else shown


def _facts(facts: list[tuple[str, str]]) -> str:
    return f'<dl class="os-facts">{"".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in facts)}</dl>'


def _bytes(size: int) -> str:
    value = float(size)
    for unit in ("B", "KB", "MB", "GB"):
        if value < 1024 or unit == "GB":
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1024
    return ""
