"""Which import is shown, and the work on it: taking up dropped files, checking, loading, taking results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from core.database.registry import LayerRecord, list_layers
from core.errors import OreSightError
from core.i18n import LANGUAGES
from core.ingest import CellRule
from core.service.binding import Binding, save_binding, undo_binding
from core.service.importing import Pending
from core.service.proposing import propose_for_report
from core.service.ready_questions import ready_question
from core.session import StateManager
from pages.components.jobs import JOBS, Job
from pages.components.product import product
from pages.components.upload_home import imports

PATIENCE_S = 0.7
"""A check that is done so soon is shown at once, without the running state in between."""
PARAMETER = "import"


def current() -> Pending | None:
    """The import that is shown; after the page was loaded anew, the one its address names."""
    state = StateManager()
    if state.importing is None:
        named = st.query_params.get(PARAMETER)
        if named and imports().get(named) is not None:
            state.imports, state.importing = (*state.imports, named), named
    if state.importing is None:
        return None
    found = imports().get(state.importing)
    if found is None:  # it lay too long and was removed
        _leave(state.importing)
    return found


def waiting() -> tuple[Pending, ...]:
    """All imports of this session, oldest first."""
    return tuple(x for x in (imports().get(i) for i in StateManager().imports) if x is not None)


def dropped(token: str) -> None:
    """Take up the files of a drop; for use in callbacks."""
    state = StateManager()
    found = imports().collect(token)
    if found:
        state.imports = (*state.imports, *(x.id for x in found))
        show(found[0].id)


def show(identifier: str) -> None:
    """Show another import; for use in callbacks."""
    StateManager().importing = identifier
    st.query_params[PARAMETER] = identifier


def discard(pending: Pending) -> None:
    """Forget an import; for use in callbacks."""
    cancel(pending)
    imports().discard(pending.id)
    _leave(pending.id)


def _leave(identifier: str) -> None:
    state = StateManager()
    state.imports = tuple(x for x in state.imports if x != identifier)
    state.importing = state.imports[-1] if state.imports else None
    if state.importing is None:
        st.query_params.pop(PARAMETER, None)
    else:
        st.query_params[PARAMETER] = state.importing


def decide(pending: Pending, **values: Any) -> None:
    """Change decisions and check again where that changes anything; for use in callbacks."""
    if imports().decide(pending, **values):
        check(pending)


def rule(pending: Pending, column: str, **values: Any) -> None:
    """Change what the cells of a column stand for; for use in callbacks."""
    cells = dict(pending.decisions.cells)
    cells[column] = replace(cells.get(column, CellRule()), **values)
    if cells[column] == CellRule():
        del cells[column]
    decide(pending, cells=cells)


def check(pending: Pending) -> None:
    """Begin to check a file in the place of whatever is being done with it."""
    cancel(pending)
    owner, app = imports(), product()

    def work(job: Job) -> Callable[[], None]:
        settle, report = owner.check(pending, job_progress(job), job.cancel)
        proposal = propose_for_report(app, report, pending.entity_type or None) if report is not None else None

        def settled() -> None:
            settle()
            pending.proposal = proposal

        return settled

    job = JOBS.start(pending.file.name, work)
    pending.job, pending.work = job.id, "check"
    job.finished.wait(PATIENCE_S)
    take(pending)


def load(pending: Pending, binding: Binding | None, title: str) -> None:
    """Begin to load a file; for use in callbacks."""
    cancel(pending)
    owner, app = imports(), product()
    owner.decide(pending, title=title)

    def work(job: Job) -> Any:
        record = owner.load(pending, job_progress(job), job.cancel)
        if isinstance(record, LayerRecord) and binding is not None:
            _bind(pending, record.table, binding)
        job.step("refreshing", 1.0)
        app.refresh()
        return record

    job = JOBS.start(pending.file.name, work)
    pending.job, pending.work, pending.problem = job.id, "load", None
    job.finished.wait(PATIENCE_S)
    if take(pending) is None:
        st.rerun()  # side bar and map show it too


def _bind(pending: Pending, table: str, binding: Binding) -> None:
    """Make the loaded layer answerable; a mapping that cannot be saved does not undo the load, it is told."""
    try:
        save_binding(product(), table, binding)
        pending.bound = True
    except OreSightError as error:
        pending.problem = error


def undo(pending: Pending) -> None:
    """Take back what was loaded; for use in callbacks."""
    record, app = pending.record, product()
    try:
        imports().undo(pending)
        if pending.bound and record is not None and isinstance(record, LayerRecord):
            undo_binding(app, record.table)
        app.refresh()
        pending.problem = None
    except OreSightError as error:
        pending.problem = error
    st.rerun()  # side bar and map show it too


def cancel(pending: Pending) -> None:
    """Stop the work on an import; for use in callbacks."""
    job = JOBS.get(pending.job)
    if job is not None:
        job.cancel.cancel()
    if pending.work != "load":
        pending.job, pending.work = None, ""


def take(pending: Pending) -> Job | None:
    """Take the result of work that has ended; the job while it runs, or when it ended without a result."""
    job = JOBS.get(pending.job)
    if job is None:
        pending.job, pending.work = None, ""
        return None
    if not job.finished.is_set() or job.broken:
        return job
    if pending.work == "check":
        job.result()
        free_name(pending)
    else:
        pending.record = job.result
        imports().loaded(pending)
        _look_for_questions(pending)
    pending.job, pending.work = None, ""
    return None


def _look_for_questions(pending: Pending) -> None:
    """Find a question that the new layer answers, for each language, while the person looks at the result."""
    app, record, first = product(), pending.record, StateManager().language
    if not isinstance(record, LayerRecord) or not pending.bound:
        return

    def work(_: Job) -> None:
        for language in sorted(LANGUAGES, key=lambda x: x != first):
            pending.questions[language] = ready_question(app, record.table, language)

    pending.asking = JOBS.start(pending.file.name, work).id


def free_name(pending: Pending) -> None:
    """Propose another name where that of the file is taken; it stands in the form, to be changed."""
    report, decisions = pending.report, pending.decisions
    if report is None or not report.table or decisions.table is not None or decisions.mode != "new":
        return
    taken = {x.table for x in list_layers(product().database)}
    if report.table in taken:
        number = next(i for i in range(2, len(taken) + 3) if f"{report.table}_{i}" not in taken)
        imports().decide(pending, table=f"{report.table[:50]}_{number}")


def job_progress(job: Job) -> Any:
    """A progress function that tells a job, and stops its work when the person has cancelled."""

    def told(done: int, total: int, step: str) -> None:
        job.cancel.check()
        if not job.steps or job.steps[-1] != step:
            job.steps.append(step)
        job.share = done / total if total else 0.0

    return told
