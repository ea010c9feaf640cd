"""The counts that citations point at, taken again from the result and the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from core.answer.material import Material, is_named
from core.answer.model import Citation
from core.answer.relations import NAMED_LISTED
from core.answer.traits import known_values, values_of
from core.evidence.types import Evidence
from core.query.result import FeatureRef


def stated_count(material: Material, targets: Mapping[FeatureRef, Evidence], citation: Citation) -> int | str:
    """The count, or the words of a counted step, under the column of `citation`.

    Raises:
        KeyError, IndexError, ValueError: there is no such count.
    """
    kind, _, rest = (citation.column or "").partition(":")
    if kind == "missing":
        return sum(not known_values(material, e.row, rest) for e in material.evidence)
    if kind == "trait":
        return _trait(material, citation, rest)
    if kind in ("within", "others", "named"):
        return _related(targets[citation.refs[0]], kind, int(rest))
    result = material.result
    if result is None:
        raise KeyError(kind)
    if kind in ("funnel", "relaxation"):
        index, _, what = rest.partition(":")
        step = (result.funnel if kind == "funnel" else result.relaxations)[int(index)]
        return step.count if what == "count" else step.label
    if kind == "skipped":
        return result.skipped[rest]
    counts = {"total": result.total, "undetermined": result.undetermined, "shown": len(result.rows)}
    return min(int(rest), len(material.evidence)) if kind == "listed" else counts[kind]


def _related(evidence: Evidence, kind: str, index: int) -> int:
    """Counts of references of one target."""
    proximity = evidence.proximity[index]
    if kind == "within":
        return proximity.within_count
    if kind == "others":
        return proximity.within_count - 1
    first = proximity.nearest.ref if proximity.nearest is not None else None
    return len([r for r in proximity.within if is_named(r) and r.ref != first]) - NAMED_LISTED


def _trait(material: Material, citation: Citation, rest: str) -> int | str:
    """How many targets have a value, or the value itself when some target has it."""
    attribute, _, value = rest.partition(":")
    counter: Counter[str] = Counter()
    for evidence in material.evidence:
        counter.update(set(values_of(material, evidence.row, attribute)))
    if value:
        return counter[value]
    return citation.text if citation.text in counter else ""
