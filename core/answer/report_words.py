"""Words of reports: labels from the interface texts, claims as runs."""

from __future__ import annotations

from functools import cache

from core.answer.model import Claim
from core.answer.pieces import Piece, pieces
from core.answer.report_model import Report, Run, Text
from core.errors import Language
from core.i18n import Texts

SENTENCES = ("@label", "@title", "@changed", "/leading_en", "/leading_zh")
"""Ends of addresses of findings that are words, not figures."""


@cache
def _texts() -> Texts:
    return Texts.load()


def say(key: str, language: Language, **values: object) -> str:
    """The text ``rep_<key>`` in `language`, with its ``{name}`` places filled."""
    return _texts().get(f"rep_{key}", language, **values)


def interface(key: str, language: Language, **values: object) -> str:
    """A text that the screen has as well."""
    return _texts().get(key, language, **values)


def claim_text(claim: Claim) -> Text:
    """The text of a claim: words, cited values, marks of sources."""
    return tuple(Run(p.text, "words" if _quoted(p) else p.kind) for p in pieces(claim))


def _quoted(piece: Piece) -> bool:
    """Words, title or page of a document or analysis, which are not set as a value; a figure out of it is."""
    if piece.kind == "value" and (piece.citations[0].column or "").endswith(SENTENCES):
        return True
    return piece.kind == "value" and piece.citations[0].kind == "passage" and not piece.text[:1].isdigit()


def listed(parts: list[str] | tuple[str, ...], language: Language) -> str:
    """Texts parted by the comma of the language."""
    return ("、" if language == "zh" else ", ").join(parts)


def headed(label: str) -> str:
    """A label as it stands at the head of a column or a line: with a capital where the script has them."""
    return label[:1].upper() + label[1:]


def facts_line(report: Report) -> str:
    """The lines below the title in one."""
    colon = "：" if report.language == "zh" else ": "
    return " · ".join(f"{label}{colon}{value}" for label, value in report.facts)
