"""What makes the number of an attribute a score: the value asked for and the spread of the attribute."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from statistics import fmean

from core.evidence.types import Scale
from core.query.compile.spread import quartiles
from core.query.execute import Session
from core.query.grounded import AttrNode, GroundedQuery, NumberTest
from core.query.values_numbers import factor
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

NORMAL_IQR = 1.349
"""Interquartile range of a normal distribution in standard deviations; a few extreme values do not move it."""
_KEPT = 500
_lock = threading.Lock()
_cache: OrderedDict[tuple[str, str, tuple[str, ...]], float] = OrderedDict()


def scales(
    session: Session, grounded: GroundedQuery, nodes: Sequence[AttrNode], card: SchemaCard, units: Units
) -> tuple[Scale, ...]:
    """The scale of each numeric condition, in the display unit of its attribute.

    k is one over the robust standard deviation over the layers of the target (interquartile range / 1.349); it is
    kept for the last few hundred attributes of a data version.
    """
    return tuple(_scale(x, _spread(session, grounded, x, card, units), units) for x in nodes)


def _scale(node: AttrNode, spread: float, units: Units) -> Scale:
    raw, attribute = node.source.value, node.attribute
    asked = fmean(float(x) for x in (raw if isinstance(raw, list | tuple) else [raw]))
    if node.source.unit is not None and attribute.unit is not None:
        asked = units.convert(asked, node.source.unit, attribute.unit)
    sign = -1.0 if node.source.op in ("<", "<=") else 1.0
    return Scale(attribute.id, float(f"{asked:.12g}"), sign / spread if spread > 0 else 0.0)


def _spread(session: Session, grounded: GroundedQuery, node: AttrNode, card: SchemaCard, units: Units) -> float:
    tables = tuple(sorted(x.table for x in grounded.target.layers))
    address = (card.version, node.attribute.id, tables)
    known = _cache.get(address)
    if known is None:
        tests = {t: x for t, x in node.tests.items() if isinstance(x, NumberTest)}
        factors = {t: factor(units, node.attribute, x.column) for t, x in tests.items()}
        _, rows = session.run(quartiles(grounded.target, node, factors))
        low, high = rows[0]
        known = (float(high) - float(low)) / NORMAL_IQR if low is not None else 0.0
        with _lock:
            _cache[address] = known
            while len(_cache) > _KEPT:
                _cache.popitem(last=False)
    return known
