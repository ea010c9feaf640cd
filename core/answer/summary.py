"""The first claim: how many targets meet the question, and what they have in common."""

from __future__ import annotations

from core.answer import cited
from core.answer.fragments import Fragment, Part, capitalise, fill, fragment, join
from core.answer.leading import LISTED, asked_values, nearest_words, superlative
from core.answer.material import Material, is_named, is_position, proximities
from core.answer.model import Citation
from core.answer.neighbours import each_nearest
from core.answer.nouns import definite
from core.answer.phrases import phrase
from core.answer.phrases_leading import leading_phrase
from core.answer.thresholds import limits_words
from core.answer.traits import Trait, traits
from core.answer.wording import anchor_words, noun_phrase, predicate
from core.answer.wording_order import order_words
from core.answer.wording_relations import flatten
from core.query.result import FunnelStep
from core.question import ir


def summary(material: Material, query: ir.Query) -> Fragment:
    """Count, restated question, common traits, spread of distances, for a list of targets."""
    result = material.result
    if result is None:
        return ()
    language = material.language
    asked = asked_values(material, query)
    parts: list[Part] = [asked or _found(material, query), each_nearest(material, query)]
    if not result.truncated and len(material.evidence) > 1:
        parts.extend(_traits(material, query))
        if not _each_told(material, query):
            parts.append(_spread(material))
    return capitalise(fragment(join(parts, phrase("clause", language)), phrase("stop", language)))


def _each_told(material: Material, query: ir.Query) -> bool:
    """Whether the first clause states the distance of every feature."""
    by_distance = bool(query.order) and isinstance((query.order or ())[0].expr, ir.DistanceExpr)
    return by_distance and query.limit is not None and len(material.evidence) <= LISTED


def counted(material: Material, query: ir.Query) -> Fragment:
    """The answer to "how many"."""
    stop = phrase("stop", material.language)
    return capitalise(fragment(_sentence(material, query, "found"), stop))


def existence(material: Material, query: ir.Query) -> Fragment:
    """The answer to a yes/no question, with an example where there is one."""
    language = material.language
    result = material.result
    total = result.total if result is not None else 0
    one = _one_named(material, query)
    if one:
        return one
    parts: list[Part] = [_sentence(material, query, "exists" if total else "exists_not")]
    if total and material.evidence:
        name = cited.row_name(material, material.evidence[0].row)
        parts.append(fill(phrase("exists_example", language), name=name))
    return fragment(join(parts, phrase("clause", language)), phrase("stop", language))


def _one_named(material: Material, query: ir.Query) -> Fragment:
    """Yes or no about one feature by its name: "Yes: X is within 5 km of a fault; the nearest is 2.78 km away"."""
    names, language, result = query.target.names or (), material.language, material.result
    if len(names) != 1 or result is None or result.total > 1 or query.target.where is None:
        return ()
    said = predicate(material, query.target, "query.target", holds=bool(result.total))
    alone = query.target.model_copy(update={"where": None})
    name = anchor_words(material, alone, "query.target")
    key = "exists_name" if result.total else "exists_name_not"
    parts: list[Part] = [fill(leading_phrase(key, language), name=name, predicate=said)]
    if result.total and material.evidence:
        row = cited.row_name(material, material.evidence[0].row)
        parts = [fill(leading_phrase(key, language), name=row, predicate=said), nearest_words(material)]
    return fragment(join(parts, phrase("clause", language)), phrase("stop", language))


def _found(material: Material, query: ir.Query) -> Fragment:
    """How many there are; with a limit in the question, how many of those that qualify are listed."""
    result, order = material.result, order_words(material, query)
    order = () if result is not None and result.total == 1 and query.limit is None else order
    if result is None or query.limit is None or result.total < query.limit:
        return _sentence(material, query, "found_ordered" if order else "found", ordered=order)
    if not result.funnel:
        return _sentence(material, query, "found_limited", ordered=order)
    last = _before_limit(result.funnel)
    qualified = cited.counted(material, f"funnel:{last}:count", result.funnel[last].count)
    if result.funnel[last].count <= result.total:
        return _sentence(material, query, "found_ordered" if order else "found", ordered=order)
    first = superlative(material, query, last)
    if first:
        return first
    key = "found_some" if not order else "found_first_one" if result.total == 1 else "found_first"
    return _sentence(material, query, key, ordered=order, total=qualified)


def _before_limit(funnel: tuple[FunnelStep, ...]) -> int:
    """The step that counted all that qualify: the last one with a condition, before the cut to the first few."""
    last = len(funnel) - 1
    return last - 1 if last > 0 and funnel[last].cond is None else last


def _sentence(material: Material, query: ir.Query, key: str, **more: Part) -> Fragment:
    total = material.result.total if material.result is not None else 0
    return fill(
        phrase(key, material.language),
        are="is" if total == 1 else "are",
        count=cited.counted(material, "total", total, word=True),
        noun=noun_phrase(material, query.target, "query.target", total, limits_words(material)),
        measure=material.measure_word(query.target.layer),
        **more,
    )


def _traits(material: Material, query: ir.Query) -> list[Part]:
    language = material.language
    found = traits(material, tuple(e.row for e in material.evidence))
    asked = _asked(query)
    common = [t for t in found if t.common is not None and t.attribute not in asked]
    parts: list[Part] = []
    if common:
        words = join(
            (_common(material, t) for t in common), phrase("list_comma", language), phrase("list_and", language)
        )
        parts.append(fill(phrase("all_have", language), traits=words))
    parts.extend(_distribution(material, t) for t in found if t.common is None)
    return parts


def _common(material: Material, trait: Trait) -> Fragment:
    """A value that all targets have, with the name of its attribute."""
    refs = tuple(e.row.ref for e in material.evidence)
    value = Citation(
        number=0, kind="cell", text=trait.common or "", refs=refs, column=trait.attribute, value=trait.common,
        source=cited.searched(material),
    )  # fmt: skip
    label = material.card.attributes[trait.attribute].labels.in_(material.language)
    return fill(phrase("common_trait", material.language), attribute=label, value=value)


def _distribution(material: Material, trait: Trait) -> Fragment:
    language = material.language
    counts = []
    for value, count in trait.counts:
        column = f"trait:{trait.attribute}"
        text = cited.told(material, column, value)
        number = cited.counted(material, f"{column}:{value}", count)
        counts.append(fill(phrase("trait_count", language), value=text, count=number))
    if trait.missing:
        number = cited.counted(material, f"missing:{trait.attribute}", trait.missing)
        counts.append(fill(phrase("trait_missing", language), count=number))
    label = material.card.attributes[trait.attribute].labels.in_(language)
    return fill(
        phrase("trait_counts", language), attribute=label, counts=join(counts, phrase("list_comma", language))
    )


def _spread(material: Material) -> Fragment:
    """The smallest and largest distance to the nearest reference of the first relation."""
    measured = [
        (p.nearest.distance_m, i)
        for i, e in enumerate(material.evidence)
        for p in proximities(e, material.card)[:1]
        if p.nearest is not None and p.relation in ("near", "along")
    ]
    if len(measured) < 2 or len(measured) != len(material.evidence):
        return ()
    ends: dict[str, Part] = {}
    for key, index in (("low", min(measured)[1]), ("high", max(measured)[1])):
        evidence = material.evidence[index]
        proximity = proximities(evidence, material.card)[0]
        if proximity.nearest is not None:
            ends[key] = cited.measured(material, evidence, proximity, proximity.nearest)
    return fill(phrase("distances", material.language), reference=_reference(material), **ends)


def _reference(material: Material) -> Fragment:
    """What the distances go to: the one feature that is nearest to all targets, else "the nearest fault"."""
    found = [(e, proximities(e, material.card)[0]) for e in material.evidence]
    nearest = {p.nearest.ref for _, p in found if p.nearest is not None}
    evidence, proximity = found[0]
    if len(nearest) == 1 and proximity.nearest is not None and is_named(proximity.nearest):
        name = cited.reference_name(material, evidence, proximity.nearest)
        if not proximity.entity_type and not is_position(proximity.nearest):
            return fragment(name)
        if not proximity.entity_type:
            return fill(phrase("the_point", material.language), name=name)
        return fragment(definite(name.text, material.language), name)
    label = material.label(proximity.entity_type)
    return fill(phrase("the_nearest", material.language), label=label)


def _asked(query: ir.Query) -> frozenset[str]:
    """Text attributes whose value the question fixes; saying again that all rows have it adds nothing."""
    return frozenset(
        c.attr for c, _ in flatten(query.target.where, "") if isinstance(c, ir.AttrCond) and c.op == "="
    )
