"""The proof: every distance, nearest reference and count of an answer, computed again without the database.

The database searched by its own index and measured with PROJ and its own geometry code.  The proof takes the
shapes of targets and references as they are stored, finds the candidates by another index, cuts them into pieces
in earth-centred space, searches a k-d tree, and measures geodesics with GeographicLib.  If the two disagree by
more than a centimetre the answer is withheld.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from core.errors import ProofError
from core.evidence.geodesy import Floats, Ints
from core.evidence.measuring import Collection, Pairs, bounded_pairs, joined, meeting
from core.query.measured import MeasuredRelation

TOLERANCE_M = 0.01
FAR_M = 50_000.0
FAR_SHARE = 5e-6
"""Beyond 50 km the point nearest in a straight line is not always the nearest on the ellipsoid (up to 3 ppm)."""


@dataclass(frozen=True)
class Target:
    """A listed feature as it takes part in a proof."""

    name: str
    table: str
    feature: str
    """Equal for the parts of one feature of a table."""
    geometry: BaseGeometry


@dataclass(frozen=True)
class Shapes:
    """References with their shapes, in columns: position of the layer in the anchor, row, feature, geometry."""

    no: Ints
    fid: Ints
    features: Sequence[str]
    geometries: Sequence[BaseGeometry]

    @property
    def addresses(self) -> Ints:
        """One number for each reference."""
        return address(self.no, self.fid)

    def positions(self, addresses: Ints) -> Ints:
        """Where references with these addresses stand; −1 for those that are not there."""
        own = self.addresses
        if not len(own):
            return np.full(len(addresses), -1)
        order = np.argsort(own)
        at = order[np.minimum(np.searchsorted(own, addresses, sorter=order), len(own) - 1)]
        return np.where(own[at] == addresses, at, -1)


def address(no: Ints, fid: Ints) -> Ints:
    """One number for a row of a layer."""
    return (np.asarray(no, np.int64) << 44) | np.asarray(fid, np.int64)


def reach_m(measured: MeasuredRelation) -> Floats:
    """How far from each target the proof must know all references."""
    reach = np.maximum(np.nan_to_num(measured.nearest_m), measured.relation.max_m or 0.0)
    if measured.closest:
        np.maximum.at(reach, np.repeat(np.arange(len(reach)), np.diff(measured.starts)), measured.metres)
    return reach + 1.0


def prove(targets: Sequence[Target], measured: MeasuredRelation, references: Shapes) -> Floats:
    """The largest difference in metres between the two routes, for each target.

    Args:
        targets: the listed features.
        measured: one relation of them, as the database measured it.
        references: every reference of the relation within :func:`reach_m` of a target, and perhaps more.

    Raises:
        ProofError: a distance differs by more than 0.01 m, a nearer reference exists, or a count is wrong; the
            sentence names target and reference.
    """
    if not len(references.fid):
        for i in np.flatnonzero((measured.counts > 0) | (measured.nearest_no >= 0)):
            raise _error(targets[int(i)].name, "no reference could be found again", "没有再次找到参照要素")
        return np.zeros(len(targets))
    return _Proof(targets, measured, references).differences() if targets else np.zeros(0)


class _Proof:
    def __init__(self, targets: Sequence[Target], measured: MeasuredRelation, references: Shapes) -> None:
        self.targets, self.measured, self.references = targets, measured, references
        self.count = len(references.fid)
        numbers: dict[tuple[str, str], int] = {}
        keys = [
            (measured.tables[no], f) for no, f in zip(references.no.tolist(), references.features, strict=True)
        ]
        self.feature = np.array([numbers.setdefault(x, len(numbers)) for x in keys], np.int64)
        self.whole = len(numbers) == len(keys)  # no feature comes in several parts
        self.own = np.array([numbers.get((x.table, x.feature), -1) for x in targets], np.int64)

    def differences(self) -> Floats:
        """The largest difference of each target."""
        here = Collection.of([x.geometry for x in self.targets])
        there = Collection.of(self.references.geometries)
        target, position, metres = self._stated()
        code = target * self.count + position
        found = list(
            bounded_pairs(here, there, reach_m(self.measured), np.sort(code[position >= 0]), self._limits())
        )
        pairs = self._without_itself(
            joined(found, meeting([x.geometry for x in self.targets], self.references.geometries), self.count)
        )
        difference = self._compare(pairs, code, target, metres)
        self._check_nearest(pairs)
        if self.measured.relation.max_m is not None:
            self._check_counts(pairs)
        if self.measured.closest:
            self._check_closest(pairs)
        worst = np.zeros(len(self.targets))
        np.maximum.at(worst, target, difference)
        return worst

    def _stated(self) -> tuple[Ints, Ints, Floats]:
        """Every distance that the answer may state: target, position of the reference, metres."""
        m = self.measured
        has = np.flatnonzero(m.nearest_no >= 0)
        target = np.concatenate([np.repeat(np.arange(len(m.counts)), np.diff(m.starts)), has])
        addresses = np.concatenate([address(m.no, m.fid), address(m.nearest_no[has], m.nearest_fid[has])])
        return target, self.references.positions(addresses), np.concatenate([m.metres, m.nearest_m[has]])

    def _limits(self) -> list[Floats]:
        """Distances at which it must be known on which side a reference lies."""
        nearest, relation = np.nan_to_num(self.measured.nearest_m), self.measured.relation
        bounds = [x for x in (relation.min_m, relation.max_m) if x is not None]
        return [nearest, *(np.full(len(nearest), x) for x in bounds)]

    def _without_itself(self, pairs: Pairs) -> Pairs:
        """A feature is never its own reference."""
        keep = self.own[pairs.target] != self.feature[pairs.reference]
        return Pairs(pairs.target[keep], pairs.reference[keep], pairs.lower[keep], pairs.upper[keep])

    def _compare(self, pairs: Pairs, code: Ints, target: Ints, metres: Floats) -> Floats:
        known = pairs.code(self.count)
        at = np.minimum(np.searchsorted(known, code), max(len(known) - 1, 0))
        again = np.full(len(code), np.nan)
        if len(known):
            hit = (known[at] == code) & (pairs.lower[at] == pairs.upper[at])
            again[hit] = pairs.lower[at[hit]]
        difference = np.abs(again - metres)
        for i in np.flatnonzero(~(difference <= TOLERANCE_M)):
            ref = self._stated_name(int(i))
            shown = ("not found", "未找到") if np.isnan(again[i]) else (f"{again[i]:.3f} m", f" {again[i]:.3f} 米")
            raise _error(
                self.targets[target[i]].name,
                f"the distance to {ref} is {metres[i]:.3f} m by the database and {shown[0]} by the check",
                f"到 {ref} 的距离，数据库为 {metres[i]:.3f} 米，复核为{shown[1]}",
            )
        return difference

    def _stated_name(self, i: int) -> str:
        m = self.measured
        if i < len(m.fid):
            return f"{m.tables[m.no[i]]} #{m.fid[i]}"
        j = np.flatnonzero(m.nearest_no >= 0)[i - len(m.fid)]
        return f"{m.tables[m.nearest_no[j]]} #{m.nearest_fid[j]}"

    def _check_nearest(self, pairs: Pairs) -> None:
        """No reference is nearer than the one that is called nearest, in a ring or not."""
        metres = self.measured.nearest_m[pairs.target]
        allowed = TOLERANCE_M + FAR_SHARE * np.maximum(0.0, metres - FAR_M)
        for i in np.flatnonzero(pairs.lower < metres - allowed):
            j = pairs.reference[i]
            ref = f"{self.measured.tables[self.references.no[j]]} #{self.references.fid[j]}"
            raise _error(
                self.targets[pairs.target[i]].name,
                f"{ref} is nearer ({pairs.lower[i]:.3f} m) than the nearest of the database ({metres[i]:.3f} m)",
                f"{ref}（{pairs.lower[i]:.3f} 米）比数据库给出的最近要素（{metres[i]:.3f} 米）更近",
            )

    def _check_counts(self, pairs: Pairs) -> None:
        """The counts are right, up to references within a centimetre of a bound."""
        least, most = self.measured.relation.min_m, self.measured.relation.reach_m
        certain, possible = pairs.upper <= most - TOLERANCE_M, pairs.lower <= most + TOLERANCE_M
        if least is not None:
            certain &= pairs.lower >= least + TOLERANCE_M
            possible &= pairs.upper >= least - TOLERANCE_M
        low, high = self._features(pairs, certain), self._features(pairs, possible)
        counts = self.measured.counts
        for i in np.flatnonzero((counts < low) | (counts > high)):
            raise _error(
                self.targets[int(i)].name,
                f"the database counts {counts[i]} references within the distance, the check {low[i]}",
                f"数据库在该距离内计得 {counts[i]} 个参照要素，复核为 {low[i]} 个",
            )

    def _check_closest(self, pairs: Pairs) -> None:
        """No feature that is not listed is nearer than the last one listed."""
        m = self.measured
        listed, has = np.diff(m.starts), np.diff(m.starts) > 0
        last = np.zeros(len(listed))
        last[has] = m.metres[m.starts[1:][has] - 1]
        nearer = self._features(pairs, pairs.upper < last[pairs.target] - TOLERANCE_M)
        for i in np.flatnonzero(nearer >= np.maximum(listed, 1)):
            raise _error(
                self.targets[int(i)].name,
                f"{nearer[i]} references are nearer than the last of the {listed[i]} listed",
                f"有 {nearer[i]} 个参照要素比所列 {listed[i]} 个中的最后一个更近",
            )

    def _features(self, pairs: Pairs, chosen: NDArray[np.bool_]) -> Ints:
        """Number of different features among the chosen pairs of each target."""
        target, feature = pairs.target[chosen], self.feature[pairs.reference[chosen]]
        if self.whole:
            return np.bincount(target, minlength=len(self.targets))
        size = len(self.feature) + 1
        return np.bincount(np.unique(target * size + feature) // size, minlength=len(self.targets))


def prove_meeting(targets: Sequence[Target], measured: MeasuredRelation, references: Shapes) -> None:
    """A relation on the map implies a point in common; check that for all pairs stated.

    Raises:
        ProofError: two features said to touch, cross, contain or overlap are apart.
    """
    target = np.repeat(np.arange(len(targets)), np.diff(measured.starts))
    position = references.positions(address(measured.no, measured.fid))
    here = np.array([x.geometry for x in targets], dtype=object)[target]
    there = np.array([*references.geometries, None], dtype=object)[position]
    for i in np.flatnonzero(~shapely.intersects(here, there)):
        ref = f"{measured.tables[measured.no[i]]} #{measured.fid[i]}"
        raise _error(targets[int(target[i])].name, f"it does not meet {ref}", f"它与 {ref} 不相交")


def _error(target: str, what: str, what_zh: str) -> ProofError:
    return ProofError(
        f"The check of the distances failed for “{target}”: {what}. The answer is withheld.",
        "Please report this; the data or the software is wrong.",
        sentence_zh=f"“{target}”的距离复核未通过：{what_zh}。答案不予显示。",
        hint_zh="请报告此问题：数据或程序有误。",
    )
