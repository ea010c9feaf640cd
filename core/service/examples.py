"""Example questions made from the vocabulary of what is loaded, each tried before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from core.answer.numbers import radius
from core.errors import Language
from core.script import suits
from core.service.context import Context
from core.vocabulary.card import EntityType, Layer

Returns = Callable[[str, str | None], bool]
"""Whether a question (about a study area) is answered with rows."""

TRIES = 6
"""Questions tried for each of the three places."""

_TEMPLATES: dict[str, tuple[str, str]] = {
    "near": (
        "Which {value} {targets} lie within {distance} of {references}{place}?",
        "{place}距{references}{distance}以内的{value}{targets}有哪些？",
    ),
    "inside": (
        "How many {targets} lie inside {value} {references}{place}?",
        "{place}有多少个{targets}位于{value}{references}内？",
    ),
    "highest": (
        "Which {count} {targets}{place} have the highest {attribute}?",
        "{place}{attribute}含量最高的{count}个{targets}是哪些？",
    ),
    "count": ("How many {targets} are there{place}?", "{place}有多少个{targets}？"),
    "list": ("Which {targets} are there{place}?", "{place}有哪些{targets}？"),
}


def examples(context: Context, region: str | None, language: Language, returns: Returns) -> tuple[str, str, str]:
    """Three questions that return rows, of different kinds as far as the data allow; "" where there is none."""
    found: list[str] = []
    for candidates in (_near, _highest, _inside, _plain, _near):
        if len(found) == 3:
            break
        for question in islice(candidates(context, region, language), TRIES):
            if question not in found and returns(question, region):
                found.append(question)
                break
    found += [""] * (3 - len(found))
    return found[0], found[1], found[2]


def _near(context: Context, region: str | None, language: Language) -> Iterator[str]:
    """Points of some kind near lines, with the distance that "near" means for these lines."""
    for target in _kinds(context, region, "point"):
        for reference in _kinds(context, region, "line"):
            for value in _values(context, region, target, language):
                yield _fill(
                    context, "near", region, language,
                    targets=target.plural.in_(language), references=reference.plural.in_(language),
                    value=value, distance=_spoken(radius(reference.near_m, language), language),
                )  # fmt: skip


def _highest(context: Context, region: str | None, language: Language) -> Iterator[str]:
    """The samples with the highest content of an element, in the order in which the layers list elements."""
    for layer in _layers(context, region, "point"):
        target = context.card.entity_types[layer.entity_type]
        for attribute in layer.columns:
            entry = context.card.attributes.get(attribute)
            if entry is not None and entry.element:
                yield _fill(
                    context, "highest", region, language, count="5",
                    targets=target.plural.in_(language), attribute=entry.element,
                )  # fmt: skip


def _inside(context: Context, region: str | None, language: Language) -> Iterator[str]:
    """Points inside polygons of some kind."""
    for target in _kinds(context, region, "point"):
        for reference in _kinds(context, region, "polygon"):
            for value in _values(context, region, reference, language):
                yield _fill(
                    context, "inside", region, language,
                    targets=target.plural.in_(language), references=reference.plural.in_(language), value=value,
                )  # fmt: skip


def _plain(context: Context, region: str | None, language: Language) -> Iterator[str]:
    for key in ("count", "list"):
        for geometry in ("point", "line", "polygon"):
            for target in _kinds(context, region, geometry):
                yield _fill(context, key, region, language, targets=target.plural.in_(language))


def _fill(context: Context, key: str, region: str | None, language: Language, **words: str) -> str:
    name = _region_name(context, region, language)
    place = (name if language == "zh" else f" in {name}") if name else ""
    return _TEMPLATES[key][1 if language == "zh" else 0].format(place=place, **words)


def _kinds(context: Context, region: str | None, geometry: str) -> list[EntityType]:
    """Entity types of a geometry with loaded layers, study areas left out, in the order of the vocabulary."""
    loaded = {x.entity_type for x in _layers(context, region, geometry)}
    return [e for e in context.card.entity_types.values() if e.id in loaded and not e.region]


def _layers(context: Context, region: str | None, geometry: str) -> list[Layer]:
    area = _extent(context, region)
    return [
        x
        for x in context.card.layers
        if x.geometry == geometry and x.entity_type in context.card.entity_types and _meet(x.extent, area)
    ]


def _values(context: Context, region: str | None, kind: EntityType, language: Language) -> Iterator[str]:
    """Labels of concepts that occur in the key attributes of an entity type, most widely spelt first."""
    counts: dict[str, int] = {}
    for layer in context.card.layers_of(kind.id):
        if _meet(layer.extent, _extent(context, region)):
            for attribute in kind.key_attributes:
                column = layer.columns.get(attribute)
                for concept, raws in (column.concepts if column is not None else {}).items():
                    counts[concept] = counts.get(concept, 0) + len(raws)
    for concept in sorted(counts, key=lambda c: (-counts[c], c)):
        if concept in context.card.concepts:
            yield context.card.concepts[concept].labels.in_(language)


def _extent(context: Context, region: str | None) -> tuple[float, float, float, float] | None:
    """The extent of the layers that hold the study area; None for everything."""
    tables = {n.table for n in context.card.names if n.canonical == region}
    extents = [x.extent for x in context.card.layers if x.table in tables]
    return extents[0] if region is not None and extents else None


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float] | None) -> bool:
    return b is None or (a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3])


def _region_name(context: Context, region: str | None, language: Language) -> str:
    """What people call a study area: its first other name in the language, else its own."""
    names = [n for n in context.card.names if region and n.canonical == region and suits(n.text, language)]
    names.sort(key=lambda n: not n.alias)
    return names[0].text if names else region or ""


def _spoken(distance: str, language: Language) -> str:
    """Chinese questions say 公里 and 米."""
    return distance.replace(" km", "公里").replace(" m", "米") if language == "zh" else distance
