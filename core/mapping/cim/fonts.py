"""Fonts given along with a style file: their characters become drawn markers, as the author sees them."""

from __future__ import annotations

from collections.abc import Iterable

from core.mapping.cim.access import Json
from core.mapping.cim.truetype import Contour, FontError, TrueType

MAX_FONTS = 12


class Fonts:
    """Fonts by the names that a style file may call them."""

    def __init__(self, fonts: Iterable[TrueType] = ()) -> None:
        self._fonts = {name: font for font in fonts for name in font.names}
        self._drawings: dict[tuple[str, int], Json | None] = {}

    @classmethod
    def read(cls, files: Iterable[bytes]) -> Fonts:
        """The fonts in `files`.

        Raises:
            FontError: one of them is no TrueType font, or damaged; or there are too many.
        """
        found = [TrueType(x) for x in files]
        if len(found) > MAX_FONTS:
            raise FontError("too many fonts")
        return cls(found)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the fonts, lower case."""
        return tuple(self._fonts)

    def drawing(self, family: str, character: int) -> Json | None:
        """The outline of a character around the middle of its cell, 1 = the size of the font; None without it."""
        key = (family.strip().lower(), character)
        if key not in self._drawings:
            self._drawings[key] = self._draw(*key)
        return self._drawings[key]

    def _draw(self, family: str, character: int) -> Json | None:
        font = self._fonts.get(family)
        glyph = font.glyph(character) if font is not None else None
        if font is None or glyph is None:
            return None
        middle = (glyph.advance / 2, (font.ascent + font.descent) / 2)
        rings = [_ring(c, middle, font.units) for c in glyph.contours if len(c) > 1]
        return {"curveRings": rings} if rings else None


def _ring(contour: Contour, middle: tuple[float, float], units: float) -> list[object]:
    """A contour as a ring of CIM, its quadratic curves as cubic ones."""
    points = [((x - middle[0]) / units, (y - middle[1]) / units, on) for x, y, on in contour]
    whole: list[tuple[float, float, bool]] = []
    for (x, y, on), (nx, ny, next_on) in zip(points, [*points[1:], points[0]], strict=True):
        whole.append((x, y, on))
        if not on and not next_on:  # the outline runs through the middle of two control points
            whole.append(((x + nx) / 2, (y + ny) / 2, True))
    first = next((i for i, p in enumerate(whole) if p[2]), 0)
    whole = [*whole[first:], *whole[:first], whole[first]]
    here = whole[0]
    ring: list[object] = [[here[0], here[1]]]
    control: tuple[float, float, bool] | None = None
    for point in whole[1:]:
        if not point[2]:
            control = point
            continue
        if control is None:
            ring.append([point[0], point[1]])
        else:
            one = [here[i] + 2 / 3 * (control[i] - here[i]) for i in (0, 1)]
            two = [point[i] + 2 / 3 * (control[i] - point[i]) for i in (0, 1)]
            ring.append({"b": [[point[0], point[1]], one, two]})
        here, control = point, None
    return ring
