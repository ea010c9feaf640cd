"""The citation check: claims are read again and held against the evidence before anybody sees them.

Two figures come out.  *Coverage* is the share of the numbers and names in the claims that stand inside a citation;
*correctness* the share of the citations whose value is found again at its source and equals the text when rounded
to the precision shown.  A claim that fails either is withheld and its reason reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.answer.check_sources import Evidences
from core.answer.material import Material
from core.answer.model import Citation, Claim
from core.answer.numbers import NUMBER

_MARKS = re.compile(r"\s?(?:\[\d+\])+")
_NUMBER_WORD = re.compile(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Checked:
    """The claims that stand, and how the check went."""

    claims: tuple[Claim, ...]
    dropped: tuple[str, ...]
    coverage: float | None
    correct: float | None


def check(material: Material, claims: tuple[Claim, ...]) -> Checked:
    """Check `claims` against the evidence they were composed from; figures are None without any value."""
    return check_all(((material, claims),))


def check_all(parts: Iterable[tuple[Material, tuple[Claim, ...]]]) -> Checked:
    """Check the claims of one answer, each part against the evidence it was composed from."""
    kept: list[Claim] = []
    dropped: list[str] = []
    cited = uncited = right = 0
    for material, claims in parts:
        evidences = Evidences(material)
        for claim in claims:
            loose = uncovered(material, claim)
            wrong = [c for c in claim.citations if not evidences.supports(c)]
            cited += len(claim.citations)
            uncited += len(loose)
            right += len(claim.citations) - len(wrong)
            if loose or wrong:
                values = [*loose, *(f"{c.text} ({c.kind} {c.column})" for c in wrong)]
                dropped.append(f"“{claim.text}”: {', '.join(values)}")
            else:
                kept.append(claim)
    return Checked(
        claims=tuple(kept),
        dropped=tuple(dropped),
        coverage=cited / (cited + uncited) if cited + uncited else None,
        correct=right / cited if cited else None,
    )


def uncovered(material: Material, claim: Claim) -> tuple[str, ...]:
    """Numbers, units and names of the claim that stand outside its citations, and citations not in the text."""
    found = [c.text for c in claim.citations if c.span is None or claim.text[slice(*c.span)] != c.text]
    found.extend(c.text for c in claim.citations if _unit_follows(material, claim, c))
    rest = _without_labels(material, _outside(claim))
    found.extend(m.group() for m in NUMBER.finditer(rest) if not rest[: m.start()][-1:].isalnum())
    if material.language == "en":
        found.extend(m.group() for m in _NUMBER_WORD.finditer(rest))
    found.extend(name for name in _names(material, claim) if name in rest)
    return tuple(found)


def _outside(claim: Claim) -> str:
    """The text of a claim without its cited values and marks."""
    kept, position = [], 0
    for start, end in sorted(c.span for c in claim.citations if c.span is not None):
        kept.append(claim.text[position:start])
        position = max(position, end)
    kept.append(claim.text[position:])
    return "\0".join(_MARKS.sub("", part) for part in kept)


def _without_labels(material: Material, text: str) -> str:
    """The text without words of the vocabulary that hold digits (``population 2020``): they state no number."""
    for label in _labels_with_digits(material):
        if label in text:
            text = re.sub(rf"(?<!\d){re.escape(label)}(?![\d.,]*\d)", "\0", text)
    return text


def _labels_with_digits(material: Material) -> list[str]:
    card = material.card
    kinds = (y for x in card.entity_types.values() for y in (x.labels, x.plural))
    labels = (*kinds, *(x.labels for x in card.attributes.values()), *(x.labels for x in card.concepts.values()))
    found = {y for x in labels if (y := x.in_(material.language)) and any(c.isdigit() for c in y)}
    return sorted(found, key=len, reverse=True)


def _unit_follows(material: Material, claim: Claim, citation: Citation) -> bool:
    """Whether a unit stands right after a cited number, outside the citation."""
    if citation.span is None or citation.unit is None:
        return False
    after = re.match(r"\s?([^\s\d\[\]();,.:。；：，、（）]+)", claim.text[citation.span[1] :])
    if after is None or citation.unit == "°":
        return False
    return material.units.find(after.group(1)) is not None


def _names(material: Material, claim: Claim) -> set[str]:
    """Names a claim might state: those of its target and references, or of all targets in a summary."""
    names: set[str] = set()
    for evidence in material.evidence:
        if claim.target is not None and evidence.row.ref != claim.target:
            continue
        names.update(n for n in (evidence.row.name, *evidence.row.names.values()) if len(n) > 1)
        if claim.target is not None:
            for proximity in evidence.proximity:
                names.update(
                    r.name for r in (proximity.nearest, *proximity.within) if r is not None and len(r.name) > 1
                )
    return names
