"""The prospectivity of the opened product, and what this session does with it."""

from __future__ import annotations

import streamlit as st

from core.analysis.prospect_request import ProspectRequest
from core.analysis.store import Analysis
from core.errors import AnalysisError
from core.service.analyses import analysis_store
from core.service.prospecting import Prospecting, raster_name
from core.session import StateManager
from pages.components import scene
from pages.components.jobs import JOBS, Job
from pages.components.product import product, rasters
from pages.components.texts import plain, t

HOME = ":material/map:"


def prospecting() -> Prospecting:
    """Prospectivity on the opened database."""
    app = product()
    return Prospecting(app.database, app.settings, analysis_store(app.settings, app.library))


def begin(request: ProspectRequest, again: bool = False) -> None:
    """Start a run, `again` also where the same one is kept; for use in callbacks."""
    app, work = product(), prospecting()
    card, units = app.card, app.units

    def run(job: Job) -> Analysis:
        return work.run(card, units, request, tell=job.step, stop=job.cancel.check, again=again)

    StateManager().prospect_job = JOBS.start("prospectivity", run).id


def running() -> Job | None:
    """The run of this session that has not been looked at yet; a finished one becomes the result shown."""
    state = StateManager()
    job = JOBS.get(state.prospect_job)
    if job is not None and job.finished.is_set() and job.state == "done":
        show(job.result.record.id)
        state.prospect_job, job = None, None
        rasters().records(now=True)
    return job


def rerun(found: Analysis) -> None:
    """Run a kept result again with its own settings, on the data as they are now; for use in callbacks."""
    try:
        begin(ProspectRequest.from_plain(dict(found.record.settings)), again=True)
    except AnalysisError as error:  # kept by another version
        st.toast(plain(error.say(StateManager().language)))


def show(identifier: str | None) -> None:
    """Show another result; for use in callbacks."""
    state = StateManager()
    state.prospect_shown = identifier
    state.prospect_target = None


def shown() -> Analysis | None:
    """The result that is shown; None when none is chosen or it is gone."""
    identifier = StateManager().prospect_shown
    if identifier is None:
        return None
    try:
        return prospecting().store.load(identifier)
    except AnalysisError:
        show(None)
        return None


def to_map(found: Analysis, bounds: tuple[float, float, float, float] | None = None) -> None:
    """Switch the run's raster on and look at it, or at `bounds`; for use in callbacks.

    Areas with a fill lie above rasters, so they are switched off when the raster comes on; the screen says so.
    """
    state, name = StateManager(), raster_name(found.record.id)
    record = next((x for x in rasters().records(now=True) if x.name == name), None)
    if record is None:
        return
    if name not in state.shown_rasters and scene.uncover():
        st.toast(t("mpm_uncovered"))
    state.shown_rasters = state.shown_rasters | {name}
    state.look(bounds or record.extent)


def go(found: Analysis) -> None:
    """Show the run on the map of the first tab; for use in callbacks."""
    to_map(found)
    st.session_state["tabs"] = HOME


def on_map() -> str | None:
    """Id of the result that is shown when its map of potential is switched on, else None."""
    identifier = StateManager().prospect_shown
    if identifier is None or raster_name(identifier) not in StateManager().shown_rasters:
        return None
    found = shown()
    return found.record.id if found is not None and found.path("targets") is not None else None
