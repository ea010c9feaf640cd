"""Coordinates as anchors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.question import ir
from core.question.grammar.parts import Comparison, MeasurePart, PointPart, Quantity
from core.question.grammar.quantities import Quantities
from core.question.meanings import Lexeme

_AXES = {
    "lon": ("lon", "longitude", "longitudes", "long", "lng", "经度", "东经", "e", "x"),
    "lat": ("lat", "latitude", "latitudes", "纬度", "北纬", "n", "y"),
}
_OPENING = ("(", "（", "[", ":", "：", "=")
_BETWEEN = (",", "，", "、", ";", "；", "/")
_MINUTE, _SECOND = ("'", "′", "’", "分"), ('"', "″", "”", "秒", "'", "′")
_CLOSING = (")", "）", "]")
_SIDES = {"north": "lat", "south": "lat", "east": "lon", "west": "lon"}

_RANGES = frozenset(
    {"COMMA", "WITH", "THAT", "COP", "IN", "INSIDE", "WITHIN", "BOX", "BETWEEN", "LONGITUDE", "LATITUDE"}
)
"""What a range of longitude or latitude can begin with, beside a number."""


@dataclass(frozen=True)
class _Degrees:
    value: float
    axis: str
    """``lon``, ``lat``, or "" when the question does not say."""
    marked: bool
    """Looks like a coordinate: has decimals, a degree sign, a compass letter or an axis name."""


class Points(Quantities):
    """The production for ``109.99, 41.85``, ``41.85N 109.99E``, ``东经109.99度，北纬41.85度``."""

    def point(self) -> PointPart | None:
        """A point; without axis names longitude comes first, unless only the other order can be."""
        return self.attempt(self._point)

    def _point(self) -> PointPart | None:
        mark = self.mark()
        first = self._degrees()
        if first is None:
            return None
        while self.at().text in _BETWEEN or self.at().is_("AND"):
            self.advance()
        second = self._degrees()
        if second is None or not (first.marked or second.marked):
            return None
        while self.at().text in _CLOSING:
            self.advance()
        swapped = first.axis == "lat" or second.axis == "lon"
        if not (first.axis or second.axis):
            swapped = self._swapped(first.value, second.value)
        lon, lat = (second.value, first.value) if swapped else (first.value, second.value)
        if not (-180 <= lon <= 180 and -90 <= lat <= 90):
            return None
        return PointPart(lon, lat, self.since(mark))

    def graticule(self, sector: str) -> MeasurePart | None:
        """``51.5°N`` behind "north of": a line of latitude or longitude."""
        return self.attempt(lambda: self._graticule(sector))

    def _graticule(self, sector: str) -> MeasurePart | None:
        mark = self.mark()
        found = self._degrees()
        axis = {"N": "lat", "S": "lat", "E": "lon", "W": "lon"}.get(sector)
        if found is None or axis is None or found.axis != axis or not found.marked:
            return None
        op: ir.AttrOp = ">" if sector in "NE" else "<"
        measure: Literal["x", "y"] = "y" if axis == "lat" else "x"
        return MeasurePart(measure, Comparison(op, Quantity(found.value)), self.since(mark))

    def graticules(self) -> MeasurePart | None:
        """``longitude between 99 and 100``, ``from 99 to 100 degrees east``, ``in the box 99°E-100°E``."""
        return self.attempt(self._graticules)

    def _graticules(self) -> MeasurePart | None:
        if not self.may_open(_RANGES):
            return None
        mark = self.mark()
        self.take_all("COMMA", "WITH", "THAT", "COP", "IN", "INSIDE", "WITHIN", "BOX", "THIS_REGION")
        axis = _axis(self.at())
        if axis:
            self.advance()
        self.take_all("COP", "IN", "BETWEEN")
        low = self._degrees()
        if low is None or not self.take("AND", "TO", "HYPHEN"):
            return None
        high = self._degrees()
        axis = axis or low.axis or (high.axis if high else "")
        if high is None or not axis or {low.axis, high.axis} - {axis, ""}:
            return None
        measure: Literal["x", "y"] = "y" if axis == "lat" else "x"
        between = Quantity(min(low.value, high.value), max(low.value, high.value))
        return MeasurePart(measure, Comparison("between", between), self.since(mark))

    def _degrees(self) -> _Degrees | None:
        axis = ""
        for _ in range(5):
            named = _axis(self.at())
            if not named and self.at().text not in _OPENING and not _plain(self.at()):
                break
            axis = named or axis
            self.advance()
        sign = -1.0 if self.at().text in ("-", "−") and self.at(1).kind == "number" else 1.0
        if sign < 0:
            self.advance()
        lexeme = self.at()
        if lexeme.kind != "number" or lexeme.number is None:
            return None
        self.advance()
        marked, value = bool(axis) or "." in lexeme.text, lexeme.number
        if any(dimension == "angle" for dimension, _ in self.at().entry.units):
            self.advance()
            marked = True
            value += self._part(_MINUTE) / 60 + self._part(_SECOND) / 3600
            if behind := _axis(self.at()) or _SIDES.get(self.at().key, ""):
                sign = -sign if self.at().key in ("south", "west") else sign
                self.advance()  # 25.5 degrees north, 25.5 degrees of latitude
                axis = behind
        side = self.at().key
        if side in ("e", "w", "n", "s") and self.at().text.isupper():
            self.advance()
            axis, marked = ("lon" if side in "ew" else "lat"), True
            sign = -1.0 if side in "ws" else 1.0
        return _Degrees(sign * value, axis, marked)

    def _part(self, signs: tuple[str, ...]) -> float:
        """Minutes or seconds of an angle; 0 where there are none."""
        lexeme, sign = self.at(), self.at(1)
        if lexeme.kind != "number" or lexeme.number is None or sign.text not in signs:
            return 0.0
        self.advance()
        self.advance()
        if sign.text in ("'", "′") and self.at().text == sign.text and signs is _SECOND:
            self.advance()
        return lexeme.number

    def _swapped(self, first: float, second: float) -> bool:
        """True when only the order latitude, longitude makes sense for the loaded data."""
        if abs(first) > 90:
            return False
        if abs(second) > 90:
            return True
        boxes = [x.extent for x in self.card.layers]

        def inside(lon: float, lat: float) -> bool:
            return any(w <= lon <= e and s <= lat <= n for w, s, e, n in boxes)

        return inside(second, first) and not inside(first, second)


def _axis(lexeme: Lexeme) -> str:
    return next((axis for axis, words in _AXES.items() if lexeme.key in words), "")


def _plain(lexeme: Lexeme) -> bool:
    """True for a closed-class word that may stand before a coordinate."""
    return lexeme.is_("FILLER") and not lexeme.entry.content and lexeme.number is None
