"""What happens while a style is read: notes with the classes they concern, how true symbols are, stand-ins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import IngestError
from core.mapping.cim.fonts import Fonts
from core.mapping.style_model import Fidelity, Note

SENTENCES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))
"""Code → sentence in both languages, with a hint for refusals."""
MAX_NOTES = 120
MAX_NAMED = 12
STAND_INS = ("circle", "square", "triangle", "diamond", "hexagon", "pentagon", "star", "triangle-down", "cross")


def refusal(code: str, **values: Any) -> IngestError:
    """The error of a file that is not read at all."""
    entry = SENTENCES[code]
    return IngestError(
        entry["en"].format(**values),
        entry["hint"],
        sentence_zh=entry["zh"].format(**values),
        hint_zh=entry["hint_zh"],
    )


class Log:
    """Collects notes and counts for one layer."""

    def __init__(self, fonts: Fonts | None = None) -> None:
        self.fonts = fonts or Fonts()
        """What was given along with the file."""
        self._notes: dict[tuple[str, str], tuple[Note, dict[str, None]]] = {}
        self._class = ""
        self._loss = 0
        self._counts = [0, 0, 0]
        self._glyphs: dict[tuple[str, int], str] = {}
        self.picture_bytes = 0

    @contextmanager
    def about(self, label: str) -> Iterator[None]:
        """Notes made inside concern the class `label`."""
        before, self._class = self._class, label
        try:
            yield
        finally:
            self._class = before

    def note(self, code: str, /, *, loss: bool = True, **values: object) -> None:
        """Note `code`; with `loss` the symbol layer at work counts as approximate."""
        self._loss += loss
        entry = SENTENCES[code]
        shown = {k: str(v)[:80] for k, v in values.items()}
        key = (code, repr(sorted(shown.items())))
        if key not in self._notes:
            if len(self._notes) >= MAX_NOTES:
                code, entry, shown, key = "more", SENTENCES["more"], {}, ("more", "")
            severity = "info" if entry.get("severity") == "info" else "warning"
            note = Note(
                code=code, severity=severity, text=entry["en"].format(**shown), text_zh=entry["zh"].format(**shown)
            )  # fmt: skip
            self._notes.setdefault(key, (note, {}))
        self._notes[key][1][self._class] = None

    def grade(self, before: int, drawn: bool) -> None:
        """Count one symbol layer: `before` is :attr:`losses` at its start."""
        self._counts[2 if not drawn else 1 if self._loss > before else 0] += 1

    @property
    def losses(self) -> int:
        """How many lossy notes were made so far."""
        return self._loss

    def stand_in(self, font: str, index: int) -> str:
        """A shape for a glyph nobody has: another one for each glyph of the layer, so that classes stay apart."""
        return self._glyphs.setdefault((font, index), STAND_INS[len(self._glyphs) % len(STAND_INS)])

    def notes(self) -> tuple[Note, ...]:
        """All notes, warnings first, each with the classes it concerns."""
        made = []
        for note, classes in self._notes.values():
            named = tuple(x for x in classes if x)
            made.append(note.model_copy(update={"classes": named[:MAX_NAMED], "count": max(len(named), 1)}))
        return tuple(sorted(made, key=lambda n: n.severity == "info"))

    def fidelity(self) -> Fidelity:
        """The counts of symbol layers."""
        return Fidelity(faithful=self._counts[0], approximate=self._counts[1], dropped=self._counts[2])
