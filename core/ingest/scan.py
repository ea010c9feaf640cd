"""The first pass over a source: what its texts are, which geometries it holds, where its coordinates lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from core.ingest.censored import number
from core.ingest.coordinates import Pair, find_pair, is_degrees, x_is_northing
from core.ingest.formats import TABLES
from core.ingest.kinds import Census
from core.ingest.model import Limits, LoadDecisions, Progress
from core.ingest.profile import Profile, blank_to_null, plain_numbers
from core.ingest.source import Description, Source
from core.ingest.wording import refusal

SAMPLE = 500


@dataclass(frozen=True)
class Scan:
    """What the first pass found."""

    rows: int
    profiles: dict[int, Profile]
    """Text column by position → what it holds."""
    census: Census
    pair: Pair | None
    """Coordinate columns of a table, as they will be used."""
    turned: bool
    """Whether the headings were the other way round (X for the northing)."""
    strange: int
    """Rows whose coordinate cells hold something, but no number."""
    example: str
    bounds: tuple[float, float, float, float] | None
    """Bounds in the source's own coordinates; of a table those of the bulk, so a stray row decides nothing."""


def scan(
    source: Source, decisions: LoadDecisions, limits: Limits, file: str, progress: Progress | None = None
) -> Scan:
    """Read everything once.

    Raises:
        IngestError: coordinate columns are missing or unknown, there are no rows or too many.
    """
    described = source.description
    pair = coordinate_pair(described, decisions, file)
    profiles = {
        i: Profile(x.name, described.decimal, x.free, decisions.types.get(x.name))
        for i, x in enumerate(described.columns)
        if pa.types.is_string(x.type)
    }
    census, ranges, rows = Census(), Bulk(), 0
    for batch in source.batches():
        rows += len(batch.rows)
        if rows > limits.rows:
            raise refusal("rows_many", file=file, limit=f"{limits.rows:,}")
        for i, profile in profiles.items():
            profile.add(batch.columns[i], batch.rows + described.row_shift)
        if batch.wkb is not None and pair is None:
            census.add(batch.wkb)
        if pair is not None:
            ranges.look(batch.columns, pair, described.decimal)
        if progress:
            progress(rows, max(described.total, rows), "reading")
    if not rows:
        raise refusal("no_rows", file=file)
    bounds, turned = described.bounds, False
    if pair is not None:
        x, y = ranges.of(pair.x), ranges.of(pair.y)
        turned = bool(x and y and decisions.x is None and not pair.degrees and x_is_northing(x, y))
        if turned:
            pair, x, y = Pair(pair.y, pair.x, False), y, x
        bounds = (x[0], y[0], x[1], y[1]) if x and y else None
    return Scan(rows, profiles, census, pair, turned, ranges.strange, ranges.example, bounds)


class Bulk:
    """Range of the bulk of some columns, from an even sample."""

    def __init__(self) -> None:
        self._found: dict[int, list[np.ndarray]] = {}
        self.strange, self.example = 0, ""

    def look(self, columns: list[pa.Array], pair: Pair, decimal: str) -> None:
        """Take in the coordinate columns of a batch."""
        (x, wrong_x), (y, wrong_y) = (coordinate(columns[i], decimal) for i in (pair.x, pair.y))
        self.add(pair.x, x)
        self.add(pair.y, y)
        wrong = np.flatnonzero(wrong_x | wrong_y)
        self.strange += len(wrong)
        if len(wrong) and not self.example:
            self.example = ", ".join(str(columns[i][int(wrong[0])].as_py()) for i in (pair.x, pair.y))

    def add(self, column: int, values: np.ndarray) -> None:
        """Take in values; NaN and infinities are passed over."""
        finite = values[np.isfinite(values)]
        self._found.setdefault(column, []).append(finite[:: max(len(finite) // SAMPLE, 1)])

    def of(self, column: int) -> tuple[float, float] | None:
        """The range without the outer hundredths, None when there was no number."""
        values = np.concatenate(self._found.get(column, [np.empty(0)]))
        if not len(values):
            return None
        low, high = np.quantile(values, [0.01, 0.99], method="closest_observation")
        return (float(low), float(high))


def coordinate_pair(described: Description, decisions: LoadDecisions, file: str) -> Pair | None:
    """The coordinate columns of a table, by decision or heading; None for a source with geometry.

    Raises:
        IngestError: there are none, or a decided one does not exist.
    """
    names = [x.name for x in described.columns]
    if decisions.x is not None and decisions.y is not None:
        for wanted in (decisions.x, decisions.y):
            if wanted not in names:
                raise refusal("xy_unknown", file=file, column=wanted, columns=_listing(names))
        return Pair(names.index(decisions.x), names.index(decisions.y), is_degrees(decisions.x, decisions.y))
    if described.geometry is not None:
        return None
    pair = find_pair(names)
    if pair is None:
        code = "xy_missing" if described.format in TABLES else "geometry_none"
        raise refusal(code, file=file, sheet=described.sheet, columns=_listing(names))
    return pair


def coordinate(column: pa.Array, decimal: str) -> tuple[np.ndarray, np.ndarray]:
    """A column as doubles with NaN where it holds no number, and a mask of the cells that are not empty then."""
    if not pa.types.is_string(column.type):
        values = np.asarray(column.cast(pa.float64()).fill_null(np.nan))
        return values, np.zeros(len(values), bool)
    column = blank_to_null(column)
    plain = plain_numbers(column, decimal)
    if plain is not None:
        return np.asarray(plain.fill_null(np.nan)), np.zeros(len(column), bool)
    texts = [(x or "").strip() for x in column.to_pylist()]
    numbers = [number(x, decimal) if x else None for x in texts]
    values = np.array([np.nan if x is None else x for x in numbers])
    return values, np.array([n is None and bool(x) for x, n in zip(texts, numbers, strict=True)])


def _listing(names: list[str]) -> str:
    return ", ".join(f"“{x}”" for x in names[:40] if x) + (" …" if len(names) > 40 else "")
