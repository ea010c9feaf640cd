"""Productions shared by both languages for sets: the keys of groups, and one number of two sets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from core.question.grammar.asked import Contrasted, Grouped, Valued
from core.question.grammar.asking import Asking, Statistic
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import Part, Phrase
from core.question.grammar.typing import entity_of

_MAX_KEYS = 4


class AskingSets(Asking):
    """What both grammars know of the sets that are counted, grouped and compared."""

    key_joints: ClassVar[tuple[str, ...]] = ("AND", "COMMA", "GROUPBY")
    """Classes of words between two keys."""

    # --- keys of groups ------------------------------------------------------------------------------------

    @abstractmethod
    def key(self, mark: Mark, *, zeros: bool) -> Grouped | None:
        """An attribute, a type, or a kind of feature, as the key of a group."""

    @abstractmethod
    def each_word(self) -> bool:
        """Take ``each``, ``各`` before a key; true when groups of none are asked for too."""

    def keys(self, mark: Mark, *, zeros: bool) -> list[Grouped]:
        """One key or several joined by "and"."""
        found: list[Grouped] = []
        while len(found) < _MAX_KEYS:
            here = self.mark() if found else mark
            if found and not self.take_all(*self.key_joints):
                break
            if found and self.next_is("EACH") and self.lexemes[self.used[-1]].is_("COMMA"):
                self.reset(here)  # …, 各级有多少: the groups again
                break
            self.each_word()
            key = self.key(here, zeros=zeros)
            if key is None:
                self.reset(here) if found else None
                break
            found.append(key)
        return found

    def own_kind(self, phrase: Phrase) -> bool:
        """True for the kind of feature that is counted itself."""
        return bool(self.target.head) and entity_of(self.card, phrase) == self.target.entity

    # --- two sets ------------------------------------------------------------------------------------------

    @staticmethod
    def described_by(noun: Phrase, part: Part) -> Phrase:
        """The features of `noun` that also meet `part`."""
        return replace(noun, parts=[*noun.parts, ("and", part)])

    def only_kind(self, value: Valued) -> Phrase | None:
        """The only kind of feature that has the value."""
        kinds = [x for x in self.card.entity_types if set(value.attributes) & self.card.attributes_of(x)]
        return Phrase(kinds[0], (), [], [], [], []) if len(kinds) == 1 else None

    def set_against(
        self,
        op: str,
        sides: Sequence[Phrase],
        mark: Mark,
        value: Valued | None = None,
        statistic: Statistic | None = None,
    ) -> bool:
        """One number of two sets is asked for; the first becomes the target."""
        agg = statistic[0] if statistic else None
        self.frame.asked.contrasted = Contrasted(op, sides[0], sides[1], self.since(mark), value, agg)  # type: ignore[arg-type]
        head = list(sides[0].head) or list(self.since(mark))[:1]
        self.become(replace(sides[0], parts=[], head=head))
        self.frame.listed = True
        return True
