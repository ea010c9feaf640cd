"""The first pass over a source: what its texts are, which geometries it holds, where its coordinates lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from core.ingest.angles import LIMIT, Axis
from core.ingest.choosing import CoordinateChoiceError
from core.ingest.coordinates import Pair, find_pair, is_degrees, x_is_northing
from core.ingest.formats import TABLES
from core.ingest.kinds import Census
from core.ingest.model import Limits, LoadDecisions, Progress
from core.ingest.positions import coordinate, range_of
from core.ingest.profile import Profile
from core.ingest.sampling import Shown, first_rows
from core.ingest.source import Description, Source
from core.ingest.wording import finding, refusal

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
    crossed: bool
    """Whether the letters of most coordinates (N, E …) say that the columns are exchanged."""
    bounds: tuple[float, float, float, float] | None
    """Bounds in the source's own coordinates; of a table those of the bulk, so a stray row decides nothing."""
    sample: Shown = ()
    """The first rows."""


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
        i: Profile(x.name, described.decimal, x.free, decisions.types.get(x.name), ruled(decisions, x.name))
        for i, x in enumerate(described.columns)
        if pa.types.is_string(x.type)
    }
    census, ranges, rows = Census(), Bulk(), 0
    sample: Shown = ()
    for batch in source.batches():
        sample = sample or first_rows(batch, described.row_shift)
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
    if bounds is not None and decisions.swap:
        bounds = (bounds[1], bounds[0], bounds[3], bounds[2])
    if pair is not None:
        if ranges.angles * 2 > rows:  # degrees, whatever the headings say
            pair = Pair(pair.x, pair.y, True)
        x, y = (ranges.of(i, axis) for i, axis in pair.axes())
        turned = bool(x and y and decisions.x is None and not pair.degrees and x_is_northing(x, y))
        if turned:
            pair, x, y = Pair(pair.y, pair.x, False), y, x
        bounds = (x[0], y[0], x[1], y[1]) if x and y else None
    crossed = ranges.crossed * 2 > rows
    return Scan(rows, profiles, census, pair, turned, ranges.strange, ranges.example, crossed, bounds, sample)


def ruled(decisions: LoadDecisions, column: str) -> bool:
    """Whether a person has decided what some cells of a column stand for."""
    return column in decisions.cells and decisions.cells[column].reads


class Bulk:
    """Range of the bulk of some columns, from an even sample."""

    def __init__(self) -> None:
        self._found: dict[int, list[np.ndarray]] = {}
        self.strange, self.example = 0, ""
        self.angles = self.crossed = 0

    def look(self, columns: list[pa.Array], pair: Pair, decimal: str) -> None:
        """Take in the coordinate columns of a batch."""
        x, y = (coordinate(columns[i], decimal, axis) for i, axis in pair.axes())
        self.add(pair.x, x.values)
        self.add(pair.y, y.values)
        wrong = np.flatnonzero(x.wrong | y.wrong)
        self.strange += len(wrong)
        self.angles += int((x.angles | y.angles | x.packed | y.packed).sum())
        self.crossed += min(x.crossed, y.crossed)
        if len(wrong) and not self.example:
            self.example = ", ".join(str(columns[i][int(wrong[0])].as_py()) for i in (pair.x, pair.y))

    def add(self, column: int, values: np.ndarray) -> None:
        """Take in values; NaN and infinities are passed over."""
        finite = values[np.isfinite(values)]
        some = finite[:: max(len(finite) // SAMPLE, 1)].copy()  # a view would keep the whole batch
        self._found.setdefault(column, []).append(some)

    def of(self, column: int, axis: Axis = "") -> tuple[float, float] | None:
        """The range of the bulk, None when there was no number; degrees beyond the world decide nothing while
        most are on it.
        """
        values = np.concatenate(self._found.get(column, [np.empty(0)]))
        inside = np.abs(values) <= LIMIT[axis] if axis else np.ones(len(values), bool)
        return range_of(values[inside] if inside.sum() * 2 > len(values) else values)


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
        x, y = decisions.x, decisions.y
        # Decided the other way round than the headings say, they are degrees all the same.
        return Pair(names.index(x), names.index(y), is_degrees(x, y) or is_degrees(y, x))
    if described.geometry is not None:
        return None
    pair = find_pair(names)
    if pair is None:
        code = "xy_missing" if described.format in TABLES else "geometry_none"
        raise CoordinateChoiceError(finding(code, file=file, sheet=described.sheet, columns=_listing(names)))
    return pair


def _listing(names: list[str]) -> str:
    return ", ".join(f"“{x}”" for x in names[:40] if x) + (" …" if len(names) > 40 else "")
