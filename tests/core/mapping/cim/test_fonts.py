"""Characters of a font that was given along with a style file; fonts are as hostile as any file."""

from __future__ import annotations

import io
import random
from functools import cache

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from core.mapping.cim import read_lyrx
from core.mapping.cim.fonts import Fonts
from core.mapping.cim.truetype import FontError, TrueType
from core.mapping.style_symbols import Marker
from tests.core.mapping.cim.builders import character, document, encoded, feature_layer, point, rgb, simple

FAMILY = "Signs of Tests"


@cache
def font(symbols: bool = True) -> bytes:
    """A font of a square (33), a circle (34) and both (35); with the codes of symbol fonts or of Unicode."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square", "round", "both"])
    square, ring, both = TTGlyphPen(None), TTGlyphPen(None), TTGlyphPen({"square": None, "round": None})
    square.moveTo((100, 0))
    for corner in ((100, 800), (900, 800), (900, 0)):
        square.lineTo(corner)
    square.closePath()
    ring.qCurveTo((1000, 400), (1000, 900), (0, 900), (0, -100), (1000, -100), None)
    ring.closePath()
    both.addComponent("square", (1, 0, 0, 1, 0, 0))
    both.addComponent("round", (0.5, 0, 0, 0.5, 10, -20))
    builder.setupGlyf(
        {
            ".notdef": TTGlyphPen(None).glyph(),
            "square": square.glyph(),
            "round": ring.glyph(),
            "both": both.glyph(),
        }
    )
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "square", "round", "both"), (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupCharacterMap({33: "square", 34: "round", 35: "both"})
    builder.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    if symbols:
        table = CmapSubtable.newSubtable(4)
        table.platformID, table.platEncID, table.language = 3, 0, 0
        table.cmap = {0xF021: "square", 0xF022: "round", 0xF023: "both"}
        builder.font["cmap"].tables = [table]
    out = io.BytesIO()
    builder.font.save(out)
    return out.getvalue()


def sign(index: int, fonts: Fonts | None) -> tuple[Marker, list[str]]:
    """The marker of a character of 30 points, and the codes of the notes."""
    layer = feature_layer(simple(point(character(index, FAMILY, 30, rgb(200, 0, 0)))))
    (made,) = read_lyrx(encoded(document(layer)), fonts).layers
    assert made.renderer is not None
    (one,) = made.renderer.classes[0].symbol.passes
    assert isinstance(one, Marker)
    return one, [n.code for n in made.notes]


@pytest.mark.parametrize("symbols", [True, False])
def test_a_character_is_drawn_as_in_its_font_around_the_middle_of_its_cell(symbols: bool) -> None:
    fonts = Fonts.read([font(symbols)])
    square, notes = sign(33, fonts)
    assert notes == []
    (graphic,) = square.graphics
    # 30 points are 40 pixels: 800 of 1000 units are 32; the cell reaches from -200 to 800, so its middle is 300
    assert graphic.path == "M-16 12 L-16 -20 L16 -20 L16 12 L-16 12 Z"
    assert graphic.fill is not None
    assert graphic.fill.color == "#c80000"
    assert square.size == 32
    assert "C" in sign(34, fonts)[0].graphics[0].path
    assert sign(35, fonts)[0].graphics[0].path.count("M") == 2


def test_without_the_font_or_the_character_a_shape_stands_for_it() -> None:
    for fonts, index in ((None, 33), (Fonts.read([font()]), 99)):
        stand_in, notes = sign(index, fonts)
        assert notes == ["font"]
        assert stand_in.stand_in


def test_other_files_are_no_fonts() -> None:
    for data in (b"", b"OTTO" + font()[4:], b"wOF2", font()[:200], b"\x00\x01\x00\x00" + b"\xff" * 4000):
        with pytest.raises(FontError):
            Fonts.read([data])
    with pytest.raises(FontError):
        Fonts.read([font()] * 20)


def test_damaged_fonts_are_refused_or_read_in_part() -> None:
    rng, whole = random.Random(7), font()
    for _ in range(1500):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 12)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            made = TrueType(bytes(data))
        except FontError:
            continue
        for code in (33, 34, 35, 0x1F600):
            glyph = made.glyph(code)
            assert glyph is None or sum(len(c) for c in glyph.contours) <= 40_000
