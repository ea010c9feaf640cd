"""Which simple shape stands for a character of a symbol font; the fonts themselves are not used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from core.mapping.cim.access import Json
from core.mapping.cim.log import Log
from core.mapping.style_symbols import Shape


@dataclass(frozen=True)
class Glyph:
    """A stand-in for a character."""

    shape: Shape
    outlined: bool = False
    unknown: bool = False
    drawing: Json | None = None
    """Lines of the character in a frame from −1 to 1, where no simple shape says what it says."""


_QUERY = Glyph(
    "circle",
    outlined=True,
    drawing={
        "curvePaths": [
            [[-0.5, 0.45], {"c": [[0.5, 0.45], [0, 0.95]]}, {"c": [[0, -0.15], [0.35, 0.1]]}, [0, -0.4]],
            [[-0.06, -0.85], [0.06, -0.85]],
        ]
    },
)
_DEFAULT_MARKER: dict[int, Glyph] = {
    33: Glyph("circle"), 34: Glyph("square"), 35: Glyph("triangle"), 36: Glyph("pentagon"), 37: Glyph("hexagon"),
    40: Glyph("circle", True), 41: Glyph("square", True), 42: Glyph("triangle", True), 43: Glyph("pentagon", True),
    44: Glyph("hexagon", True), 94: Glyph("star"), 95: Glyph("star"), 203: Glyph("cross"), 204: Glyph("cross"),
}  # fmt: skip
"""The common characters of “ESRI Default Marker”."""
_CERTAIN = {33, 34, 35, 40, 41, 42}
"""Those whose shape is exactly the simple one."""
_GEOLOGICAL: dict[tuple[str, int], Glyph] = {
    ("fgdcgeosym01", 56): Glyph("triangle-down"),  # teeth of a thrust, on the right of the line, pointing away
    ("fgdcgeosym03", 108): _QUERY,  # identity or existence of a contact or fault questionable
    ("fgdcgeosym03", 109): _QUERY,
}
"""Characters of the fonts for the FGDC standard for geologic map symbolization, as layers of GeMS use them."""
_UNICODE: dict[str, Glyph] = {
    "|": Glyph("bar"), "+": Glyph("cross"), "x": Glyph("x"), "X": Glyph("x"), "×": Glyph("x"), "*": Glyph("star"),
    "●": Glyph("circle"), "•": Glyph("circle"), ".": Glyph("circle"), "o": Glyph("circle", True),
    "O": Glyph("circle", True), "○": Glyph("circle", True), "■": Glyph("square"), "□": Glyph("square", True),
    "▲": Glyph("triangle"), "△": Glyph("triangle", True), "▼": Glyph("triangle-down"),
    "▽": Glyph("triangle-down", True), "◆": Glyph("diamond"), "◇": Glyph("diamond", True), "★": Glyph("star"),
    "☆": Glyph("star", True), "?": _QUERY,
}  # fmt: skip
_TEXT_FONTS = ("arial", "tahoma", "times", "verdana", "calibri", "courier", "segoe", "simsun", "simhei", "dejavu",
               "microsoft", "宋体", "黑体")  # fmt: skip


def glyph_of(font: str, index: int, log: Log) -> Glyph:
    """The stand-in for character `index` of `font`, noted unless it is sure to look the same."""
    known = font.strip().lower()
    if known == "esri default marker" and index in _DEFAULT_MARKER:
        found = _DEFAULT_MARKER[index]
        if index not in _CERTAIN:
            log.note("font", font=font)
        return found
    if (known, index) in _GEOLOGICAL:
        log.note("font", font=font)
        return _GEOLOGICAL[known, index]
    sign = chr(index) if 0 < index < 0x110000 else ""
    if known.startswith(_TEXT_FONTS) and sign in _UNICODE:
        return _UNICODE[sign]
    shape = log.stand_in(font, index)
    log.note("font", font=font or "—")
    return Glyph(cast(Shape, shape), unknown=True)
