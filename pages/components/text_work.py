"""Work on the documents: one job at a time for the whole program, each told to the session that asked for it.

Who asks while others' documents are worked on waits in a line; nothing that was asked is lost.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from core.errors import KnowledgeCancelledError, KnowledgeError, OreSightError, QueryCancelledError
from core.knowledge.search import Library
from core.knowledge.sources import clean_name
from core.knowledge.wording import Note
from pages.components.jobs import Job, Jobs
from pages.components.product import product
from pages.components.texts import t

POLL_S = 0.7
_DOCUMENTS = Jobs(workers=1)
_lock = threading.Lock()
_line: list[Job] = []
"""Jobs that wait or run."""


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
    """The job of one session and what it has to tell so far; nobody else sees or ends it."""

    job: Job | None = None
    told: list[Told] = field(default_factory=list)
    cancelled: bool = False
    refused: bool = False
    """Whether something was asked while the job ran, and not done."""
    undo: str = ""
    """Id of a document that was just deleted."""

    @property
    def busy(self) -> bool:
        """Whether the job waits or runs."""
        return self.job is not None and not self.job.finished.is_set()

    def dismiss(self) -> None:
        """Forget what was told."""
        self.told, self.cancelled, self.refused, self.undo = [], False, False, ""
        if not self.busy:
            self.job = None


def mine() -> Work:
    """The work of this session."""
    found: Work = st.session_state.setdefault("documents_work", Work())
    return found


def add(own: Work, files: Sequence[tuple[str, bytes]]) -> bool:
    """Have files of these names and contents added, after what others have asked before.

    Returns:
        False when the session's last job is not finished: then nothing is done.
    """
    library = product().library

    def work(job: Job) -> None:
        for number, (name, data) in enumerate(files):
            job.cancel.check()
            job.step("adding", number / len(files))
            own.told.append(_added(library, job, name, data))
        library.complete(_progress(job), job.cancel)

    return _start(own, work)


def rebuild(own: Work) -> bool:
    """Have everything made anew; returns as :func:`add`."""
    library = product().library
    return _start(own, lambda job: library.rebuild(_progress(job), job.cancel))


def ahead(own: Work) -> bool:
    """Whether documents are worked on that others have asked for."""
    with _lock:
        _line[:] = [x for x in _line if not x.finished.is_set()]
        return any(x is not own.job for x in _line)


@st.fragment(run_every=POLL_S)
def running() -> None:
    """How far the job is, with a button that stops it; a line where others' documents are worked on."""
    own = mine()
    job = own.job if own.busy else None
    if job is None and not ahead(own):
        st.rerun()
        return
    with st.container(key="text_running", border=True, gap="xsmall"):
        if job is None:
            st.caption(t("txt_others"))
            return
        step = job.steps[-1] if job.steps else "waiting" if ahead(own) else "adding"
        st.progress(min(max(job.share, 0.0), 1.0), text=t(f"txt_step_{step}"))
        st.button(t("stop"), key=f"stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel)


def _start(own: Work, work: Callable[[Job], object]) -> bool:
    def guarded(job: Job) -> None:
        try:
            if job.cancel.cancelled:  # while it waited for others
                own.cancelled = True
                return
            work(job)
        except (KnowledgeCancelledError, QueryCancelledError):
            own.cancelled = True

    with _lock:
        if own.busy:
            own.refused = True
            return False
        own.dismiss()
        own.job = _DOCUMENTS.start("documents", guarded)
        _line.append(own.job)
        return True


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
