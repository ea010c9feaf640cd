"""One number of a feature minus another one of it: ``A minus B``, ``the gap between A and B``, A与B的差值."""

from __future__ import annotations

from core.question.grammar.asked import Valued
from core.question.grammar.values import Values


class Differences(Values):
    """Productions for the difference of two attributes."""

    def differing(self) -> Valued | None:
        """``A minus B``, ``the difference between A and B``, ``A与B的差值`` of two numbers of a feature."""
        return self.attempt(self._differing)

    def _differing(self) -> Valued | None:
        mark = self.mark()
        named = self.take("DIFFERENCE") is not None
        if named:
            self.take_all("BETWEEN", "IN", "OF")
        first = self._number_word()
        linked = self.take("MINUS", "AND", "COMMA", "TO") if first else None
        second = self._number_word() if linked else ()
        if linked is None or not second or set(first) & set(second):
            return None
        apart = not linked.is_("MINUS")
        if apart and not named:
            self.take_all("DE", "BETWEEN_END")
            if not self.take("DIFFERENCE"):
                return None
        self.take_all("DE")
        return Valued("difference", self.since(mark), first, minus=second, absolute=apart)

    def _number_word(self) -> tuple[str, ...]:
        """A word of a numeric attribute."""
        found = self.attribute() or ()
        return tuple(x for x in found if x in self.card.attributes and self.card.attributes[x].kind == "number")
