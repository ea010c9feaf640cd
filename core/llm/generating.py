"""What all models have in common: a fair turn, no thinking blocks, and replies that were checked."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from core.llm.model import Ask, Cancel, Reply
from core.llm.schema import check_schema, parsed
from core.llm.thinking import Visible
from core.llm.turns import Turns
from core.llm.wording import model_error


@dataclass(frozen=True)
class Figures:
    """How a text ended."""

    complete: bool
    tokens_in: int | None = None
    tokens_out: int | None = None


Pieces = Generator[str, None, Figures]


class Generating(ABC):
    """Base of the models."""

    def __init__(self, name: str) -> None:
        self.turns = Turns(name)
        self.last: Reply | None = None
        self._name = name

    @property
    def name(self) -> str:
        """Its name for people."""
        return self._name

    def complete(self, ask: Ask, cancel: Cancel | None = None) -> Reply:
        """The whole reply; see :class:`core.llm.model.Model`."""
        stream = self.stream(ask, cancel)
        for _ in stream:
            pass
        return stream.reply

    def stream(self, ask: Ask, cancel: Cancel | None = None) -> Writing:
        """The reply piece by piece."""
        return Writing(self, ask, cancel)

    @abstractmethod
    def pieces(self, ask: Ask, cancel: Cancel | None) -> Pieces:
        """The raw text; called when it is this request's turn."""


class Writing:
    """A text on its way."""

    def __init__(self, model: Generating, ask: Ask, cancel: Cancel | None) -> None:
        self._model, self._ask, self._cancel = model, ask, cancel
        self._reply: Reply | None = None

    @property
    def reply(self) -> Reply:
        """The whole reply.

        Raises:
            RuntimeError: the loop has not ended.
        """
        if self._reply is None:
            raise RuntimeError("the text is not complete")
        return self._reply

    def __iter__(self) -> Iterator[str]:
        ask, model = self._ask, self._model
        if ask.schema is not None:
            check_schema(ask.schema)
        with model.turns.taken(ask.owner, ask.wait_seconds, self._cancel) as waited:
            started, first = time.monotonic(), 0.0
            visible, text = Visible(), ""
            pieces = model.pieces(ask, self._cancel)
            try:
                while True:
                    try:
                        piece = next(pieces)
                    except StopIteration as end:
                        figures: Figures = end.value
                        break
                    first = first or time.monotonic() - started
                    if shown := visible.feed(piece):
                        text += shown
                        yield shown
            finally:
                pieces.close()
            if rest := visible.end():
                text += rest
                yield rest
            total = time.monotonic() - started
        reply = Reply(
            text.strip(), model.name, None, figures.complete, figures.tokens_in, figures.tokens_out, waited, first,
            total,
        )  # fmt: skip
        self._reply = model.last = self._checked(reply)

    def _checked(self, reply: Reply) -> Reply:
        if self._ask.schema is None:
            return reply
        if not reply.complete:
            raise model_error("cut", model=reply.model, max_tokens=self._ask.max_tokens)
        return replace(reply, data=parsed(reply.text, self._ask.schema, reply.model))
