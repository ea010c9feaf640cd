"""Outlines of the characters of a TrueType font that somebody gave along with a style file.

Only what outlines need is read (OpenType specification 1.9: cmap, glyf, loca, head, hhea, hmtx, maxp, name), by
offset and with bounds, since the file is as hostile as any other.  Hinting, substitution and other outlines than
TrueType's are not.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAX_BYTES = 16 << 20
MAX_POINTS = 4_000
MAX_DEPTH = 5
MAX_PARTS = 300
"""Glyphs that one character may be put together from, parts of parts included."""
MAX_GROUPS = 5_000
_SYMBOL = 0xF000
"""Symbol fonts have their characters at this distance from their codes."""
Contour = list[tuple[float, float, bool]]
"""x, y (up) and whether the outline runs through the point, in units of the font."""


class FontError(ValueError):
    """The file is no TrueType font, or it is damaged."""


@dataclass(frozen=True)
class Glyph:
    """The outline of a character."""

    contours: tuple[Contour, ...]
    advance: float


class TrueType:
    """One font."""

    def __init__(self, data: bytes) -> None:
        """Read the directory of the font.

        Raises:
            FontError: the file is no TrueType font, too large, or damaged.
        """
        if len(data) > MAX_BYTES or data[:4] not in {b"\x00\x01\x00\x00", b"true"}:
            raise FontError("no TrueType font")
        self._data = data
        self._parts_read = 0
        try:
            count = self._u16(4)
            self._tables = {
                data[12 + 16 * i : 16 + 16 * i]: struct.unpack_from(">II", data, 20 + 16 * i)
                for i in range(min(count, 200))
            }
            head, hhea = self._at(b"head"), self._at(b"hhea")
            self.units = float(self._u16(head + 18)) or 1.0
            self._long = self._u16(head + 50) == 1
            self.ascent, self.descent = (float(x) for x in struct.unpack_from(">hh", data, hhea + 4))
            self._metrics = max(self._u16(hhea + 34), 1)
            self._glyphs = self._u16(self._at(b"maxp") + 4)
            self.names = self._names()
            self._maps = self._subtables()
        except (struct.error, KeyError, IndexError) as error:
            raise FontError("damaged") from error

    def _u16(self, at: int) -> int:
        return int(struct.unpack_from(">H", self._data, at)[0])

    def _at(self, table: bytes) -> int:
        return int(self._tables[table][0])

    def _names(self) -> frozenset[str]:
        """Family and full names, lower case."""
        start = self._at(b"name")
        texts = start + self._u16(start + 4)
        found = set()
        for i in range(min(self._u16(start + 2), 400)):
            platform, _, _, kind, length, offset = struct.unpack_from(">6H", self._data, start + 6 + 12 * i)
            if kind in {1, 4, 16}:
                raw = self._data[texts + offset : texts + offset + length]
                found.add(raw.decode("latin-1" if platform == 1 else "utf-16-be", "ignore").strip().lower())
        return frozenset(x for x in found if x)

    def _subtables(self) -> tuple[tuple[int, int], ...]:
        """(format, place) of the tables from characters to glyphs, that of symbol fonts first."""
        start = self._at(b"cmap")
        found = []
        for i in range(min(self._u16(start + 2), 60)):
            platform, encoding, offset = struct.unpack_from(">HHI", self._data, start + 4 + 8 * i)
            rank = {(3, 0): 0, (3, 10): 1, (3, 1): 2}.get((platform, encoding), 3 if platform == 0 else 4)
            found.append((rank, self._u16(start + offset), start + offset))
        return tuple((kind, place) for _, kind, place in sorted(found))

    def glyph(self, character: int) -> Glyph | None:
        """The outline of a character; None when the font does not have it or it is damaged."""
        self._parts_read = 0
        try:
            for kind, place in self._maps:
                for code in (character, _SYMBOL + character):
                    number = self._number(kind, place, code)
                    if number:
                        contours = self._contours(number, 0)
                        return Glyph(tuple(contours), self._advance(number)) if contours else None
        except (struct.error, IndexError, KeyError, FontError):
            return None
        return None

    def _number(self, kind: int, at: int, code: int) -> int:
        if kind == 0:
            return self._data[at + 6 + code] if code < 256 else 0
        if kind == 6:
            first, count = struct.unpack_from(">HH", self._data, at + 6)
            return self._u16(at + 10 + 2 * (code - first)) if first <= code < first + count else 0
        if kind == 4 and code < 0x10000:
            return self._segment(at, code)
        if kind == 12:
            groups = min(struct.unpack_from(">I", self._data, at + 12)[0], MAX_GROUPS)
            for i in range(groups):
                start, end, glyph = struct.unpack_from(">III", self._data, at + 16 + 12 * i)
                if start <= code <= end:
                    return int(glyph + code - start)
        return 0

    def _segment(self, at: int, code: int) -> int:
        double = self._u16(at + 6) & ~1
        for i in range(0, double, 2):
            if code > self._u16(at + 14 + i):
                continue
            start = self._u16(at + 16 + double + i)
            if code < start:
                return 0
            delta, place = self._u16(at + 16 + 2 * double + i), at + 16 + 3 * double + i
            offset = self._u16(place)
            if not offset:
                return (code + delta) & 0xFFFF
            glyph = self._u16(place + offset + 2 * (code - start))
            return (glyph + delta) & 0xFFFF if glyph else 0
        return 0

    def _advance(self, number: int) -> float:
        return float(self._u16(self._at(b"hmtx") + 4 * min(number, self._metrics - 1)))

    def _contours(self, number: int, depth: int) -> list[Contour]:
        self._parts_read += 1
        if number >= self._glyphs or depth > MAX_DEPTH or self._parts_read > MAX_PARTS:
            raise FontError("damaged")
        loca, step = self._at(b"loca"), 4 if self._long else 2
        kind, factor = (">II", 1) if self._long else (">HH", 2)
        start, end = (x * factor for x in struct.unpack_from(kind, self._data, loca + step * number))
        if end <= start:
            return []
        at = self._at(b"glyf") + start
        count = struct.unpack_from(">h", self._data, at)[0]
        return self._parts(at + 10, depth) if count < 0 else self._simple(at + 10, count)

    def _simple(self, at: int, count: int) -> list[Contour]:
        ends = struct.unpack_from(f">{count}H", self._data, at)
        if not ends:
            return []
        points = ends[-1] + 1
        if points > MAX_POINTS:
            raise FontError("too many points")
        at += 2 * count
        at += 2 + self._u16(at)
        flags: list[int] = []
        while len(flags) < points:
            flag = self._data[at]
            at += 1
            times = 1
            if flag & 8:
                times += self._data[at]
                at += 1
            flags += [flag] * times
        xs, at = self._deltas(at, flags[:points], 2, 16)
        ys, _ = self._deltas(at, flags[:points], 4, 32)
        whole = [(x, y, bool(f & 1)) for x, y, f in zip(xs, ys, flags, strict=False)]
        starts = (0, *(e + 1 for e in ends[:-1]))
        return [whole[a : b + 1] for a, b in zip(starts, ends, strict=True)]

    def _deltas(self, at: int, flags: list[int], short: int, same: int) -> tuple[list[float], int]:
        value, found = 0, []
        for flag in flags:
            if flag & short:
                value += self._data[at] if flag & same else -self._data[at]
                at += 1
            elif not flag & same:
                value += struct.unpack_from(">h", self._data, at)[0]
                at += 2
            found.append(float(value))
        return found, at

    def _parts(self, at: int, depth: int) -> list[Contour]:
        """The contours of a glyph that is put together from others."""
        found: list[Contour] = []
        while True:
            flags, number = struct.unpack_from(">HH", self._data, at)
            dx, dy = struct.unpack_from(">hh" if flags & 1 else ">bb", self._data, at + 4)
            at += 8 if flags & 1 else 6
            a, b, c, d = 1.0, 0.0, 0.0, 1.0
            if flags & 8:
                a = d = struct.unpack_from(">h", self._data, at)[0] / 16384
                at += 2
            elif flags & 0x40:
                a, d = (x / 16384 for x in struct.unpack_from(">hh", self._data, at))
                at += 4
            elif flags & 0x80:
                a, b, c, d = (x / 16384 for x in struct.unpack_from(">4h", self._data, at))
                at += 8
            if not flags & 2:  # placed by points, which no symbol font does
                dx = dy = 0
            found += [
                [(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in contour]
                for contour in self._contours(number, depth + 1)
            ]
            if sum(len(x) for x in found) > MAX_POINTS:
                raise FontError("too many points")
            if not flags & 0x20:
                return found
