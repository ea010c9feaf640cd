"""A finding: one thing a check of a file or of the catalog noticed, said in a plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Finding:
    """One line of a report.

    ``error`` stops a load, ``warning`` names something lost, changed or assumed, ``info`` something worth knowing.
    """

    code: str
    """Stable identifier of the kind of finding, for example ``crs_missing``."""
    severity: Severity
    text: str
    """The sentence in English; names file, column or row."""
    text_zh: str = ""
    column: str = ""
    rows: tuple[int, ...] = ()
    """The first rows concerned, numbered as the source shows them (spreadsheet or line number, else record)."""
    count: int = 0
    """How many rows are concerned."""
    every: bytes = field(default=b"", compare=False, repr=False)
    """The numbers of all rows concerned, little-endian, four bytes each; only where rows are left out, and only in
    the report of a check: it is not stored.
    """

    def say(self, language: str = "en") -> str:
        """The sentence in `language`, English where there is no translation."""
        return self.text_zh if language == "zh" and self.text_zh else self.text

    def to_json(self) -> dict[str, Any]:
        """Plain values, as the registry stores them."""
        return {k: v for k, v in asdict(self).items() if k != "every"} | {"rows": list(self.rows)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Finding:
        """The finding that :meth:`to_json` wrote."""
        return cls(**{**value, "rows": tuple(value["rows"])})
