"""What an answer of kept analyses switches on: scores, the class of high contents, clusters, potential."""

from __future__ import annotations

from core.analysis.map_look import FAR, STANDS_OUT
from core.answer.model import Answer
from core.service.prospecting import raster_name
from core.session import StateManager
from pages.components import geochem_state as geochem
from pages.components.product import rasters

SAMPLES, OUTLINES, POTENTIAL = "sample_points", "cluster_outlines", "potential"


def show(answer: Answer) -> None:
    """Put what the answer speaks of on the map, in the place of other results of analyses."""
    samples = [x for x in answer.overlays if x.product in (SAMPLES, OUTLINES)]
    if samples:
        shown = [geochem.CLUSTERS if x.product == OUTLINES else x.column for x in samples]
        only = next((int(x.only) for x in samples if x.column == geochem.CLASSES and x.only.isdigit()), None)
        # of the scores only what stands out is drawn in full, so that the raster below stays readable
        brush = {x.column: (STANDS_OUT, FAR) for x in samples if x.column.startswith("PC")}
        geochem.change(opened=samples[0].analysis, shown=tuple(shown), only_class=only, cluster=None, brush=brush)
    wanted = {raster_name(x.analysis) for x in answer.overlays if x.product == POTENTIAL}
    if wanted:
        there = {x.name for x in rasters().records(now=True)}
        state = StateManager()
        state.shown_rasters = state.shown_rasters | (wanted & there)
