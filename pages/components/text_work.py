"""Work on the documents: one job at a time for the whole program, seen by every session."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from core.errors import KnowledgeCancelledError, KnowledgeError, OreSightError
from core.knowledge.search import Library
from core.knowledge.sources import clean_name
from core.knowledge.wording import Note
from pages.components.jobs import JOBS, Job
from pages.components.product import product
from pages.components.texts import t

POLL_S = 0.7


@dataclass(frozen=True)
class Told:
    """What became of one file."""

    name: str
    outcome: str
    """``added``, ``twin``, ``replaced``, ``failed``."""
    notes: tuple[Note, ...] = ()
    error: OreSightError | None = None


@dataclass
class Work:
    """The job and what it has to tell so far."""

    job: Job | None = None
    told: list[Told] = field(default_factory=list)
    cancelled: bool = False
    undo: str = ""
    """Id of a document that was just deleted."""


_lock = threading.Lock()
WORK = Work()


def busy() -> bool:
    """Whether a job runs."""
    return WORK.job is not None and not WORK.job.finished.is_set()


def add(files: Sequence[tuple[str, bytes]]) -> None:
    """Begin to add files of these names and contents; for use in callbacks."""
    library = product().library

    def work(job: Job) -> None:
        for number, (name, data) in enumerate(files):
            job.cancel.check()
            job.step("adding", number / len(files))
            WORK.told.append(_added(library, job, name, data))
        library.complete(_progress(job), job.cancel)

    _start(work)


def rebuild() -> None:
    """Begin to make everything anew; for use in callbacks."""
    library = product().library
    _start(lambda job: library.rebuild(_progress(job), job.cancel))


def dismiss() -> None:
    """Forget what the last job told; for use in callbacks."""
    WORK.told, WORK.cancelled, WORK.undo = [], False, ""


@st.fragment(run_every=POLL_S)
def running() -> None:
    """How far the job is, with a button that stops it."""
    job = WORK.job
    if job is None or job.finished.is_set():
        st.rerun()
        return
    step = job.steps[-1] if job.steps else "adding"
    with st.container(key="text_running", border=True, gap="xsmall"):
        st.progress(min(max(job.share, 0.0), 1.0), text=t(f"txt_step_{step}"))
        st.button(t("stop"), key=f"stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel)


def _start(work: Callable[[Job], object]) -> None:
    def guarded(job: Job) -> None:
        try:
            work(job)
        except KnowledgeCancelledError:
            WORK.cancelled = True

    with _lock:
        if not busy():
            dismiss()
            WORK.job = JOBS.start("documents", guarded)


def _added(library: Library, job: Job, name: str, data: bytes) -> Told:
    shown = clean_name(name)
    with tempfile.TemporaryDirectory(prefix="oresight-document-") as directory:
        path = Path(directory) / f"original{Path(shown).suffix.lower()}"
        try:
            path.write_bytes(data)
            added = library.add(path, shown, cancel=job.cancel)
        except KnowledgeCancelledError:
            raise
        except KnowledgeError as error:
            return Told(shown, "failed", error=error)
        except OSError as error:
            why = error.strerror or "the disk"
            return Told(shown, "failed", error=KnowledgeError(f"{shown}: {why}."))
    name = shown if added.outcome == "twin" else added.document.name
    return Told(name, added.outcome, added.notes)


def _progress(job: Job) -> Callable[[int, int, str], None]:
    def told(done: int, total: int, step: str) -> None:
        if not job.steps or job.steps[-1] != step:
            job.steps.append(step)
        job.share = done / total if total else 0.0

    return told
