"""From rows to evidence: prove the distances, describe the references, rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.evidence.geodesy import Floats, Ints
from core.evidence.proximity import Target, address, prove, prove_meeting
from core.evidence.ranking import rank
from core.evidence.references import Describer, fixed_reference, shapes_near, shapes_of
from core.evidence.scales import scales
from core.evidence.terms import numeric_groups
from core.evidence.types import Evidence, Proximity, Reference, Scale
from core.query.building import without_collection
from core.query.cancel import CancelToken
from core.query.execute import HasReader, open_session
from core.query.grounded import SetNode
from core.query.measured import MeasuredRelation
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
    numeric = [x for group in numeric_groups(grounded) for x in group]
    told: list[tuple[Proximity, ...]] = []
    scored: tuple[Scale, ...] = ()
    if outcome.measured or numeric:
        with open_session(db, settings, cancel) as session, without_collection():
            describer = Describer(session, card, units, grounded.language)
            targets = [_target(card, x) for x in rows]
            for measured in outcome.measured:
                told.append(_relation(describer, targets, measured))
                session.token.check()
            scored = scales(session, grounded, numeric, card, units)
    proximities = {i: tuple(x[i] for x in told) for i in range(len(rows))}
    with without_collection():
        return rank(rows, proximities, grounded, card, scored)


def _target(card: SchemaCard, row: Row) -> Target:
    key = card.layer(row.ref.table).feature_key
    value = row.values.get(key) if key is not None else None
    feature = f"key {value.raw}" if value is not None and value.raw is not None else f"row {row.ref.fid}"
    return Target(row.name, row.ref.table, feature, row.geometry)


def _relation(
    describer: Describer, targets: Sequence[Target], measured: MeasuredRelation
) -> tuple[Proximity, ...]:
    """One relation for all targets."""
    node = measured.relation
    worst = np.zeros(len(targets))
    if not isinstance(node.to, SetNode):
        known: Mapping[int, Reference] = fixed_reference(describer, node.to, measured.ref(0, 0))
        if node.distance:
            worst = prove(targets, measured, shapes_of(known))
        return _proximities(measured, "", known, worst)
    known = describer.describe(node.to, measured)
    if node.distance:
        worst = prove(targets, measured, shapes_near(describer.session, targets, measured))
    else:
        prove_meeting(targets, measured, shapes_of(known))
    return _proximities(measured, node.to.entity_type.id, known, worst)


def _proximities(
    measured: MeasuredRelation, entity: str, known: Mapping[int, Reference], worst: Floats
) -> tuple[Proximity, ...]:
    node = measured.relation
    within = _placed(known, address(measured.no, measured.fid), measured.metres)
    nearest = _placed(known, address(measured.nearest_no, measured.nearest_fid), measured.nearest_m)
    starts = measured.starts.tolist()
    return tuple(
        Proximity(
            relation=node.rel,
            entity_type=entity,
            min_m=node.min_m,
            max_m=node.max_m,
            nearest=nearest[i],
            within=tuple(x for x in within[starts[i] : starts[i + 1]] if x is not None),
            within_count=count,
            disagreement_m=float(worst[i]),
        )
        for i, count in enumerate(measured.counts.tolist())
    )


def _placed(known: Mapping[int, Reference], addresses: Ints, metres: Floats) -> list[Reference | None]:
    """Described references at their distances; None where there is no reference."""
    return [
        Reference(x.ref, x.name, m, x.attributes, x.geometry) if (x := known.get(a)) is not None else None
        for a, m in zip(addresses.tolist(), metres.tolist(), strict=True)
    ]
