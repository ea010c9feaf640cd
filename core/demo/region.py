"""Builds a region from its specification."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import shapely

from core.demo.faults import build_faults
from core.demo.frame import Frame
from core.demo.geochem import analyse
from core.demo.geology import map_bodies, map_contacts, map_folds
from core.demo.model import Region
from core.demo.occurrences import place_occurrences
from core.demo.overlays import build_overlays
from core.demo.places import Places
from core.demo.sampling import sample_sites
from core.demo.spec import read_spec
from core.demo.strata import Strata


def build_region(key: str, seed: int) -> Region:
    """The features of region `key`; the same seed gives the same region.

    Each step draws from its own stream of random numbers, so a change in one leaves the others as they were.
    """
    spec = read_spec(key)
    salt = sum(ord(x) * 31**i for i, x in enumerate(key)) % 2**31

    def stream(step: int) -> np.random.Generator:
        return np.random.default_rng([seed, salt, step])

    frame = Frame(spec.bbox, spec.utm, spec.grain)
    used = [text for x in spec.occurrences.fixed for text in x.name]
    places = Places(spec.places, stream(1), used)
    traces, cross, faults = build_faults(frame, spec, stream(2))
    strata = Strata(frame, spec, traces, cross, stream(3))
    overlays = build_overlays(frame, spec, traces, stream(4))
    cuts = [*(shapely.LineString(t) for t in traces), *(x for group in cross for x in group)]
    bodies = map_bodies(frame, spec, strata, overlays, cuts=cuts, places=places)
    contacts = map_contacts(frame, bodies, cuts)
    folds = map_folds(frame, strata, bodies, places)
    occurrences = place_occurrences(frame, spec, bodies, faults, places=places, rng=stream(5))
    sites = sample_sites(frame, spec.samples, bodies, faults, occurrences=occurrences, rng=stream(6))
    samples = analyse(frame, spec.samples, sites, stream(7))
    stored = tuple(replace(f, line=frame.to_lonlat(f.line)) for f in faults)
    return Region(spec, frame.box, bodies, contacts, stored, folds, occurrences, samples)
