"""Fonts of printed reports: one with Chinese characters where this machine has one, and one that is always there.

Only the characters of a report are embedded.  Outlines of PostScript kind (as the Noto and Source Han fonts have
them) are turned into TrueType ones, which every PDF program and our PDF writer understand.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, TTLibError, newTable
from fontTools.ttLib.tables._g_l_y_f import Glyph

from core.errors import Language

log = logging.getLogger(__name__)

CHINESE = (
    ("NotoSansCJK-Regular", "NotoSansCJK-Bold"), ("NotoSansCJKsc-Regular", "NotoSansCJKsc-Bold"),
    ("NotoSansSC-Regular", "NotoSansSC-Bold"), ("SourceHanSansSC-Regular", "SourceHanSansSC-Bold"),
    ("SourceHanSans-Regular", "SourceHanSans-Bold"), ("wqy-microhei", ""), ("wqy-zenhei", ""),
    ("DroidSansFallbackFull", ""), ("DroidSansFallback", ""), ("msyh", "msyhbd"), ("PingFang", ""),
    ("Hiragino Sans GB", ""), ("STHeiti Light", "STHeiti Medium"), ("simhei", ""), ("uming", ""), ("simsun", ""),
)  # fmt: skip
"""Regular and bold files, without their ending, best first."""
ENDINGS = (".ttc", ".ttf", ".otf", ".otc")
_WIDE = frozenset(map(ord, "“”‘’·…—"))
_SIMPLIFIED = (" SC", "CN", "GB", "Simplified")


@dataclass(frozen=True)
class FontFile:
    """A font of this machine."""

    path: Path
    face: int = 0
    """Which font of a collection."""


@dataclass(frozen=True)
class Family:
    """What a report is set in."""

    regular: FontFile
    bold: FontFile
    fallback: FontFile
    fallback_bold: FontFile
    chinese: bool
    """Whether Chinese characters can be set."""


def family() -> Family:
    """The fonts of this machine."""
    found = _chinese()
    plain, bold = _always()
    if found is None:
        return Family(plain, bold, plain, bold, chinese=False)
    return Family(found[0], found[1], plain, bold, chinese=True)


def font_directories() -> list[Path]:
    """Where fonts are installed on this kind of system."""
    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", "C:/Windows"))
        return [windows / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts"]


@cache
def _chinese() -> tuple[FontFile, FontFile] | None:
    known: dict[str, Path] = {}
    for directory in font_directories():
        for path in sorted(directory.rglob("*")) if directory.is_dir() else []:
            if path.suffix.lower() in ENDINGS:
                known.setdefault(path.stem.lower(), path)
    for regular, bold in CHINESE:
        light = known.get(regular.lower())
        if light is None or (face := _simplified(light)) is None:
            continue
        first = FontFile(light, face)
        heavy = known.get(bold.lower()) if bold else None
        return first, FontFile(heavy, _simplified(heavy) or 0) if heavy is not None else first
    return None


def _simplified(path: Path) -> int | None:
    """The font for simplified Chinese in a file; None when the file cannot be read."""
    try:
        if path.suffix.lower() not in (".ttc", ".otc"):
            return 0
        with TTCollection(str(path), lazy=True) as fonts:
            names = [str(f["name"].getDebugName(4) or "") for f in fonts]
    except (OSError, TTLibError):
        log.warning("the font %s cannot be read", path)
        return None
    return next((i for i, n in enumerate(names) if any(x in n for x in _SIMPLIFIED)), 0)


@cache
def _always() -> tuple[FontFile, FontFile]:
    """DejaVu Sans, which comes with matplotlib."""
    import matplotlib  # noqa: PLC0415 - only for the directory of its fonts

    directory = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return FontFile(directory / "DejaVuSans.ttf"), FontFile(directory / "DejaVuSans-Bold.ttf")


@cache
def characters(font: FontFile) -> frozenset[int]:
    """Code points that a font has."""
    with TTFont(font.path, fontNumber=font.face, lazy=True) as opened:
        return frozenset(opened.getBestCmap())


def own_characters(font: FontFile, language: Language) -> frozenset[int]:
    """What a font sets in a report of a language: quotation marks of Chinese fonts are as wide as a character."""
    known = characters(font)
    return known - _WIDE if language == "en" and ord("中") in known else known


def embedded(font: FontFile, text: Iterable[str]) -> bytes:
    """A TrueType font with the characters of `text`; the same bytes for the same characters.

    Raises:
        OSError: the file cannot be read.
    """
    wanted = sorted({ord(c) for c in text} & characters(font) | {0x20})
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[1, 2, 4, 6])
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG", "FFTM"]
    with TTFont(font.path, fontNumber=font.face, lazy=True, recalcTimestamp=False) as opened:
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=wanted)
        cutter.subset(opened)
        if "glyf" not in opened:
            _to_truetype(opened)
        out = io.BytesIO()
        opened.save(out, reorderTables=None)
    return out.getvalue()


def _to_truetype(font: Any) -> None:
    """Replace cubic outlines by quadratic ones within half a unit of a thousandth."""
    order, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    limit = font["head"].unitsPerEm / 2000
    table = newTable("glyf")
    table.glyphOrder = order
    drawn: dict[str, Glyph] = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, limit, reverse_direction=True))
        drawn[name] = pen.glyph()
    table.glyphs = drawn
    font["loca"], font["glyf"] = newTable("loca"), table
    _measures(font, drawn)
    del font["CFF " if "CFF " in font else "CFF2"]
    font.sfntVersion = "\x00\x01\x00\x00"


def _measures(font: Any, drawn: dict[str, Glyph]) -> None:
    """The tables of sizes that TrueType wants."""
    for glyph in drawn.values():
        glyph.recalcBounds(font["glyf"])
    most = font["maxp"] = newTable("maxp")
    most.tableVersion = 0x00010000
    zero = (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
        "maxSizeOfInstructions", "maxPoints", "maxContours", "maxCompositePoints", "maxCompositeContours",
        "maxComponentElements", "maxComponentDepth",
    )  # fmt: skip
    for name in zero:
        setattr(most, name, 0)
    most.maxZones, most.numGlyphs = 1, len(drawn)
    most.compile(font)
    font["post"].formatType = 3.0
