"""The tables of a report: what stands behind each target, or the groups and totals of an answer that is a table.

Cells are written as the sentences write them, so that every number of the text is found again in a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.answer.cited import COORDINATE_DECIMALS
from core.answer.display import value_text
from core.answer.export_table import own_table
from core.answer.material import bounded, is_named
from core.answer.model import Answer
from core.answer.numbers import distance, fixed, integer, radius
from core.answer.phrases import says_nothing
from core.answer.relations import NAMED_LISTED
from core.answer.report_model import Grid, GridColumn
from core.answer.report_words import headed, listed, say
from core.answer.table_text import Cells
from core.evidence.types import Evidence, Proximity
from core.query.result import Table
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

ROWS = 200
"""Rows printed of one table; a table says how many it leaves out."""


@dataclass(frozen=True)
class Vocabulary:
    """What cells are put into words with."""

    card: SchemaCard
    units: Units


def evidence_grids(answer: Answer, vocabulary: Vocabulary) -> tuple[Grid, ...]:
    """The tables of an answer, none when it has no rows."""
    table = own_table(answer)
    if table is not None:
        return (_table_grid(answer, table, vocabulary),)
    if not answer.evidence:
        return ()
    writer = _Rows(answer, vocabulary)
    return tuple(g for g in (writer.attributes(), writer.relations(), writer.scores()) if g is not None)


def _table_grid(answer: Answer, table: Table, vocabulary: Vocabulary) -> Grid:
    """Groups and totals; each cell carries its unit."""
    cells = Cells(vocabulary.card, vocabulary.units, answer.language)
    columns = [GridColumn(headed(c.label), "left" if c.role == "group" else "right") for c in table.columns]
    partial = _partial(table)
    if partial:
        columns.append(GridColumn(say("members", answer.language), "right"))
    rows = []
    for row in table.rows[:ROWS]:
        line = [cells.text(value, column) for value, column in zip(row.cells, table.columns, strict=True)]
        rows.append(tuple([*line, integer(row.members, answer.language)] if partial else line))
    return Grid(tuple(columns), tuple(rows), say("table", answer.language), _note(answer, len(rows), table.total))


def _partial(table: Table) -> bool:
    """Whether the number of features says more than the measures beside it."""
    counts = [i for i, c in enumerate(table.columns) if c.agg == "count"]
    told = any(all(r.cells[i] == r.members for r in table.rows) for i in counts)
    return not told and (len(table.rows) > 1 or any(n.missing or n.censored for n in table.notes.values()))


def _note(answer: Answer, shown: int, total: int) -> str:
    language = answer.language
    if shown >= total:
        return ""
    return say("rows_left_out", language, shown=integer(shown, language), total=integer(total, language))


class _Rows:
    """The tables about single targets: the same rows in each, by rank."""

    def __init__(self, answer: Answer, vocabulary: Vocabulary) -> None:
        self.answer, self.language = answer, answer.language
        self.card, self.units = vocabulary.card, vocabulary.units
        self.rows = answer.evidence[:ROWS]
        self.layers = {x.table: x for x in vocabulary.card.layers}

    def attributes(self) -> Grid:
        """Where each target is and what is known of it."""
        labels = self._labels()
        head = [
            GridColumn("#", "right"),
            *self._left("name", "lon", "lat"),
            *(GridColumn(headed(x)) for x in labels.values()),
        ]
        lines = [
            (
                *self._first(i, e),
                self._place(e.row.lon),
                self._place(e.row.lat),
                *(self._cell(e, a) for a in labels),
            )
            for i, e in enumerate(self.rows, start=1)
        ]
        computed = self._computed()
        if computed is not None:
            head += [GridColumn(headed(x), "right") for x in computed[0]]
            lines = [(*line, *computed[1].get(i, ("",) * len(computed[0]))) for i, line in enumerate(lines)]
        total = self.answer.result.total if self.answer.result is not None else len(lines)
        return self._grid("attributes", head, lines, _note(self.answer, len(lines), total))

    def relations(self) -> Grid | None:
        """How each target stands to its references."""
        most = max((len(e.proximity) for e in self.rows), default=0)
        if not most:
            return None
        head = [GridColumn("#", "right"), *self._left("name")]
        kinds = [self._kind(i) for i in range(most)]
        for kind, limit in kinds:
            head += [
                GridColumn(say("relation_to", self.language, kind=kind)),
                GridColumn(say("distance", self.language), "right"),
                GridColumn(say("count_within" if limit else "count", self.language, limit=limit), "right"),
                GridColumn(say("also_named", self.language)),
            ]
        lines = []
        for i, e in enumerate(self.rows, start=1):
            parts = [self._related(e.proximity[k]) if k < len(e.proximity) else ("",) * 4 for k in range(most)]
            lines.append((*self._first(i, e), *(x for part in parts for x in part)))
        return self._grid("relations", head, lines)

    def scores(self) -> Grid | None:
        """The terms of the ranking."""
        terms = ("spatial", "numeric", "text", "semantic", "total")
        known = [t for t in terms if any(getattr(e.score, t) is not None for e in self.rows)]
        if len(self.rows) < 2:
            return None
        head = [GridColumn("#", "right"), *self._left("name")]
        head += [GridColumn(say(f"score_{t}", self.language), "right") for t in known]
        lines = [
            (*self._first(i, e), *(self._score(e, t) for t in known)) for i, e in enumerate(self.rows, start=1)
        ]
        return self._grid("scores", head, lines)

    def _score(self, evidence: Evidence, term: str) -> str:
        value = getattr(evidence.score, term)
        return "" if value is None else fixed(value, 3)

    def _grid(self, key: str, head: list[GridColumn], lines: list[tuple[str, ...]], note: str = "") -> Grid:
        """The table without columns in which nothing stands."""
        kept = [i for i in range(len(head)) if i < 2 or any(line[i] for line in lines)]
        rows = tuple(tuple(line[i] for i in kept) for line in lines)
        return Grid(tuple(head[i] for i in kept), rows, say(f"grid_{key}", self.language), note)

    def _left(self, *keys: str) -> list[GridColumn]:
        return [GridColumn(say(k, self.language), "left" if k == "name" else "right") for k in keys]

    def _first(self, rank: int, evidence: Evidence) -> tuple[str, str]:
        other = [n for n in evidence.row.names.values() if n and n != evidence.row.name]
        name = evidence.row.name
        return str(rank), self._beside(name, other[0]) if other else name

    def _beside(self, text: str, more: str) -> str:
        """`more` in the brackets of the language."""
        return f"{text}（{more}）" if self.language == "zh" else f"{text} ({more})"

    def _place(self, degrees: float) -> str:
        return fixed(degrees, COORDINATE_DECIMALS)

    def _labels(self) -> Mapping[str, str]:
        """Attribute → heading, names left out."""
        found: dict[str, str] = {}
        for evidence in self.rows:
            kind = self.card.entity_types.get(evidence.row.entity_type)
            names = (kind.name_attribute, f"{kind.name_attribute}_zh") if kind else ()
            for attribute in evidence.row.values:
                if attribute not in names:
                    known = self.card.attributes.get(attribute)
                    found.setdefault(attribute, known.labels.in_(self.language) if known else attribute)
        return found

    def _cell(self, evidence: Evidence, attribute: str) -> str:
        value = evidence.row.values.get(attribute)
        if value is None:
            return ""
        text = value_text(value, self.layers.get(evidence.row.ref.table), self.card, self.units, self.language)
        return "" if says_nothing(text) else text

    def _computed(self) -> tuple[list[str], dict[int, tuple[str, ...]]] | None:
        """Columns that the question computes for each target: headings, and cells by place in the list."""
        table = self.answer.result.table if self.answer.result is not None else None
        if table is None:
            return None
        cells = Cells(self.card, self.units, self.language)
        measures = [i for i, c in enumerate(table.columns) if c.role == "measure"]
        by_ref = {r.ref: r for r in table.rows}
        found = {
            i: tuple(cells.text(row.cells[m], table.columns[m]) for m in measures)
            for i, e in enumerate(self.rows)
            if (row := by_ref.get(e.row.ref)) is not None
        }
        return [table.columns[m].label for m in measures], found

    def _kind(self, index: int) -> tuple[str, str]:
        """Label of the references of relation `index`, and its radius in words."""
        proximity = next(e.proximity[index] for e in self.rows if index < len(e.proximity))
        kind = self.card.entity_types.get(proximity.entity_type)
        label = kind.labels.in_(self.language) if kind else say("place", self.language)
        return label, radius(proximity.max_m, self.language) if proximity.max_m is not None else ""

    def _related(self, proximity: Proximity) -> tuple[str, str, str, str]:
        nearest, language = proximity.nearest, self.language
        if nearest is None:
            return "", "", integer(proximity.within_count, language) if bounded(proximity) else "", ""
        known = [x for x in nearest.attributes.values() if x and x != nearest.name and not says_nothing(x)]
        bare = is_named(nearest) or not known
        words = nearest.name if bare else self._beside(nearest.name, listed(known, language))
        count = integer(proximity.within_count, language) if bounded(proximity) else ""
        return words, distance(nearest.distance_m, language), count, self._others(proximity)

    def _others(self, proximity: Proximity) -> str:
        """The references told by name besides the nearest; of the k nearest of each target all."""
        each = self._each()
        first = proximity.nearest.ref if proximity.nearest is not None else None
        rest = [r for r in proximity.within if r.ref != first and (each or is_named(r))]
        named = rest[: each or NAMED_LISTED]
        more = len(rest) - len(named)
        told = [self._beside(r.name, distance(r.distance_m, self.language)) for r in named]
        if more > 0:
            told.append(say("and_more", self.language, count=integer(more, self.language)))
        return listed(told, self.language)

    def _each(self) -> int:
        query = self.answer.reading.ir.query if self.answer.reading is not None else None
        return query.per_entity.k if query is not None and query.per_entity is not None else 0
