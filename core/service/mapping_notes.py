"""Sentences about mappings: faults of an edit, and what an edit changes; in both languages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import SettingsError

_SENTENCES: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("mapping_sentences.json").read_text("utf-8")
)


@dataclass(frozen=True, eq=False)
class Note:
    """One sentence; values that are pairs hold both languages."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    """What it is about: a column, an attribute or a field of the form."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Note) and (self.code, self.place, self.say()) == (
            other.code,
            other.place,
            other.say(),
        )

    def __hash__(self) -> int:
        return hash((self.code, self.place, self.say()))

    def say(self, language: str = "en") -> str:
        """The sentence in `language`."""
        index = 1 if language == "zh" else 0
        values = {k: v[index] if isinstance(v, tuple) else v for k, v in self.values.items()}
        return _SENTENCES[self.code]["zh" if index else "en"].format(**values)


class MappingError(SettingsError):
    """An edit that cannot be saved; `faults` has a sentence for each fault."""

    def __init__(self, faults: tuple[Note, ...]) -> None:
        super().__init__(" ".join(x.say("en") for x in faults), sentence_zh="".join(x.say("zh") for x in faults))
        self.faults = faults


def failed(code: str, **values: Any) -> MappingError:
    """The error of one fault."""
    return MappingError((Note(code, values),))
