"""A language model that says what a test tells it to, for what happens with good and bad replies."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from core.errors import ModelError
from core.llm.generating import Figures, Generating, Pieces
from core.llm.model import Ask, Cancel, Message, ModelState
from core.llm.wording import model_error

Said = str | dict[str, Any] | ModelError


class Scripted(Generating):
    """Says its lines one after the other; an error among them is raised.  The last line is repeated."""

    def __init__(self, *lines: Said, name: str = "scripted") -> None:
        super().__init__(name)
        self.lines = list(lines)
        self.asked: list[Ask] = []
        self.room = 8_192

    room: int

    def pieces(self, ask: Ask, cancel: Cancel | None) -> Pieces:
        return self._said(ask, cancel)

    def _said(self, ask: Ask, cancel: Cancel | None) -> Pieces:
        self.asked.append(ask)
        line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        if isinstance(line, ModelError):
            raise line
        text = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
        for piece in _halves(text):
            if cancel is not None and cancel.cancelled:
                raise model_error("cancelled")
            yield piece
        return Figures(True, 1, len(text))

    def count(self, messages: Sequence[Message]) -> int:
        return sum(len(x.text) // 3 for x in messages)

    def load(self) -> ModelState:
        return self.state()

    def state(self) -> ModelState:
        return ModelState(self.name, "server", "here", self.room, True, last=self.last)

    def close(self) -> None:
        pass


def _halves(text: str) -> Iterator[str]:
    yield text[: len(text) // 2]
    yield text[len(text) // 2 :]
