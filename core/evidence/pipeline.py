"""From rows to evidence: prove the distances, describe the references, rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shapely

from core.evidence.proximity import Shape, prove, prove_meeting, stated
from core.evidence.ranking import rank
from core.evidence.references import Describer, placed, point_reference, shapes_near
from core.evidence.scales import scales
from core.evidence.terms import numeric_groups
from core.evidence.types import Evidence, Proximity, Reference, Scale
from core.query.cancel import CancelToken
from core.query.execute import HasReader, Session, open_session
from core.query.grounded import PointNode
from core.query.measured import Measured, MeasuredReference
from core.query.pipeline import Outcome
from core.query.result import Row
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units


def gather(
    db: HasReader,
    outcome: Outcome,
    card: SchemaCard,
    units: Units,
    settings: Settings,
    *,
    cancel: CancelToken | None = None,
) -> tuple[Evidence, ...]:
    """The listed rows with proved distances, described references and scores, best first.

    Raises:
        ProofError: the independent check of the distances failed; there is no answer then.
        QueryCancelledError, QueryTimeoutError, DatabaseError: as in :func:`core.query.pipeline.run_query`.
    """
    if outcome.rows is None or outcome.grounded is None or not outcome.rows.rows:
        return ()
    rows, grounded = outcome.rows.rows, outcome.grounded
    relations = len(next(iter(outcome.measured.values()), ()))
    told: list[tuple[Proximity, ...]] = []
    numeric = [x for group in numeric_groups(grounded) for x in group]
    scored: tuple[Scale, ...] = ()
    if relations or numeric:
        with open_session(db, settings, cancel) as session:
            describer = Describer(session, card, units, grounded.language)
            targets = [_shape(card, x) for x in rows]
            for i in range(relations):
                told.append(_relation(session, describer, targets, [outcome.measured[x.ref][i] for x in rows]))
                session.token.check()
            scored = scales(session, grounded, numeric, card, units)
    proximities = {i: tuple(x[i] for x in told) for i in range(len(rows))}
    return rank(rows, proximities, grounded, card, scored)


def _shape(card: SchemaCard, row: Row) -> Shape:
    key = card.layer(row.ref.table).feature_key
    value = row.values.get(key) if key is not None else None
    feature = f"key {value.raw}" if value is not None and value.raw is not None else f"row {row.ref.fid}"
    return Shape(row.ref, row.name, feature, row.geometry)


def _relation(
    session: Session, describer: Describer, targets: Sequence[Shape], measured: Sequence[Measured]
) -> tuple[Proximity, ...]:
    """One relation for all targets."""
    node = measured[0].relation
    if isinstance(node.to, PointNode):
        return _point(node.to, targets, measured)
    known = describer.describe([x.ref for m in measured for x in stated(m)])
    if node.distance:
        references = shapes_near(session, node.to, targets, measured)
        differences = prove(targets, measured, references)
    else:
        shapes = [Shape(x.ref, x.name, "", x.geometry) for x in known.values() if x.geometry is not None]
        prove_meeting(targets, measured, shapes)
        differences = (0.0,) * len(targets)
    entity = node.to.entity_type.id
    return tuple(
        _proximity(m, entity, lambda x: placed(known, x), worst)
        for m, worst in zip(measured, differences, strict=True)
    )


def _point(point: PointNode, targets: Sequence[Shape], measured: Sequence[Measured]) -> tuple[Proximity, ...]:
    node, ref = measured[0].relation, stated(measured[0])[0].ref
    shape = shapely.Point(point.lon, point.lat)
    differences: tuple[float, ...] = (0.0,) * len(targets)
    if node.distance:
        differences = prove(targets, measured, [Shape(ref, "point", "point", shape)])
    pairs = zip(measured, differences, strict=True)
    return tuple(_proximity(m, "", lambda x: point_reference(point, x), worst) for m, worst in pairs)


def _proximity(
    measured: Measured, entity: str, place: Callable[[MeasuredReference], Reference], worst: float
) -> Proximity:
    node = measured.relation
    within: tuple[Reference, ...] = tuple(place(x) for x in measured.within)
    return Proximity(
        relation=node.rel,
        entity_type=entity,
        min_m=node.min_m,
        max_m=node.max_m,
        nearest=place(measured.nearest) if measured.nearest is not None else None,
        within=within,
        within_count=measured.within_count,
        disagreement_m=worst,
    )
