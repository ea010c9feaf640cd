"""From a query to its rows: ground, verify, compile, guard, execute.

The answer itself is one statement.  Around it, in the same read-only transaction, run the statements that explain
it: the extent of the study area, thresholds taken from the data, distances of the listed rows, and counts.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from core.errors import PlanRejectedError
from core.query.cancel import CancelToken
from core.query.compile.closest import closest_only
from core.query.compile.extent import extents
from core.query.compile.select import select_rows
from core.query.compile.threshold import percentile_sql
from core.query.computing import scalar_result, table_result, value_table
from core.query.execute import HasReader, Session, open_session, sizes_of
from core.query.explain import explain
from core.query.ground import ground
from core.query.ground_sets import Around
from core.query.ground_sets import Box as MapBox
from core.query.grounded import (
    AttrNode,
    CmpNode,
    GroundedQuery,
    GroundNode,
    NumberTest,
    PercentileNode,
    RelNode,
    SetNode,
    TopNode,
)
from core.query.grounded_measures import Measuring
from core.query.layers import Box, settle, study_areas
from core.query.measure import measure
from core.query.measured import Measured, MeasuredRelation
from core.query.result import Binding, FeatureRef, Refusal, Rows, Threshold
from core.query.rows import Decoder
from core.query.selection import Selection
from core.query.verify import verify
from core.question import ir
from core.question.reading import Language
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units


@dataclass(frozen=True)
class Outcome:
    """Everything that became of one query."""

    query: ir.Query
    bindings: tuple[Binding, ...] = ()
    refusal: Refusal | None = None
    rows: Rows | None = None
    measured: tuple[MeasuredRelation, ...] = ()
    """The relations of the listed rows in their order, as the database measured them; not proved yet."""
    grounded: GroundedQuery | None = None
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def by_feature(self) -> Mapping[FeatureRef, tuple[Measured, ...]]:
        """The relations of each listed feature."""
        rows = self.rows.rows if self.rows is not None else ()
        return {x.ref: tuple(m.of(i) for m in self.measured) for i, x in enumerate(rows)} if self.measured else {}


class _Clock:
    def __init__(self) -> None:
        self.timings: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            self.timings[name] = self.timings.get(name, 0.0) + (time.perf_counter() - started) * 1000


def run_query(
    db: HasReader,
    query: ir.Query,
    card: SchemaCard,
    units: Units,
    settings: Settings,
    *,
    language: Language,
    question: str,
    cancel: CancelToken | None = None,
    selection: Selection | None = None,
    view: MapBox | None = None,
    previous: tuple[FeatureRef, ...] = (),
    referee: bool = True,
) -> Outcome:
    """Answer `query` from the layers of `card`.

    `selection` and `view` (west, south, east, north in degrees) are those of the map, `previous` the features of
    the answer before; a query that refers to one that is not there is refused.  A query
    that cannot be bound or makes no sense ends with `Outcome.refusal`; with `referee` false (for measurements
    only) its sense is not checked.

    Raises:
        QueryCancelledError, QueryTimeoutError, QueryError, DatabaseError: it could not be run to its end.
    """
    clock = _Clock()
    with clock.step("ground"):
        around = Around(selection, view, previous)
        grounded = ground(query, card, units, question=question, language=language, around=around)
    if isinstance(grounded, Refusal):
        return Outcome(query, refusal=grounded, timings_ms=clock.timings)
    with clock.step("verify"):
        refusal = verify(grounded) if referee else None
    if refusal is not None:
        return Outcome(query, grounded.bindings, refusal, grounded=grounded, timings_ms=clock.timings)
    with open_session(db, settings, cancel, sizes_of(card)) as session:
        try:
            return _run(session, grounded, Decoder(card, units, language), clock)
        except PlanRejectedError as error:
            refusal = Refusal("too_expensive", error.say(language))
            return Outcome(query, grounded.bindings, refusal, grounded=grounded, timings_ms=clock.timings)


def _run(session: Session, grounded: GroundedQuery, decoder: Decoder, clock: _Clock) -> Outcome:
    with clock.step("ground"):
        settled = settle(grounded, _boxes(session, grounded))
    if isinstance(settled, Refusal):
        return Outcome(grounded.query, grounded.bindings, settled, grounded=grounded, timings_ms=clock.timings)
    settled = replace(settled, conditions=tuple(sorted(settled.conditions, key=_cost_class)))
    thresholds: tuple[Threshold, ...] = ()
    if settled.percentiles:
        with clock.step("thresholds"):
            settled, thresholds = _thresholds(session, settled)
    if settled.measuring is not None and (settled.measuring.tabular or settled.measuring.scalar):
        with clock.step("select"):
            computed = _computed(session, settled, settled.measuring, decoder)
        rows = replace(computed, thresholds=thresholds)
        return Outcome(settled.query, settled.bindings, None, rows, (), settled, clock.timings)
    with clock.step("select"):
        statement, found = session.run(select_rows(settled, session.settings.max_rows))
        found, cells = _parted(found, len(settled.computed))
        listed = decoder.rows(settled.target.entity_type, settled.target.layers, found)
    matched = int(found[0][2]) if found else 0
    with clock.step("measure"):
        measured = measure(session, settled, [x.ref for x in listed])
    with clock.step("explain"):
        explained = explain(session, settled, None if closest_only(settled) else matched, decoder.units)
    total = min(matched, settled.limit) if settled.limit is not None else matched
    table = value_table(settled, listed, cells, decoder, total) if settled.computed else None
    alone = settled.query.intent == "value" and total == 1 and table is not None
    rows = Rows(
        kind=_KINDS.get(settled.query.intent, "entities"),
        rows=listed,
        total=total,
        truncated=len(listed) < total,
        scalar=table.rows[0].cells[1] if alone and table is not None else _scalar(settled.query.intent, total),
        funnel=explained.funnel,
        relaxations=explained.relaxations,
        undetermined=explained.undetermined,
        layers=tuple(x.table for x in settled.target.layers),
        skipped=settled.skipped,
        statement=statement,
        plan_cost=session.costs.get(statement.sql),
        thresholds=thresholds,
        table=table,
        unit=table.columns[1].unit if alone and table is not None else None,
    )
    return Outcome(settled.query, settled.bindings, None, rows, measured, settled, clock.timings)


_KINDS: Mapping[str, Literal["count", "exists", "values"]] = {
    "count": "count", "exists": "exists", "value": "values",
}  # fmt: skip


def _scalar(intent: str, total: int) -> int | bool | None:
    return {"count": total, "exists": total > 0}.get(intent)


def _computed(session: Session, grounded: GroundedQuery, measuring: Measuring, decoder: Decoder) -> Rows:
    """Totals, groups, or one number that does not depend on the target."""
    if measuring.value is not None and measuring.scalar:
        return scalar_result(session, grounded, measuring.value, decoder)
    return table_result(session, grounded, measuring, decoder)


def _parted(found: list[tuple[Any, ...]], computed: int) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The columns of the rows, and those computed beside them."""
    if not computed:
        return found, []
    return [x[:-computed] for x in found], [x[-computed:] for x in found]


def _cost_class(node: GroundNode) -> int:
    """Conditions are counted cheap ones first: study area, attributes, relations on the map, distances."""
    if isinstance(node, RelNode):
        return 0 if node.region else 3 if node.distance or node.max_m is not None else 2
    if isinstance(node, CmpNode):
        return 4
    return 1 if isinstance(node, AttrNode) else 6 if isinstance(node, TopNode) else 5


def _boxes(session: Session, grounded: GroundedQuery) -> dict[int, Box]:
    sets = [x.to for x in study_areas(grounded) if isinstance(x.to, SetNode)]
    if not sets:
        return {}
    _, found = session.run(extents(sets))
    return {no: (w, s, e, n) for no, w, s, e, n in found if w is not None}


def _thresholds(session: Session, grounded: GroundedQuery) -> tuple[GroundedQuery, tuple[Threshold, ...]]:
    """The query with its percentiles replaced by conditions on the values found."""
    conditions, found = list(grounded.conditions), []
    for node in grounded.percentiles:
        _, rows = session.run(percentile_sql(grounded.target, study_areas(grounded), node))
        value, samples, limits = rows[0]
        if value is None:
            continue
        found.append(
            Threshold(
                node.attribute.id, float(value), node.attribute.unit, node.share, int(samples), int(limits or 0)
            )
        )
        conditions.append(_at_least(node, float(value)))
    conditions.sort(key=_cost_class)
    return replace(grounded, conditions=tuple(conditions), percentiles=()), tuple(found)


def _at_least(node: PercentileNode, value: float) -> AttrNode:
    """The condition that a value reaches the threshold, compared in the unit it was computed in."""
    source = ir.AttrCond(
        attr=node.attribute.id, op=">=", value=value, unit=node.attribute.unit, span=node.source.span,
        assumed=node.source.assumed,
    )  # fmt: skip
    tests = {t: NumberTest(x.column, ">=", (value,), x.factor) for t, x in node.columns.items()}
    return AttrNode(source, node.attribute, tests)
