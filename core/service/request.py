"""One question on its way through the steps."""

from __future__ import annotations

import hashlib
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from core.answer.model import Answer
from core.errors import Language
from core.query.cancel import CancelToken
from core.query.layers import Box
from core.query.selection import Selection
from core.question import ir
from core.question.normalise import has_chinese
from core.question.reading import Intent

OnStep = Callable[[str], object]
"""Called with the name of each step as it begins: route, read, query, evidence, compose."""

Progress = Callable[[str, float], object]
"""progress(what is at work: a region or a table, part done from 0 to 1)."""

_KEPT_CONTROLS = "\n\t"


@dataclass
class Request:
    """What was asked, and what is noted on the way."""

    question: str
    region: str | None = None
    intent: Intent | None = None
    language: Language | None = None
    cancel: CancelToken = field(default_factory=CancelToken)
    on_step: OnStep | None = None
    previous: Answer | None = None
    """The answer before, which the question may lean on."""
    query: ir.Query | None = None
    """An edited interpretation: it is run as it is, the words are not read again."""
    selection: Selection | None = None
    """What is drawn or selected on the map."""
    view: Box | None = None
    """West, south, east, north of the map as it is shown."""
    area: Selection | None = None
    """A study area without a name, used when the question names no place."""
    timings_ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Announce a step, time it, and stop before it when the question was cancelled.

        Raises:
            QueryCancelledError: the question was cancelled.
        """
        self.cancel.check()
        if self.on_step is not None:
            self.on_step(name)
        started = time.perf_counter()
        try:
            yield
        finally:
            self.timings_ms[name] = self.timings_ms.get(name, 0.0) + (time.perf_counter() - started) * 1000

    def identify(self, version: str, *, leans: bool = False, on_map: bool = False) -> str:
        """An id that is the same for the same question on the same data.

        `leans`: after the same answer; `on_map`: with the same selection and view.
        """
        parts = [self.question, self.region or "", self.intent or "", self.language or "", version]
        if on_map:
            parts.extend(self.place())
        if self.query is not None:
            parts.append(self.query.model_dump_json(exclude_none=True))
        if leans and self.previous is not None:
            parts.append(self.previous.id)
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    def leans_on(self) -> Answer | None:
        """The answer the question could lean on, without its own; of an edited one that of the original."""
        before = self.previous
        if before is None or self.query is not None:
            return before.after if before is not None else None
        return replace(before, after=None, also=())

    def place(self) -> tuple[str, ...]:
        """What the question takes from the map, as texts that tell one state of it from another."""
        drawn = repr(self.selection) if self.selection is not None else ""
        area = repr(self.area) if self.area is not None else ""
        return (drawn, repr(self.view) if self.view is not None else "", area)


def clean(question: str) -> str:
    """The question with control, bidirectional and unpaired surrogate characters replaced by spaces, one for one.

    Positions stay, so spans still point at the words as typed.
    """
    return "".join(_clean(c) for c in question)


def _clean(character: str) -> str:
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return " " if hidden and character not in _KEPT_CONTROLS else character


def question_language(question: str) -> Language:
    """Chinese when the question has a Chinese character, for messages about questions that were not read."""
    return "zh" if has_chinese(question) else "en"
