"""The sentences of the documents' part, in both languages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import KnowledgeCancelledError, KnowledgeError, Language

SENTENCES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))
"""Code → the sentence in both languages."""
LONGEST = 300


@dataclass(frozen=True)
class Note:
    """Something a person should know about a document or the store."""

    code: str
    text: str
    text_zh: str

    def say(self, language: Language) -> str:
        """The sentence in `language`."""
        return self.text_zh if language == "zh" else self.text


def note(code: str, **values: Any) -> Note:
    """The note `code` with its places filled."""
    entry, shown = SENTENCES[code], {k: plain(v) for k, v in values.items()}
    return Note(code, entry["en"].format(**shown), entry["zh"].format(**shown))


def refusal(code: str, **values: Any) -> KnowledgeError:
    """The error `code` with its places filled."""
    found = note(code, **values)
    return KnowledgeError(found.text, sentence_zh=found.text_zh)


def cancelled(file: str) -> KnowledgeCancelledError:
    """The error of work that a person has cancelled."""
    found = note("cancelled", file=file)
    return KnowledgeCancelledError(found.text, sentence_zh=found.text_zh)


def plain(value: Any) -> str:
    """A value for a sentence: one line, no control characters, not endless."""
    text = "".join(x if x.isprintable() else " " for x in str(value))
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
