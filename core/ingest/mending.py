"""Invalid geometries of a load: repaired, left out or a reason to refuse the file, as a person decided."""

from __future__ import annotations

from collections import Counter

import numpy as np
import shapely
from pyproj import Geod

from core.database.findings import Finding
from core.ingest.kinds import repair
from core.ingest.model import Invalid
from core.ingest.wording import Tally, finding
from core.vocabulary.card import GeometryKind

GEOD = Geod(ellps="WGS84")
AREAS = 1_000
"""Repaired polygons whose change of area is measured; more would only slow the load."""


class Mending:
    """Deals with the invalid geometries of one load, batch by batch, and remembers what it did."""

    def __init__(self, kind: GeometryKind, how: Invalid, shift: int) -> None:
        self._kind, self._how, self._shift = kind, how, shift
        self._mended, self._lost, self._out = Tally(), Tally(whole=True), Tally(whole=True)
        self._reasons: Counter[str] = Counter()
        self._change, self._share, self._measured = 0.0, 0.0, 0

    def apply(self, geometry: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Valid geometries, and which of the given ones they are (mask).

        Args:
            geometry: array of lines or polygons; it is not changed.
            rows: their record numbers.
        """
        bad = np.flatnonzero(~shapely.is_valid(geometry))
        keep = np.ones(len(geometry), bool)
        if not len(bad):
            return geometry, keep
        for i in bad:
            self._reasons[str(shapely.is_valid_reason(geometry[i])).partition("[")[0].casefold()] += 1
        if self._how != "repair":
            keep[bad] = False
            self._out.add(rows[bad] + self._shift)
            return geometry[keep], keep
        geometry = geometry.copy()
        for i in bad:
            parts = repair(geometry[i], self._kind)
            if parts is None:
                keep[i] = False
                continue
            self._area_change(geometry[i], parts)
            geometry[i] = parts
        self._mended.add(rows[bad[keep[bad]]] + self._shift)
        self._lost.add(rows[~keep] + self._shift)
        return geometry[keep], keep

    def findings(self, file: str) -> list[Finding]:
        """What was changed and left out, or why nothing may be loaded."""
        why = ", ".join(self._reasons)
        change = f"{self._change:,.0f} m² ({self._share:.1%})"
        out = "geometry_invalid_refused" if self._how == "refuse" else "geometry_invalid_out"
        told = [
            (self._mended, "geometry_repaired", {"change": change, "why": why}),
            (self._lost, "geometry_lost", {}),
            (self._out, out, {"why": why, "file": file}),
        ]
        return [finding(code, tally, **values) for tally, code, values in told if tally]

    def _area_change(self, before: shapely.Geometry, after: shapely.Geometry) -> None:
        if self._kind == "polygon" and self._measured < AREAS:
            self._measured += 1
            old, new = (abs(GEOD.geometry_area_perimeter(x)[0]) for x in (before, after))
            self._change = max(self._change, abs(new - old))
            self._share = max(self._share, abs(new - old) / max(old, new, 1e-9))
