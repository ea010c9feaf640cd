"""The parts of a question between its stops: what each of them is, judged by the words of the lexicon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.question.normalise import normalise
from core.question.rewriting import Rewritten
from core.question.segment import segment
from core.question.tokens import tokenise
from core.vocabulary.card import SchemaCard

Kind = Literal["place", "target", "condition", "order", "limit", "empty"]
_PLACED = ("FILLER", "IN", "LOCATED", "INSIDE", "DE", "STOP", "COMMA", "COP", "AT_WHICH", "HYPHEN")
_BOUNDS = ("OUTSIDE", "EXCEPT", "EXCEPT_END", "NOT", "WITHOUT", "LEFT_OUT", "OUTER", "BORDER")
_RELATIONS = ("WITHIN", "NEAR", "IN", "INSIDE", "OF", "FROM", "GT", "LT", "GE", "LE", "THAT", "WITH", "NOT")


class Order(NamedTuple):
    """One way to write the question."""

    words: Rewritten
    joint: str = ""
    """``or``/``and`` when the question says how its conditions are joined."""
    said: str = ""
    """The words by which it says so."""
    sure: bool = False
    """Only the study area was moved, or words that only ask were left out."""


@dataclass(frozen=True)
class Fragment:
    """One part of a question."""

    words: Rewritten
    kind: Kind
    lexemes: tuple[Lexeme, ...] = ()
    asks: str = ""
    """``list``, ``count`` or ``exists`` where the part also says what is asked for."""
    asked: Rewritten | None = None
    """Those words."""
    gap: str = " "
    """What stood between it and the part before."""

    @property
    def text(self) -> str:
        """The words of the part."""
        return self.words.text


class Sorter:
    """Tells the parts of a question from each other."""

    def __init__(self, card: SchemaCard, lexicon: Lexicon) -> None:
        self._card = card
        self._lexicon = lexicon
        self.regions = frozenset(x.id for x in card.entity_types.values() if x.region)

    def lexemes(self, text: str) -> tuple[Lexeme, ...]:
        """The words of a text."""
        normalised = normalise(text)
        return tuple(segment(normalised, tokenise(normalised), self._lexicon))

    def kind(self, lexemes: Sequence[Lexeme], *, chinese: bool) -> Kind:
        """What a part is."""
        said = [x for x in lexemes if x.kind != "symbol"]
        if not said:
            return "empty"
        if any(self.region(x) for x in said) and all(self._places(x) for x in said):
            return "place"
        heads = self._heads(said, chinese)
        if not heads and any(x.is_("SORT", "ASC", "DESC") and not x.entry.content for x in said):
            return "order"
        if self._limits(said):
            return "limit"
        return "target" if heads else "condition"

    def region(self, lexeme: Lexeme) -> bool:
        """True for the name of a study area."""
        return any(self._lexicon.name(x).entity_type in self.regions for x in lexeme.entry.names)

    def noun(self, lexeme: Lexeme) -> str | None:
        """The kind of feature that a word names, study areas left out; nothing for names."""
        if lexeme.entry.units or lexeme.entry.names:
            return None
        found = list(lexeme.entry.entities)
        if not found and lexeme.entry.concepts:  # reverse faults: a value that holds its noun
            found = [x for y in _endings(lexeme) for x in self._lexicon.entry(y, y).entities]
        return next((x for x, _ in found if x not in self.regions), None)

    def _places(self, lexeme: Lexeme) -> bool:
        if self.region(lexeme):
            return True
        if lexeme.is_(*_BOUNDS):
            return False
        kinds = {x for x, _ in lexeme.entry.entities}
        return (bool(kinds) and kinds <= self.regions) or (lexeme.is_(*_PLACED) and not lexeme.entry.content)

    def _heads(self, said: Sequence[Lexeme], chinese: bool) -> bool:
        """True when a part has a noun of its own: the last word in Chinese, one before any relation in English."""
        if chinese:
            return self.noun(said[-1]) is not None
        for lexeme in said:
            if self.noun(lexeme) is not None:
                return True
            asks = lexeme.is_("WH", "LIST") and lexeme is said[0]
            if lexeme.is_(*_RELATIONS) and not asks:
                return False
        return False

    @staticmethod
    def _limits(said: Sequence[Lexeme]) -> bool:
        """True for ``first 3``, ``前5个``, ``四个``: a number of features and nothing else."""
        numbers = [x for x in said if x.number is not None]
        rest = [x for x in said if x.number is None]
        return len(numbers) == 1 and all(_counts(x) for x in rest)


def _counts(lexeme: Lexeme) -> bool:
    measured = bool(lexeme.entry.units) and not lexeme.is_("MEASURE")
    return not lexeme.entry.content and not measured and lexeme.is_("TOP", "MEASURE", "FILLER")


def _endings(lexeme: Lexeme) -> list[str]:
    """The words at the end of a word, the longest first."""
    key = lexeme.key
    return [key[i:] for i in range(1, len(key) - 1)] if lexeme.cjk else [key.rsplit(" ", 1)[-1]] * (" " in key)


def trimmed(words: Rewritten, lead: re.Pattern[str]) -> Rewritten:
    """A part without the words at its beginning that only ask."""
    while (found := lead.match(words.text)) and found.end():
        words = words.piece(found.end(), len(words.text))
    return words


def bare(words: Rewritten, lexemes: Sequence[Lexeme], lead: re.Pattern[str], tail: re.Pattern[str]) -> Rewritten:
    """A Chinese part without the words at its ends that only ask; no word of the data is cut."""
    inside = {i for x in lexemes if x.entry.content for i in range(x.span[0] + 1, x.span[1])}
    start, end = 0, len(words.text)
    while (found := tail.search(words.text, start, end)) and found.start() < end and found.start() not in inside:
        end = found.start()
    while (found := lead.match(words.text, start, end)) and start < found.end() and found.end() not in inside:
        start = found.end()
    return words.piece(start, end)


def without(words: Rewritten, pattern: re.Pattern[str]) -> Rewritten:
    """A text without the words of a list."""
    return words.put([(x.span(), "") for x in pattern.finditer(words.text) if x.group().strip()])


def cut(words: Rewritten, borders: re.Pattern[str]) -> list[tuple[str, Rewritten]]:
    """The parts between borders, each with what stands before it."""
    found: list[tuple[str, Rewritten]] = []
    start, gap = 0, ""
    for match in borders.finditer(words.text):
        found.append((gap, words.piece(start, match.start())))
        start, gap = match.end(), match.group().strip()
    found.append((gap, words.piece(start, len(words.text))))
    return [(x, y) for x, y in found if y.text]
