"""Work that outlives a rerun of the page: answers and long imports run in a thread pool and are polled.

A click on the map or a change of tab reruns the page; a job goes on.  Work functions never call Streamlit.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from core.errors import AnalysisCancelledError, ImportCancelledError, Language, OreSightError, QueryCancelledError
from core.service import CancelToken

log = logging.getLogger(__name__)

WORKERS = 4
KEPT = 200
GONE_S = 5.0
"""How long nobody may look before a question is stopped: a page that is loaded again comes back sooner."""
LOOK_S = 1.0

Work = Callable[["Job"], Any]


@dataclass
class Job:
    """One piece of work and how far it is."""

    label: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex[:8])
    state: Literal["running", "done", "failed", "cancelled"] = "running"
    steps: list[str] = field(default_factory=list)
    """Names of the steps begun so far; the last one is running."""
    share: float = 0.0
    """Part done, 0 to 1, for work that knows it."""
    result: Any = None
    error: OreSightError | None = None
    """Set when the work failed on purpose; an unexpected failure leaves it None and is in the log under `id`."""
    cancel: CancelToken = field(default_factory=CancelToken)
    started: float = field(default_factory=time.monotonic)
    finished: threading.Event = field(default_factory=threading.Event)

    def step(self, name: str, share: float = 0.0) -> None:
        """Note the beginning of a step; called by the work."""
        self.steps.append(name)
        self.share = share

    @property
    def seconds(self) -> float:
        """Time since the job was started."""
        return time.monotonic() - self.started

    @property
    def broken(self) -> bool:
        """It ended without a result."""
        return self.finished.is_set() and self.state in ("failed", "cancelled")

    def sentence(self, language: Language) -> str:
        """The plain sentence of a failure, "" when it was unexpected."""
        return self.error.say(language) if self.error else ""


class Jobs:
    """The jobs of this process; with one worker they are done one after the other, as they came."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="job")
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, label: str, work: Work, *, present: Callable[[], bool] | None = None) -> Job:
        """Run `work` in the pool; it gets its job to report steps and to look whether it was cancelled.

        With `present`, the job is cancelled once that has been false for a few seconds: nobody waits for it.
        """
        job = Job(label)
        with self._lock:
            self._jobs[job.id] = job
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        self._pool.submit(_run, job, work)
        if present is not None:
            threading.Thread(target=_watch, args=(job, present), name=f"watch-{job.id}", daemon=True).start()
        return job

    def get(self, identifier: str | None) -> Job | None:
        """The job with this id, None when there is none (any more)."""
        with self._lock:
            return self._jobs.get(identifier) if identifier else None

    def running(self) -> int:
        """How many jobs are running now."""
        with self._lock:
            return sum(job.state == "running" for job in self._jobs.values())


def _watch(job: Job, present: Callable[[], bool]) -> None:
    """Cancel a job that nobody waits for any more."""
    gone = 0.0
    while not job.finished.wait(LOOK_S):
        gone = 0.0 if present() else gone + LOOK_S
        if gone >= GONE_S:
            job.cancel.cancel()
            return


def _run(job: Job, work: Work) -> None:
    try:
        job.result = work(job)
        job.state = "done"
    except (QueryCancelledError, ImportCancelledError, AnalysisCancelledError) as error:
        job.error, job.state = error, "cancelled"
    except OreSightError as error:
        job.error, job.state = error, "failed"
    except Exception:
        log.exception("job %s failed", job.id)
        job.state = "failed"
    finally:
        job.finished.set()


JOBS = Jobs()
