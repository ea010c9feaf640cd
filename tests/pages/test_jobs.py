"""Jobs go on without the page, can be stopped, and fail in one sentence."""

from __future__ import annotations

import threading

from core.errors import IngestError
from pages.components.jobs import Job, Jobs


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


def test_a_known_failure_is_said_and_an_unknown_one_is_not_shown() -> None:
    def known(_: Job) -> None:
        raise IngestError("The file a.csv is empty.", sentence_zh="文件 a.csv 为空。")

    def unknown(_: Job) -> None:
        raise ValueError("secret detail")

    jobs = Jobs()
    first, second = finished(jobs.start("a", known)), finished(jobs.start("b", unknown))
    assert (first.state, first.sentence("zh")) == ("failed", "文件 a.csv 为空。")
    assert (second.state, second.sentence("en")) == ("failed", "")
