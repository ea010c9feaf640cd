"""The cursor that all productions share: look ahead, take, back up, account for what was used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, TypeVar

from core.question.meanings import END, Lexeme
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

T = TypeVar("T")
Mark = tuple[int, int]
_STEPS_PER_LEXEME, _STEPS_AT_LEAST, _STEPS_AT_MOST = 400, 12_000, 60_000


class Exhausted(Exception):  # noqa: N818  # a signal, not an error
    """The step budget is used up: the rest of the question stays unexplained."""


class Cursor:
    """A position in the lexemes of one question.

    A production is a method that returns a phrase and leaves the cursor behind it, or returns None and leaves the
    cursor where it was (:meth:`attempt` sees to that).  Words that carry no condition are passed over by
    :meth:`skip`.  The step budget is proportional to the length, so reading takes linear time on any input.
    """

    max_depth = 3

    def __init__(self, lexemes: Sequence[Lexeme], card: SchemaCard, units: Units) -> None:
        self.lexemes = tuple(lexemes)
        self.card = card
        self.units = units
        self._size = len(self.lexemes)
        self._fillers = tuple(is_filler(x) for x in self.lexemes)
        self._places = {x.span: i for i, x in enumerate(self.lexemes)}
        self.i = 0
        self.used: list[int] = []
        self.depth = 0
        self._memory: dict[object, tuple[Any, int, tuple[int, ...]]] = {}
        steps = max(_STEPS_AT_LEAST, _STEPS_PER_LEXEME * len(self.lexemes))
        self._steps = min(steps, _STEPS_AT_MOST)

    # --- looking -------------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """True behind the last lexeme."""
        return self.i >= self._size

    def at(self, ahead: int = 0) -> Lexeme:
        """The lexeme `ahead` places on, END behind the last."""
        position = self.i + ahead
        return self.lexemes[position] if 0 <= position < self._size else END

    def around(self, lexeme: Lexeme, offset: int) -> Lexeme:
        """The lexeme `offset` places from another one of the question, END outside of it."""
        position = self._places.get(lexeme.span, -1) + offset
        return self.lexemes[position] if 0 <= position < len(self.lexemes) else END

    def next_is(self, *classes: str) -> bool:
        """True when the next lexeme that matters is of one of the classes (nothing is taken)."""
        mark = self.mark()
        self.skip(classes)
        found = self.at().is_(*classes)
        self.reset(mark)
        return found

    def may_open(self, classes: frozenset[str]) -> bool:
        """True when the next word is a number or of one of the classes: spares productions that cannot begin."""
        self.step()
        here = self.i
        while here < self._size and self._fillers[here]:
            here += 1
        lexeme = self.lexemes[here] if here < self._size else END
        return lexeme.kind == "number" or not classes.isdisjoint(lexeme.entry.words)

    # --- moving --------------------------------------------------------------------------------------------

    def skip(self, unless: Sequence[str] = ()) -> None:
        """Pass over words that carry no condition, but not over words of the classes `unless`."""
        while self.i < self._size and self._fillers[self.i] and not self.lexemes[self.i].is_(*unless):
            self.step()
            self.i += 1

    def take(self, *classes: str) -> Lexeme | None:
        """Take the next lexeme when it belongs to one of the classes."""
        here = self.i
        self.skip(classes)
        self.step()
        if self.i < self._size and self.lexemes[self.i].is_(*classes):
            return self.advance()
        self.i = here
        return None

    def take_all(self, *classes: str) -> int:
        """Take lexemes of the classes as long as they follow; gives their number."""
        count = 0
        while self.take(*classes):
            count += 1
        return count

    def advance(self) -> Lexeme:
        """Take the lexeme at the cursor."""
        lexeme = self.at()
        self.used.append(self.i)
        self.i += 1
        return lexeme

    def mark(self) -> Mark:
        """A place to come back to."""
        return self.i, len(self.used)

    def reset(self, mark: Mark) -> None:
        """Go back to a mark; what was used since is free again."""
        self.i = mark[0]
        del self.used[mark[1] :]

    def since(self, mark: Mark) -> tuple[int, ...]:
        """The lexemes used since a mark."""
        return tuple(self.used[mark[1] :])

    def attempt(self, production: Callable[[], T | None]) -> T | None:
        """Run a production; back up when it finds nothing."""
        self.step()
        here, used = self.i, len(self.used)
        result = production()
        if result is None:
            self.i = here
            del self.used[used:]
        return result

    def first(self, *productions: Callable[[], Any]) -> Any:
        """The result of the first production that finds something."""
        for production in productions:
            result = self.attempt(production)
            if result is not None:
                return result
        return None

    def remembered(self, name: str, production: Callable[[], Any]) -> Any:
        """Run a production once for each place and state of the parse; a second time its result is taken over.

        Several productions begin with the same phrase, so without this a long sentence is read many times.
        """
        self.step()
        key = (name, self.i, self.depth, self.state())
        known = self._memory.get(key)
        if known is not None:
            result, self.i, used = known
            self.used.extend(used)
            return deepcopy(result)
        mark = self.mark()
        result = self.attempt(production)
        self._memory[key] = (deepcopy(result), self.i, self.since(mark))
        return result

    @property
    def steps_left(self) -> int:
        """What is left of the step budget."""
        return self._steps

    def state(self) -> object:
        """What a production depends on beside the place in the question."""
        return None

    def step(self) -> None:
        """Spend one step of the budget."""
        self._steps -= 1
        if self._steps < 0:
            raise Exhausted


def is_filler(lexeme: Lexeme) -> bool:
    """True for a word that only fills the sentence (and means nothing else)."""
    words = lexeme.entry.words
    return "FILLER" in words and words <= _PASSED and not lexeme.entry.content and not lexeme.entry.units


_PASSED = frozenset({"FILLER", "KNOWN", "THAN"})
"""Classes whose words say nothing by themselves."""
