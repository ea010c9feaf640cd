"""Jobs go on without the page, can be stopped, and fail in one sentence."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable

import pytest

from core.errors import IngestError
from pages.components.jobs import Job, Jobs
from pages.components.presence import presence


def finished(job: Job) -> Job:
    assert job.finished.wait(10)
    return job


def test_a_job_reports_its_steps_and_keeps_its_result() -> None:
    def work(job: Job) -> int:
        job.step("one")
        job.step("two", 0.5)
        return 42

    jobs = Jobs()
    job = finished(jobs.start("q", work))
    assert (job.state, job.result, job.steps, job.share) == ("done", 42, ["one", "two"], 0.5)
    assert jobs.get(job.id) is job
    assert jobs.get(None) is None


def test_a_stopped_job_ends_as_cancelled() -> None:
    begun, go = threading.Event(), threading.Event()

    def work(job: Job) -> None:
        begun.set()
        go.wait(10)
        job.cancel.check()

    jobs = Jobs()
    job = jobs.start("q", work)
    assert begun.wait(10)
    assert jobs.running() == 1
    job.cancel.cancel()
    go.set()
    assert finished(job).state == "cancelled"
    assert job.sentence("en")


def waiting(begun: threading.Event) -> Callable[[Job], None]:
    def work(job: Job) -> None:
        begun.set()
        while True:
            time.sleep(0.005)
            job.cancel.check()

    return work


def test_a_job_that_nobody_waits_for_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.components.jobs.LOOK_S", 0.01)
    monkeypatch.setattr("pages.components.jobs.GONE_S", 0.05)
    begun, there = threading.Event(), threading.Event()
    there.set()
    job = Jobs().start("q", waiting(begun), present=there.is_set)
    assert begun.wait(10)
    assert not job.finished.wait(0.3)
    there.clear()
    assert finished(job).state == "cancelled"


def test_a_page_that_comes_back_in_time_keeps_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.components.jobs.LOOK_S", 0.01)
    monkeypatch.setattr("pages.components.jobs.GONE_S", 0.05)
    looks = itertools.count()
    begun = threading.Event()
    job = Jobs().start("q", waiting(begun), present=lambda: next(looks) % 4 == 3)
    assert begun.wait(10)
    assert not job.finished.wait(0.5)
    job.cancel.cancel()
    assert finished(job).state == "cancelled"


def test_somebody_is_always_there_outside_a_server() -> None:
    assert presence()()


def test_a_known_failure_is_said_and_an_unknown_one_is_not_shown() -> None:
    def known(_: Job) -> None:
        raise IngestError("The file a.csv is empty.", sentence_zh="文件 a.csv 为空。")

    def unknown(_: Job) -> None:
        raise ValueError("secret detail")

    jobs = Jobs()
    first, second = finished(jobs.start("a", known)), finished(jobs.start("b", unknown))
    assert (first.state, first.sentence("zh")) == ("failed", "文件 a.csv 为空。")
    assert (second.state, second.sentence("en")) == ("failed", "")
