"""A question with words put in or left out for the reader, and the way back to the words as typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from core.question import ir
from core.question.reading import Reading, Word

N = TypeVar("N", bound=ir.Node)


_SLOT = re.compile(r"([^<]*)(?:<(\w+)>)?")


def slots(template: str) -> list[tuple[str, str]]:
    """The words of ``how many <x> in <a>`` and the names between them; either may be empty."""
    return _SLOT.findall(template)


@dataclass(frozen=True)
class Rewritten:
    """What the reader sees; `origin` holds for each of its characters the range of the question it stands for."""

    original: str
    text: str
    origin: tuple[ir.Span, ...]

    def span(self, span: ir.Span) -> ir.Span:
        """The range of the original that a range of the text stands for."""
        parts = [x for x in self.origin[slice(*span)] if x[0] < x[1]] or self.origin[slice(*span)]
        return (min(a for a, _ in parts), max(b for _, b in parts)) if parts else (0, len(self.original))

    def piece(self, start: int, end: int) -> Rewritten:
        """A part of the text, without blanks at its ends."""
        inside = self.text[start:end]
        start += len(inside) - len(inside.lstrip())
        end = max(start, end - (len(inside) - len(inside.rstrip())))
        return Rewritten(self.original, self.text[start:end], self.origin[start:end])

    def put(self, changes: Sequence[tuple[ir.Span, str]]) -> Rewritten:
        """The text with each range replaced by other words; ranges must not overlap."""
        made = rewrite(self.text, changes)
        return Rewritten(self.original, made.text, tuple(self.span(x) for x in made.origin))

    def restore(self, reading: Reading) -> Reading:
        """A reading of the text as a reading of the original."""
        return replace(
            reading,
            question=self.original,
            ir=respan(reading.ir, self.span),
            unexplained=tuple(self._word(x) for x in reading.unexplained),
            left=tuple(self._word(x) for x in reading.left),
            corrections=tuple((self._word(x), meaning) for x, meaning in reading.corrections),
        )

    def _word(self, word: Word) -> Word:
        span = self.span(word.span)
        return Word(self.original[slice(*span)], span)


def rewrite(original: str, changes: Sequence[tuple[ir.Span, str]]) -> Rewritten:
    """The question with each range replaced by other words; ranges must not overlap."""
    text: list[str] = []
    origin: list[ir.Span] = []
    position = 0
    for (start, end), words in sorted(changes):
        text.append(original[position:start])
        origin.extend((i, i + 1) for i in range(position, start))
        text.append(words)
        origin.extend([(start, end)] * len(words))
        position = end
    text.append(original[position:])
    origin.extend((i, i + 1) for i in range(position, len(original)))
    return Rewritten(original, "".join(text), tuple(origin))


def plainly(words: Rewritten, table: Sequence[tuple[re.Pattern[str], str]]) -> Rewritten:
    """The text with the words of a table in plainer ones, in order; ``\\1`` stands for a group of the pattern."""
    for pattern, plain in table:
        changes = [(x.span(), x.expand(plain)) for x in pattern.finditer(words.text) if x.group()]
        words = words.put(changes) if changes else words
    return words


def joined(original: str, parts: Sequence[Rewritten | str]) -> Rewritten:
    """Parts of a question in a new order; strings are words put in, which stand for nothing that was typed."""
    text, origin, here = "", [], 0
    for part in parts:
        if isinstance(part, str):
            origin.extend([(here, here)] * len(part))
            text += part
        else:
            origin.extend(part.origin)
            text += part.text
            here = part.origin[-1][1] if part.origin else here
    return Rewritten(original, text, tuple(origin))


def rebuild(node: N, change: Callable[[ir.Node], ir.Node]) -> N:
    """The tree of a node with `change` applied to each node, leaves first."""
    update = {name: _rebuilt(getattr(node, name), change) for name in type(node).model_fields}
    kept = {k: v for k, v in update.items() if v is not getattr(node, k)}
    made = change(node.model_copy(update=kept) if kept else node)
    return made  # type: ignore[return-value]  # a change keeps the kind of node


def _rebuilt(value: Any, change: Callable[[ir.Node], ir.Node]) -> Any:
    if isinstance(value, ir.Node):
        return rebuild(value, change)
    if isinstance(value, tuple) and any(isinstance(x, ir.Node) for x in value):
        return tuple(_rebuilt(x, change) for x in value)
    return value


def respan(node: N, place: Callable[[ir.Span], ir.Span]) -> N:
    """The node with every span moved; an empty range explains nothing and is dropped."""

    def move(x: ir.Node) -> ir.Node:
        if x.span is None:
            return x
        start, end = place(x.span)
        return x.model_copy(update={"span": (start, end) if end > start else None})

    return rebuild(node, move)
