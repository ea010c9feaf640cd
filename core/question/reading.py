"""What the question side hands on: the routing decision and the reading of one question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.question import ir
from core.question.ir import Query

Language = Literal["en", "zh"]
Intent = Literal["knowledge", "entity_list", "spatial_relation", "geochemical_anomaly", "prospectivity"]


@dataclass(frozen=True)
class KeywordHit:
    """A routing keyword found in the question."""

    intent: Intent
    keyword: str
    span: ir.Span
    weight: float


@dataclass(frozen=True)
class Routing:
    """Where a question goes and why."""

    intent: Intent
    scores: Mapping[Intent, float]
    hits: tuple[KeywordHit, ...] = ()
    overridden: bool = False
    """True when the user chose the intent."""


@dataclass(frozen=True)
class Word:
    """Words of the question with their place in it."""

    text: str
    span: ir.Span


@dataclass(frozen=True)
class Choice:
    """One concrete answer to a question back: what is shown, and the question text that it stands for."""

    label: str
    question: str
    intent: Intent | None = None
    """The branch that is to answer it, whatever its words say; None: as its words say."""


@dataclass(frozen=True)
class About:
    """What a question about the data themselves wants to know."""

    kind: Literal["layers", "fields", "elements", "units", "source", "frame"]
    entity: str | None = None
    """Entity type it is about; None: everything."""
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """One reading of a question by one reader."""

    question: str
    language: Language
    ir: ir.Answer
    unexplained: tuple[Word, ...] = ()
    """Content words that no node explains; never answered around silently."""
    corrections: tuple[tuple[Word, str], ...] = ()
    """Words read as something else (typing errors, other spellings), with what they were read as."""
    choices: tuple[Choice, ...] = ()
    """Offers that go with a question back or a refusal."""
    message: str = ""
    """The sentence that goes with a question back or a refusal, in the language of the question."""
    reader: Literal["rule", "model"] = "rule"
    notes: tuple[str, ...] = field(default=())
    """Assumptions in words, in the language of the question (also attached to nodes as `assumed`)."""
    problem: str = ""
    """What kept the question from becoming a query: ``unknown_name``, ``no_attribute`` …"""
    left: tuple[Word, ...] = ()
    """For questions back and refusals: the words that could not be placed."""
    full: Query | None = None
    """The query with the features of the last answer spelled out as conditions; follow-ups change this one."""
    about: About | None = None
    """For questions about the data themselves (route ``metadata``)."""
    unhelped: bool = False
    """A language model was asked to help and failed; another time it may not."""
    also: tuple[Reading, ...] = ()
    """Further, independent questions of the same text, each read by itself; their spans are in their own words."""
