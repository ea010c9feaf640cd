"""Setting of mixed Chinese and Latin text in lines: words stay whole, Chinese breaks between characters.

Lines break at spaces, after hyphens and slashes, and beside Chinese characters, but never so that a closing mark
begins a line or an opening mark ends one (GB/T 15834).  Source marks stay with the word before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfbase.pdfmetrics import stringWidth

from core.answer.report_model import Text

NO_START = frozenset("，。、；：？！）》】」』”’…％‰℃)]},.;:!?%")
NO_END = frozenset("（《【「『“‘([{")
LONG, PIECE = 30, 16
"""Words of so many characters may be parted every so many."""
_TOKEN = re.compile(
    r"[ \t\r\n]+|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^ \t\r\n\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+"
)
_FIGURE = re.compile(r"(?<=[\d)]) (?=[^\s\d])")
"""The blank between a number and its unit, where no line breaks."""
_PART = re.compile(r"[-/_–]*[^-/_–]+[-/_–]*|[-/_–]+")


@dataclass(frozen=True)
class Faces:
    """Names of registered fonts and the characters of the first ones."""

    regular: str
    bold: str
    fallback: str
    fallback_bold: str
    known: frozenset[int]
    known_bold: frozenset[int]

    def parts(self, text: str, bold: bool) -> Iterator[tuple[str, str]]:
        """`text` cut where the font changes: (font, stretch)."""
        first, second, known = (
            (self.bold, self.fallback_bold, self.known_bold) if bold else (self.regular, self.fallback, self.known)
        )
        kept, font = "", first
        for c in text:
            own = first if ord(c) in known else second
            if own != font and kept:
                yield font, kept
                kept = ""
            font = own
            kept += c
        if kept:
            yield font, kept

    def width(self, text: str, size: float, bold: bool) -> float:
        """Width in points."""
        return sum(float(stringWidth(t, font, size)) for font, t in self.parts(text, bold))


@dataclass(frozen=True)
class Ink:
    """How a stretch of text is set."""

    size: float
    bold: bool = False
    raised: float = 0.0
    color: str = "#1c2429"


@dataclass(frozen=True)
class Word:
    """A stretch that is never parted, unless it is longer than a line."""

    text: str
    ink: Ink
    width: float
    free: bool
    """Whether a line may begin here."""

    @property
    def space(self) -> bool:
        """Blank: dropped where a line breaks."""
        return self.text == " "


Line = tuple[Word, ...]


def words_of(text: Text, faces: Faces, size: float, color: str, *, bold: bool = False) -> list[Word]:
    """The words of a text with their widths."""
    found: list[Word] = []
    before = ""
    for run in text:
        ink = Ink(size, bold, 0.0, color)
        if run.kind == "value":
            ink = Ink(size, True, 0.0, color)
        elif run.kind == "mark":
            ink = Ink(size * 0.66, False, size * 0.33, "#23506b")
        kept = _FIGURE.sub("\u00a0", run.text) if run.kind == "value" and run.text[:1].isdigit() else run.text
        for part, inner in _tokens(kept):
            free = run.kind != "mark" and (inner or _may_break(before, part))
            found.append(Word(part, ink, faces.width(part, ink.size, ink.bold), free))
            before = part
    return found


def _tokens(text: str) -> Iterator[tuple[str, bool]]:
    """Stretches that stay whole, and whether a line may begin there whatever stands before: inside checksums."""
    for token in _TOKEN.findall(text):
        if token[0] in " \t\r\n":
            yield " ", False
        elif len(token) > LONG and token.isalnum():
            yield from ((token[i : i + PIECE], i > 0) for i in range(0, len(token), PIECE))
        else:
            yield from ((x, False) for x in _PART.findall(token))


def _may_break(before: str, after: str) -> bool:
    if not before or after == " " or after[0] in NO_START or before[-1] in NO_END:
        return False
    if before == " " or before[-1] >= "\u2e80" or after[0] >= "\u2e80":
        return True
    return before[-1] in "-/_–" and not after[0].isdigit()


def broken(words: Sequence[Word], width: float, faces: Faces) -> list[Line]:
    """The words in lines no wider than `width`."""
    lines: list[Line] = []
    line: list[Word] = []
    used = 0.0
    for whole in _groups(words):
        if line and used + sum(w.width for w in whole if not w.space) > width:
            lines.append(_trimmed(line))
            line, used = [], 0.0
        group = whole if line else list(_trimmed(whole, start=True))
        wide = sum(w.width for w in group)
        if wide > width:
            *full, line = _forced(group, width, faces)
            lines += [tuple(x) for x in full]
            used = sum(w.width for w in line)
            continue
        line += group
        used += wide
    return [*lines, _trimmed(line)] if line or not lines else lines


def _groups(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Runs of words without a place to break between them; blanks end a group."""
    group: list[Word] = []
    for word in words:
        if group and word.free:
            yield group
            group = []
        group.append(word)
    if group:
        yield group


def _trimmed(line: Sequence[Word], *, start: bool = False) -> Line:
    found = list(line)
    while found and found[0].space:
        found.pop(0)
    while not start and found and found[-1].space:
        found.pop()
    return tuple(found)


def _forced(group: Sequence[Word], width: float, faces: Faces) -> list[list[Word]]:
    """A group that is wider than a line, parted between characters."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    for word in group:
        kept = ""
        for c in word.text:
            wide = faces.width(kept + c, word.ink.size, word.ink.bold)
            if used + wide > width and (kept or lines[-1]):
                if kept:
                    lines[-1].append(_again(word, kept, faces))
                lines.append([])
                used, kept = 0.0, ""
            kept += c
        last = _again(word, kept, faces)
        lines[-1].append(last)
        used += last.width
    return lines


def _again(word: Word, text: str, faces: Faces) -> Word:
    return Word(text, word.ink, faces.width(text, word.ink.size, word.ink.bold), word.free)


def narrowest(words: Sequence[Word]) -> float:
    """The widest piece that cannot be parted."""
    return max((sum(w.width for w in g if not w.space) for g in _groups(words)), default=0.0)
