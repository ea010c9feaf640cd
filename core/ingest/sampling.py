"""What a report shows besides sentences: the first rows as they stand, and where the features would lie."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import shapely

from core.ingest.geometry import Prepared
from core.ingest.source import Batch
from core.ingest.wording import plain

ROWS = 8
POINTS = 400
"""Places remembered of a file; of each batch evenly."""
CELL = 80
"""Characters shown of a cell."""

Shown = tuple[tuple[int, tuple[str, ...]], ...]


def first_rows(batch: Batch, shift: int) -> Shown:
    """Number and cells of the first rows of a batch, texts for people: one line each, not endless."""
    columns = [x.slice(0, ROWS).to_pylist() for x in batch.columns]
    return tuple(
        (int(row) + shift, tuple(_cell(x[i]) for x in columns)) for i, row in enumerate(batch.rows[:ROWS])
    )


def _cell(value: object) -> str:
    if value is None or isinstance(value, bytes):
        return "" if value is None else "…"
    text = plain(value)
    return text if len(text) <= CELL else text[:CELL] + "…"


class Places:
    """Takes the geometries of a check and keeps a point of some of them, longitude and latitude on WGS 84."""

    def __init__(self) -> None:
        self._found: list[np.ndarray] = []

    def add(self, _: list[pa.Array], prepared: Prepared) -> None:
        """Take in the usable geometries of a batch."""
        geometry = prepared.geometry
        some = geometry[:: max(len(geometry) // POINTS, 1)][:POINTS]
        self._found.append(shapely.get_coordinates(shapely.point_on_surface(some)))

    def points(self) -> tuple[tuple[float, float], ...]:
        """At most `POINTS` places, evenly from all batches."""
        if not self._found:
            return ()
        every = np.concatenate(self._found)
        every = every[:: -(-len(every) // POINTS)]
        return tuple((round(float(x), 6), round(float(y), 6)) for x, y in every)
