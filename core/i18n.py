"""Interface texts: ``locale/en.json`` and ``locale/zh.json``, flat objects of key → template.

English stands in where a translation is missing.  Data values are never translated here; answers have their own
phrases in ``core/answer``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from core.errors import Language, SettingsError
from core.settings import ROOT

LANGUAGES: tuple[Language, ...] = ("en", "zh")


class Texts:
    """The texts of the interface in both languages."""

    def __init__(self, tables: Mapping[Language, Mapping[str, str]]) -> None:
        self._tables = tables

    @classmethod
    def load(cls, directory: Path = ROOT / "locale") -> Texts:
        """Read both files of `directory`.

        Raises:
            SettingsError: a file is missing, is not JSON, or holds something other than texts.
        """
        return cls({language: _read(directory / f"{language}.json") for language in LANGUAGES})

    def keys(self, language: Language) -> frozenset[str]:
        """The keys that `language` has."""
        return frozenset(self._tables[language])

    def get(self, key: str, language: Language, **values: object) -> str:
        """The text of `key`, with ``{name}`` places filled; the key itself when no file has it."""
        template = self._tables[language].get(key) or self._tables["en"].get(key)
        if template is None:
            return key
        return template.format(**values) if values else template


def _read(path: Path) -> dict[str, str]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise SettingsError(f"The text file {path} is not readable JSON: {error}.") from error
    if not isinstance(data, dict) or not all(isinstance(x, str) for x in data.values()):
        raise SettingsError(f"The text file {path} must be one object of key and text.")
    return data
