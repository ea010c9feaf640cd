"""What a question about knowledge names: passages that speak of it come first, and its rows stand beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from core.answer.material import Material, names_of
from core.knowledge.passages import Passage
from core.query.result import FeatureRef
from core.question.mentions import Mentions
from core.service.holding import Holding, named_features
from core.service.linking import passages_about
from core.vocabulary.card import Name

if TYPE_CHECKING:
    from core.service.asking import Asking

TOLD = 3
"""Features of a question whose rows are told."""


@dataclass(frozen=True)
class Knowing:
    """One question to the documents."""

    asking: Asking
    most: int
    """Passages, at most."""

    @property
    def said(self) -> Mentions:
        """What the question mentions."""
        return self.asking.said

    @cached_property
    def features(self) -> Mapping[FeatureRef, tuple[Name, tuple[str, ...]]]:
        """The features it names, without study areas, each with all its names."""
        found = named_features(self.said, self.asking.context.card)
        return dict(list(found.items())[:TOLD])

    @cached_property
    def naming(self) -> tuple[Passage, ...]:
        """Passages that name one of the features: those that answer the question first."""
        names = [x for _, spelled in self.features.values() for x in spelled]
        others = passages_about(self.asking.tools.library, names, self.most)
        return _together(self._answering(names), others)[: self.most] if names else ()

    def passages(self) -> tuple[Passage, ...]:
        """The passages to quote, best first.

        With a named feature those that name it, where there are any, else those about the rest of the question;
        with a named study area those that name it before the others.

        Raises:
            KnowledgeError: the documents cannot be read.
        """
        library, question = self.asking.tools.library, self.asking.request.question
        if self.naming:
            return self.naming
        if self.features:
            rest = self._rest()
            return library.search(rest, limit=self.most) if rest else ()
        found = library.search(question, limit=self.most)
        return _together(self.of_areas(), found)[: self.most] if found else found

    def of_areas(self) -> tuple[Passage, ...]:
        """Passages that answer the question and name the study area that it names; none where it names none.

        Raises:
            KnowledgeError: the documents cannot be read.
        """
        card = self.asking.context.card
        areas = [x for x in self.said.names if card.entity_types[x.entity_type].region]
        refs = tuple(FeatureRef(x.table, fid) for x in areas for fid in x.fids)
        return self._answering([x.text for x in names_of(card, refs)]) if refs else ()

    def rows(self, material: Material) -> list[Material]:
        """One material with its row for each named feature."""
        holding = Holding(self.asking, ())
        found = (holding.row(material, name) for name, _ in self.features.values())
        return [replace(x, passages=self.naming) for x in found if x is not None]

    def _answering(self, names: Sequence[str]) -> tuple[Passage, ...]:
        """Passages that answer the question and hold one of `names`."""
        library, question = self.asking.tools.library, self.asking.request.question
        return library.search(question, limit=self.most, mentioning=names)

    def _rest(self) -> str:
        """The question without the names, "" when it says nothing else."""
        question, names = self.asking.request.question, [words for words, _ in self.said.spelled]
        unknown = self.said.unknown_beside(self.asking.routing.hits)
        if not unknown and not self.said.concepts and not self.said.attributes:
            return ""  # the kind of a feature alone asks about the feature
        for name in names:
            question = question.replace(name, " ")
        rest = " ".join(question.split())
        return rest if self.asking.tools.library.about_something(rest) else ""


def _together(first: tuple[Passage, ...], others: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Both, each passage once."""
    places = {(x.document, x.span) for x in first}
    return (*first, *(x for x in others if (x.document, x.span) not in places))
