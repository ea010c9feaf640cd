"""Running an analysis of element association from the tab: begin, progress, what is said at its end."""

from __future__ import annotations

import streamlit as st

from core.analysis.association_request import AssociationRequest
from core.analysis.store import Analysis
from pages.components import analysis_job
from pages.components import geochem_state as geochem
from pages.components.jobs import JOBS, Job
from pages.components.product import product
from pages.components.texts import t


def busy() -> bool:
    """Whether an analysis of this session is running."""
    job = JOBS.get(geochem.read().job)
    return job is not None and not job.finished.is_set()


def begin(request: AssociationRequest) -> None:
    """Start the analysis in the background."""
    app, work = product(), geochem.work()
    card, units = app.card, app.units

    def run(job: Job) -> Analysis:
        return work.run(card, units, request, cancel=job.cancel, step=job.step)

    geochem.change(job=JOBS.start("association", run).id)


def again(analysis: Analysis) -> None:
    """Start the analysis with the settings of a kept one, on the present data."""
    request = geochem.work().again(product().card, analysis)
    if request is None:
        geochem.change(refused=analysis.record.id)
    else:
        begin(request)


def take_over(analysis: Analysis) -> None:
    """Fill the form with the settings of a kept analysis."""
    state = geochem.read()
    if geochem.work().again(product().card, analysis) is None:
        geochem.change(refused=analysis.record.id)
    else:
        geochem.change(base=analysis.record.id, form=state.form + 1, refused=None)


def shown() -> None:
    """Progress below the button that started it; a finished result is opened."""
    state = geochem.read()
    job = JOBS.get(state.job)
    if job is not None and not job.finished.is_set():
        analysis_job.running(job.id, "geo")
    elif job is not None and job.state == "done":
        geochem.change(job=None, shown=(geochem.CLUSTERS,))
        geochem.open_result(job.result.record.id)
        st.toast(t("geo_done"), icon=":material/check:")
    elif job is not None:
        analysis_job.broken(job, "geo", "job_failed")
