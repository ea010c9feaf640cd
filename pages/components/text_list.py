"""The documents: what there is, what can be added, deleted and brought back, and how the stores are."""

from __future__ import annotations

from collections import Counter
from html import escape

import pandas as pd
import streamlit as st

from core.errors import OreSightError
from core.knowledge.documents import SUFFIXES, Document
from core.knowledge.limits import Limits
from core.session import StateManager
from pages.components import text_work, uploader
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.text_work import Told, mine
from pages.components.texts import number, plain, t

MOST_ROWS = 14
MAX_MB = Limits().file_bytes // 1_000_000


def render() -> None:
    """Draw the column."""
    library = product().library
    documents = library.documents()
    head = t("library_line", documents=len(documents), passages=number(len(library.passages())))
    st.html(f'<div class="os-page-head"><h3>{escape(t("library"))}</h3><p>{escape(head)}</p></div>')
    own = mine()
    if own.busy or text_work.ahead(own):
        text_work.running()
    _told()
    chosen = _table(documents)
    if chosen is not None:
        _about(chosen)
    _upload()
    _deleted()
    _stores()


def _table(documents: tuple[Document, ...]) -> Document | None:
    """The list; the document whose row is chosen."""
    library = product().library
    passages, unready = Counter(x.document for x in library.passages()), library.unready()
    frame = pd.DataFrame(
        {
            t("doc_title"): x.title,
            t("doc_language"): t(f"lang_{x.language}"),
            t("txt_pages"): str(x.pages) if x.pages else "–",
            t("txt_passages"): passages[x.name],
            t("txt_state"): t("txt_words_only" if x.name in unready else "txt_ready"),
            t("txt_kind"): t(f"txt_kind_{x.kind}"),
            t("doc_file"): x.name,
        }
        for x in documents
    )
    if frame.empty:
        st.caption(t("txt_empty"))
        return None
    event = st.dataframe(
        frame, hide_index=True, width="stretch", alt=t("library"), height=table_height(len(frame), MOST_ROWS),
        row_height=ROW_PX, on_select="rerun", selection_mode="single-row", key="documents_table",
    )  # fmt: skip
    for name in library.current().waiting:
        st.caption(t("txt_waiting", name=plain(name)))
    for problem in library.problems():
        st.warning(plain(problem.say(StateManager().language)))
    rows = event.selection.rows
    return documents[rows[0]] if rows and rows[0] < len(documents) else None


def _about(document: Document) -> None:
    """Facts about the chosen document, and what can be done with it."""
    language = StateManager().language
    lines = [(t("doc_title"), document.title), (t("doc_size"), f"{document.size / 1024:,.0f} KB")]
    lines += [(t("txt_source"), document.source)] if document.source else []
    lines += [(t("txt_added"), document.added[:16].replace("T", " "))] if document.added else []
    lines += [(t("txt_note"), x.say(language)) for x in document.notes]
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in lines)
    with st.container(key="document_about", border=True, gap="xsmall"):
        st.html(f'<dl class="os-facts">{rows}</dl>')
        if document.id:
            st.button(
                t("txt_delete"), key="document_delete", icon=":material/delete:", on_click=_delete,
                args=(document.id,), disabled=mine().busy,
            )  # fmt: skip
        else:
            st.caption(t("txt_built_in"))


def _upload() -> None:
    generation = st.session_state.setdefault("documents_uploads", 0)
    with st.container(key="documents_upload"):
        st.html(uploader.words("documents_upload", MAX_MB))
        files = st.file_uploader(
            t("txt_upload"), type=[x[1:] for x in SUFFIXES], accept_multiple_files=True,
            key=f"documents_upload_{generation}", help=t("txt_upload_help"), max_upload_size=MAX_MB,
        )  # fmt: skip

    def begin() -> None:
        if text_work.add(mine(), [(x.name, x.getvalue()) for x in files or ()]):
            st.session_state["documents_uploads"] = generation + 1  # an empty uploader for the next files

    if files:
        st.button(
            t("txt_add", count=len(files)), key="documents_add", type="primary", icon=":material/add:",
            on_click=begin, disabled=mine().busy,
        )  # fmt: skip


def _told() -> None:
    """What the last job did, file by file."""
    language, own = StateManager().language, mine()
    job = own.job
    told_something = own.told or own.cancelled or own.refused or own.undo
    if not told_something and not (job is not None and job.broken):
        return
    items = []
    for told in own.told:
        notes = " ".join(x.say(language) for x in told.notes)
        text = (
            told.error.say(language) if told.error else f"{t(f'txt_did_{told.outcome}', name=told.name)} {notes}"
        )
        kind = "os-error" if told.error else "os-warning" if told.outcome == "twin" else "os-info"
        items.append(f'<li class="{kind}">{escape(text.strip())}</li>')
    if own.refused:
        items.append(f'<li class="os-warning">{escape(t("txt_busy"))}</li>')
    if own.cancelled:
        items.append(f'<li class="os-warning">{escape(t("txt_cancelled"))}</li>')
    if job is not None and job.broken:
        text = job.sentence(language) or t("job_failed", id=job.id)
        items.append(f'<li class="os-error">{escape(text)}</li>')
    with st.container(key="documents_told", gap="xsmall"):
        st.html(f'<ul class="os-findings">{"".join(items)}</ul>')
        with st.container(horizontal=True, gap="small"):
            if own.undo:
                st.button(
                    t("txt_undo"),
                    key="document_undo",
                    icon=":material/undo:",
                    on_click=_restore,
                    args=(own.undo,),
                )
            if not own.busy:
                st.button(t("close"), key="documents_told_close", type="tertiary", on_click=own.dismiss)


def _deleted() -> None:
    """What can be brought back."""
    gone = product().library.deleted()
    if not gone:
        return
    with st.expander(t("txt_deleted", count=len(gone)), key="deleted_documents"):
        for source in gone:
            left, right = st.columns([3, 1], gap="small", vertical_alignment="center")
            why = t("txt_replaced_line" if source.reason == "replaced" else "txt_deleted_line")
            left.markdown(f"**{plain(source.name)}**  \n{plain(why)}")
            right.button(t("txt_restore"), key=f"restore_{source.id}", on_click=_restore, args=(source.id,))


def _stores() -> None:
    """How the search by meaning stands."""
    library, language = product().library, StateManager().language
    state = library.state()
    lines = [t("txt_by_words", passages=number(state.passages))]
    if state.model:
        compared = t("txt_compared", done=number(state.compared), of=number(state.passages))
        lines.append(t("txt_by_meaning", model=state.model, compared=compared))
        lines.append(t(f"txt_store_{state.store}", stored=number(state.stored)))
    lines.append(t("txt_disk", size=f"{state.bytes / 1e6:,.1f}"))
    rows = "".join(f"<li>{escape(x)}</li>" for x in lines)
    notes = "".join(f'<li class="os-warning">{escape(x.say(language))}</li>' for x in library.notes())
    with st.expander(t("txt_stores"), key="document_stores"):
        st.html(f'<ul class="os-findings">{rows}{notes}</ul>')
        st.button(
            t("txt_rebuild"), key="documents_rebuild", icon=":material/refresh:", help=t("txt_rebuild_help"),
            on_click=_rebuild, disabled=mine().busy,
        )  # fmt: skip


def _rebuild() -> None:
    text_work.rebuild(mine())


def _delete(identifier: str) -> None:
    own = mine()
    own.dismiss()
    try:
        source = product().library.delete(identifier)
        own.told.append(Told(source.name, "deleted"))
        own.undo = identifier
    except OreSightError as error:
        own.told.append(Told(identifier, "failed", error=error))


def _restore(identifier: str) -> None:
    own = mine()
    own.dismiss()
    try:
        source = product().library.restore(identifier)
        own.told.append(Told(source.name, "restored"))
    except OreSightError as error:
        own.told.append(Told(identifier, "failed", error=error))
