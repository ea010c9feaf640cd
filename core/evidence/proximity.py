"""The proof: every distance, nearest reference and count of an answer, computed again without the database.

The database searched by its own index and measured with PROJ and its own geometry code.  The proof takes the
shapes of targets and references as they are stored, finds the candidates by another index, cuts them into pieces
in earth-centred space, searches a k-d tree, and measures geodesics with GeographicLib.  If the two disagree by
more than a centimetre the answer is withheld.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.errors import ProofError
from core.evidence.geodesy import Floats, Ints
from core.evidence.measuring import Collection, Pairs, bounded_pairs, meeting
from core.query.measured import Measured, MeasuredReference
from core.query.result import FeatureRef

TOLERANCE_M = 0.01
FAR_M = 50_000.0
FAR_SHARE = 5e-6
"""Beyond 50 km the point nearest in a straight line is not always the nearest on the ellipsoid (up to 3 ppm)."""


@dataclass(frozen=True)
class Shape:
    """A feature as it takes part in a proof."""

    ref: FeatureRef
    name: str
    feature: str
    """Equal for the parts of one feature of a table."""
    geometry: BaseGeometry


def prove(
    targets: Sequence[Shape], measured: Sequence[Measured], references: Sequence[Shape]
) -> tuple[float, ...]:
    """The largest difference in metres between the two routes, for each target.

    Args:
        targets: the listed features.
        measured: one relation of them, in the same order, as the database measured it.
        references: every reference of the relation within :func:`reach_m` of a target, and perhaps more.

    Raises:
        ProofError: a distance differs by more than 0.01 m, a nearer reference exists, or a count is wrong; the
            sentence names target and reference.
    """
    if not targets:
        return ()
    if references:
        return _Proof(targets, measured, references).differences()
    for target, m in zip(targets, measured, strict=True):
        if m.nearest is not None or m.within_count:
            raise _error(target.name, "no reference could be found again", "没有再次找到参照要素")
    return (0.0,) * len(targets)


def reach_m(measured: Measured) -> float:
    """How far from the target the proof must know all references."""
    nearest = measured.nearest.distance_m if measured.nearest is not None else 0.0
    return max(measured.relation.max_m or 0.0, nearest) + 1.0


class _Proof:
    def __init__(
        self, targets: Sequence[Shape], measured: Sequence[Measured], references: Sequence[Shape]
    ) -> None:
        self.targets, self.measured, self.references = targets, measured, references
        self.position: Mapping[FeatureRef, int] = {x.ref: i for i, x in enumerate(references)}
        self.numbers: dict[tuple[str, str], int] = {}
        self.feature = np.array([self._number(x) for x in references], np.int64)

    def _number(self, shape: Shape) -> int:
        """One number for all parts of a feature."""
        return self.numbers.setdefault((shape.ref.table, shape.feature), len(self.numbers))

    def differences(self) -> tuple[float, ...]:
        """The largest difference of each target."""
        here = Collection.of([x.geometry for x in self.targets])
        there = Collection.of([x.geometry for x in self.references])
        reach = np.array([reach_m(x) for x in self.measured])
        found = list(bounded_pairs(here, there, reach, self._stated_codes(), self._limits()))
        pairs = _joined(found, meeting(here.geometries, there.geometries), len(self.references))
        own = np.array([self._number(x) for x in self.targets])
        keep = own[pairs.target] != self.feature[pairs.reference]  # never its own reference
        pairs = Pairs(pairs.target[keep], pairs.reference[keep], pairs.lower[keep], pairs.upper[keep])
        rows = np.searchsorted(pairs.target, np.arange(len(self.targets) + 1))
        return tuple(self._check(i, pairs, slice(rows[i], rows[i + 1])) for i in range(len(self.targets)))

    def _stated_codes(self) -> Ints:
        """Codes of the pairs that the answer states."""
        codes = [
            i * len(self.references) + self.position[x.ref]
            for i, m in enumerate(self.measured)
            for x in stated(m)
            if x.ref in self.position
        ]
        return np.unique(np.array(codes, np.int64))

    def _limits(self) -> list[Floats]:
        """Distances at which it must be known on which side a reference lies."""
        nearest = [m.nearest.distance_m if m.nearest is not None else 0.0 for m in self.measured]
        relation = self.measured[0].relation
        return [np.array(nearest)] + [
            np.full(len(nearest), x) for x in (relation.min_m, relation.max_m) if x is not None
        ]

    def _check(self, i: int, pairs: Pairs, rows: slice) -> float:
        measured, name = self.measured[i], self.targets[i].name
        there, lower, upper = pairs.reference[rows], pairs.lower[rows], pairs.upper[rows]
        same = lower == upper
        exact = dict(zip(there[same].tolist(), lower[same].tolist(), strict=True))
        worst = max((self._difference(name, x, exact) for x in stated(measured)), default=0.0)
        self._check_nearest(name, measured, there, lower)
        if measured.relation.max_m is not None:
            self._check_count(name, measured, there, (lower, upper))
        return worst

    def _difference(self, name: str, stated: MeasuredReference, exact: Mapping[int, float]) -> float:
        again = exact.get(self.position.get(stated.ref, -1))
        if again is not None and abs(again - stated.distance_m) <= TOLERANCE_M:
            return abs(again - stated.distance_m)
        ref, metres = f"{stated.ref.table} #{stated.ref.fid}", f"{stated.distance_m:.3f}"
        raise _error(
            name,
            f"the distance to {ref} is {metres} m by the database and "
            f"{'not found' if again is None else f'{again:.3f} m'} by the check",
            f"到 {ref} 的距离，数据库为 {metres} 米，复核为{'未找到' if again is None else f' {again:.3f} 米'}",
        )

    def _check_nearest(self, name: str, measured: Measured, there: Ints, lower: Floats) -> None:
        """No reference (inside a ring: none of the ring) is nearer than the one that is called nearest."""
        if measured.nearest is None:
            return
        metres, relation = measured.nearest.distance_m, measured.relation
        least = relation.min_m if relation.min_m is not None and relation.max_m is not None else -np.inf
        allowed = TOLERANCE_M + FAR_SHARE * max(0.0, metres - FAR_M)
        nearer = np.flatnonzero((lower < metres - allowed) & (lower >= least + TOLERANCE_M))
        if len(nearer):
            first = nearer[lower[nearer].argmin()]
            ref = self.references[there[first]].ref
            raise _error(
                name,
                f"{ref.table} #{ref.fid} is nearer ({lower[first]:.3f} m) than the nearest of the database "
                f"({metres:.3f} m)",
                f"{ref.table} #{ref.fid}（{lower[first]:.3f} 米）比数据库给出的最近要素（{metres:.3f} 米）更近",
            )

    def _check_count(self, name: str, measured: Measured, there: Ints, bounds: tuple[Floats, Floats]) -> None:
        """The count is right, up to references within a centimetre of a bound."""
        lower, upper = bounds
        least, most = measured.relation.min_m, measured.relation.reach_m
        certain, possible = upper <= most - TOLERANCE_M, lower <= most + TOLERANCE_M
        if least is not None:
            certain &= lower >= least + TOLERANCE_M
            possible &= upper >= least - TOLERANCE_M
        low, high = (len(np.unique(self.feature[there[x]])) for x in (certain, possible))
        if not low <= measured.within_count <= high:
            raise _error(
                name,
                f"the database counts {measured.within_count} references within the distance, the check {low}",
                f"数据库在该距离内计得 {measured.within_count} 个参照要素，复核为 {low} 个",
            )


def stated(measured: Measured) -> tuple[MeasuredReference, ...]:
    """Every distance that an answer may state."""
    return (*measured.within, *([measured.nearest] if measured.nearest is not None else []))


def _joined(found: Sequence[Pairs], met: Ints, count: int) -> Pairs:
    """All pairs, those that meet with distance zero."""
    if not found:
        empty = np.zeros(0, np.int64)
        return Pairs(empty, empty, np.zeros(0), np.zeros(0))
    pairs = Pairs(
        *(np.concatenate(x) for x in zip(*((p.target, p.reference, p.lower, p.upper) for p in found), strict=True))
    )
    code = pairs.code(count)
    touching = np.isin(code, met)
    missing = np.setdiff1d(met, code)
    lower, upper = np.where(touching, 0.0, pairs.lower), np.where(touching, 0.0, pairs.upper)
    codes = np.concatenate([code, missing])
    order = np.argsort(codes, kind="stable")
    zeros = np.zeros(len(missing))
    return Pairs(
        codes[order] // count, codes[order] % count,
        np.concatenate([lower, zeros])[order], np.concatenate([upper, zeros])[order],
    )  # fmt: skip


def prove_meeting(targets: Sequence[Shape], measured: Sequence[Measured], references: Sequence[Shape]) -> None:
    """A relation on the map implies a point in common; check that for all pairs stated.

    Raises:
        ProofError: two features said to touch, cross, contain or overlap are apart.
    """
    shapes = {x.ref: x.geometry for x in references}
    for target, m in zip(targets, measured, strict=True):
        for x in m.within:
            if x.ref not in shapes or not shapely.intersects(target.geometry, shapes[x.ref]):
                ref = f"{x.ref.table} #{x.ref.fid}"
                raise _error(target.name, f"it does not meet {ref}", f"它与 {ref} 不相交")


def _error(target: str, what: str, what_zh: str) -> ProofError:
    return ProofError(
        f"The check of the distances failed for “{target}”: {what}. The answer is withheld.",
        "Please report this; the data or the software is wrong.",
        sentence_zh=f"“{target}”的距离复核未通过：{what_zh}。答案不予显示。",
        hint_zh="请报告此问题：数据或程序有误。",
    )
