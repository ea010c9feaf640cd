"""The way out of grounding and verifying: a refusal in the language of the question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from core.errors import Language
from core.query.names import index_of
from core.query.result import Refusal
from core.query.words import listed, say
from core.question.reading import Choice
from core.vocabulary.card import EntityType, SchemaCard

Kind = Literal["missing", "ambiguous", "unsupported", "too_expensive", "out_of_scope"]


class UnboundError(Exception):
    """Raised inside this package only; carries the refusal that the question ends with."""

    def __init__(self, kind: Kind, message: str, choices: Iterable[Choice] = ()) -> None:
        super().__init__(message)
        self.refusal = Refusal(kind, message, tuple(choices))


def offers(
    question: str, mention: str, names: Iterable[str], labels: Iterable[str] | None = None
) -> tuple[Choice, ...]:
    """Each name as a choice that asks the same question with the name in place of the mention."""
    chosen = list(names)
    shown = list(labels) if labels is not None else chosen
    asked = [question.replace(mention, x, 1) if mention and mention in question else x for x in chosen]
    return tuple(Choice(label, text) for label, text in zip(shown, asked, strict=True))


def no_name(card: SchemaCard, kind: EntityType, mention: str, question: str, language: Language) -> Refusal:
    """The refusal of a name that no feature of `kind` carries, with the nearest names as choices."""
    near = index_of(card, kind.id).suggest(mention)
    message = say(
        "no_name" if near else "no_name_at_all", language, set=kind.labels.in_(language), value=mention,
        choices=listed(near, language),
    )  # fmt: skip
    return Refusal("missing", message, offers(question, mention, near))
