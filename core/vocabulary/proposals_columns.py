"""What single columns may mean: heading, unit, type, range and values weighed into one confidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from core.vocabulary.headings import HeadingsEntry
from core.vocabulary.mappings import AttributeEntry, Mappings
from core.vocabulary.proposals_headings import Heading, find_unit, key_of, readings
from core.vocabulary.proposals_model import ColumnFacts, ColumnProposal, Reason
from core.vocabulary.proposals_values import SHOWN, Match, Meanings, chinese_share, names_share, separators_of
from core.vocabulary.proposals_words import Hit, Lexicon
from core.vocabulary.units import Units

UNIT_ASSUMED = 0.7
"""Highest confidence of a number that should have a unit and gives none."""
_VALUES_ALONE = 0.75
_MIN_SHARE, _LETTERS = 0.6, 0.4
_FIRST = 25
"""Values looked at before all are."""
_YEARS = (1500.0, 2100.0)
MANY = 3
"""From this many contents on, columns of single letters are taken for contents as well."""


@dataclass
class Weigher:
    """Weighs what columns may mean, for one vocabulary."""

    mappings: Mappings
    headings: HeadingsEntry
    units: Units
    lexicon: Lexicon
    meanings: Meanings
    _coordinates: frozenset[str] = field(default_factory=frozenset)
    _technical: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, mappings: Mappings, headings: HeadingsEntry) -> Weigher:
        """The weigher of a vocabulary; making it takes some tens of milliseconds."""
        return cls(
            mappings, headings, Units(mappings.units), Lexicon.of(mappings, headings),
            Meanings.of(mappings.concepts), frozenset(map(key_of, headings.coordinates)),
            frozenset(map(key_of, headings.technical)),
        )  # fmt: skip

    def candidates(self, column: ColumnFacts, *, many_contents: bool = False) -> tuple[ColumnProposal, ...]:
        """Everything the column may mean, the most probable first."""
        best: dict[str, ColumnProposal] = {}
        for proposal in (*self._by_heading(column, many_contents), *self._by_values(column)):
            held = best.get(proposal.attribute)
            if held is None or proposal.confidence > held.confidence:
                best[proposal.attribute] = proposal
        return tuple(sorted(best.values(), key=lambda x: (-x.confidence, x.attribute)))

    def unasked(self, column: ColumnFacts) -> Reason | None:
        """Why a column is left out before anything is weighed."""
        keys = {x.key for x in self.readings(column)}
        if keys & self._coordinates and column.numeric:
            return Reason("coordinate")
        return Reason("technical") if keys & self._technical else None

    def readings(self, column: ColumnFacts) -> tuple[Heading, ...]:
        """The ways to read the heading of a column."""
        return readings(column.heading or column.name, self.units, self.mappings.name_words.abbreviations)

    def contents(self, columns: Iterable[ColumnFacts]) -> int:
        """How many columns are headed by the symbol of an element or oxide of more than one letter."""
        symbols = {x for x in self.lexicon.symbols if len(x) > 1}
        return sum(
            any(x.attribute in symbols and x.score > 0.8 for h in self.readings(c) for x in self.lexicon.hits(h))
            for c in columns
            if c.numeric
        )

    # --- heading ------------------------------------------------------------------------------------------

    def _by_heading(self, column: ColumnFacts, many_contents: bool) -> Iterator[ColumnProposal]:
        for heading in self.readings(column):
            for hit in self.lexicon.hits(heading):
                found = self._weigh(column, heading, self._in_context(hit, heading, many_contents))
                if found is not None:
                    yield found

    def _in_context(self, hit: Hit, heading: Heading, many_contents: bool) -> Hit:
        """``NAME_CN`` is the Chinese name; ``W`` among Au, Cu and Pb is no word."""
        if many_contents and len(hit.attribute) == 1 and heading.bare == hit.attribute:
            return replace(hit, score=0.9)
        own = f"{hit.attribute}_{heading.language}"
        return replace(hit, attribute=own) if heading.language and own in self.lexicon.attributes else hit

    def _weigh(self, column: ColumnFacts, heading: Heading, hit: Hit) -> ColumnProposal | None:
        entry = self.lexicon.attributes[hit.attribute]
        if entry.kind in ("number", "year"):
            return self._number(column, heading, hit, entry)
        if heading.unit and not hit.reason.code.startswith("heading_s"):
            return None  # the whole heading is a reading of its own
        return self._text(column, hit, entry)

    def _number(
        self, column: ColumnFacts, heading: Heading, hit: Hit, entry: AttributeEntry
    ) -> ColumnProposal | None:
        if not column.numeric:
            return None
        score, reasons = hit.score, [hit.reason]
        if entry.kind == "year":
            return self._year(column, hit)
        unit, stated, more = self._unit(column, heading, entry)
        if heading.unit and not stated:
            return None
        reasons += more
        if entry.dimension and not stated:
            score = min(score, UNIT_ASSUMED)
        score, more = self._range(column, entry, unit, score)
        return ColumnProposal(entry.id, column.name, score, (*reasons, *more), unit=unit, unit_stated=stated)

    def _year(self, column: ColumnFacts, hit: Hit) -> ColumnProposal:
        if column.low is None or column.high is None:
            return ColumnProposal(hit.attribute, column.name, hit.score, (hit.reason,))
        inside = _YEARS[0] <= column.low <= column.high <= _YEARS[1]
        told = Reason("values_years", {"low": f"{column.low:g}", "high": f"{column.high:g}"})
        reasons = (hit.reason, told) if inside else (hit.reason,)
        return ColumnProposal(hit.attribute, column.name, hit.score if inside else hit.score * 0.3, reasons)

    def _unit(
        self, column: ColumnFacts, heading: Heading, entry: AttributeEntry
    ) -> tuple[str | None, bool, list[Reason]]:
        given = find_unit(column.unit, self.units) if column.unit else None
        label = self.lexicon.labels[entry.id]
        for found, code in ((given, "unit_stated"), ((heading.dimension, heading.unit), "unit_heading")):
            if found and found[1] and found[0] == entry.dimension:
                return found[1], True, [Reason(code, {"unit": found[1]})]
        if entry.unit is None:
            return None, False, []
        notes = [Reason("unit_assumed", {"unit": entry.unit})]
        if column.unit:
            notes.insert(0, Reason("unit_unfit", {"unit": column.unit, "attribute": label}))
        return entry.unit, False, notes

    def _range(
        self, column: ColumnFacts, entry: AttributeEntry, unit: str | None, score: float
    ) -> tuple[float, list[Reason]]:
        bounds = self.headings.limits.get(entry.id) or self.headings.limits.get(entry.dimension or "")
        if bounds is None or unit is None or column.high is None or column.low is None:
            return score, []
        low, high = (self.units.convert(x, bounds.unit, unit) for x in (bounds.low, bounds.high))
        if column.high <= high and (column.low >= low or low == 0):
            return score, []
        values = {"high": f"{column.high:g}", "unit": unit, "attribute": self.lexicon.labels[entry.id]}
        return score * 0.3, [Reason("range", values)]

    # --- values ------------------------------------------------------------------------------------------

    def _text(self, column: ColumnFacts, hit: Hit, entry: AttributeEntry) -> ColumnProposal:
        score, reasons = hit.score, [hit.reason]
        names = {x.name_attribute for x in self.mappings.entity_types}
        if entry.id in names or entry.id.rpartition("_")[0] in names:
            share, examples = names_share(column.values, self.headings.names_end_with)
            if share >= 0.3:
                score = 1 - (1 - score) * (1 - 0.6 * share)
                kinds = ("features", "地质要素")
                reasons.append(Reason("values_names", {"kinds": kinds, "examples": ", ".join(examples)}))
            return ColumnProposal(entry.id, column.name, score, tuple(reasons))
        separators = separators_of(column.values) if entry.kind == "list" else ""
        if not self.meanings.index(entry.id).exact or not column.values:
            return ColumnProposal(entry.id, column.name, score, tuple(reasons), separators=separators)
        match = self.meanings.match(entry, column.values, separators)
        score = 1 - (1 - score) * (1 - 0.8 * match.share) if match.share >= 0.2 else score * 0.85
        reasons.append(_told(match))
        found = ColumnProposal(entry.id, column.name, score, tuple(reasons), separators=separators)
        return self._with_values(found, match)

    def _by_values(self, column: ColumnFacts) -> Iterator[ColumnProposal]:
        """Attributes whose vocabulary the values are, whatever the heading says."""
        if column.numeric or column.many or len(column.values) < 2:
            return
        for entry in self.lexicon.attributes.values():
            if entry.kind not in ("text", "list") or not self.meanings.index(entry.id).exact:
                continue
            separators = separators_of(column.values) if entry.kind == "list" else ""
            if self.meanings.match(entry, column.values[:_FIRST], separators).whole < _MIN_SHARE / 2:
                continue
            match = self.meanings.match(entry, column.values, separators)
            if match.whole >= _MIN_SHARE and len(set(match.known.values())) > 1:
                score = _VALUES_ALONE * match.whole * (1.0 if any(len(x) > 1 for x in match.known) else _LETTERS)
                found = ColumnProposal(entry.id, column.name, score, (_told(match),), separators=separators)
                yield self._with_values(found, match)

    def _with_values(self, found: ColumnProposal, match: Match) -> ColumnProposal:
        values, unknown = self.meanings.propose(self.lexicon.attributes[found.attribute], match)
        return replace(found, understood=match.known, values=values, unknown=unknown)


def prefer_chinese(columns: Mapping[str, ColumnFacts], column: str) -> bool:
    """Whether the values of a column are Chinese."""
    return chinese_share(columns[column].values) > 0.5


def _told(match: Match) -> Reason:
    if not match.known:
        return Reason("values_none", {"total": match.total})
    examples = ", ".join(list(match.known)[:SHOWN])
    return Reason("values", {"known": len(match.known), "total": match.total, "examples": examples})
