"""Which kind of feature a table holds, guessed from its name, its comment and its geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.database.describe.live import LiveRelation
from core.database.registry import Extent
from core.vocabulary.common import Common, CommonEntity
from core.vocabulary.identifiers import Identifier, identifier_of, parse_identifier
from core.vocabulary.mappings import LabelsEntry

WIDE_M = 200_000.0
"""An extent beyond a region: distances that suit a town say nothing there."""


_FORMS = frozenset(
    {
        *("view", "table", "layer", "data", "tbl", "all", "shp", "geo", "表", "图层"),
        *("point", "points", "line", "lines", "poly", "polygon", "polygons", "region"),
    }
)
"""Words of table names that say how the features are kept, not what they are."""


@dataclass(frozen=True)
class Kind:
    """The kind of feature of one table."""

    id: str
    entity: CommonEntity
    near_m: float
    why: str


def kinds_of(relations: Sequence[LiveRelation], common: Common) -> dict[str, Kind]:
    """Table → kind; every table has one of its own."""
    spatial = [x for x in relations if x.geometry is not None]
    near = near_of(union([x.geometry.extent for x in spatial if x.geometry]))
    found: dict[str, Kind] = {}
    taken: set[str] = set()
    for relation in sorted(spatial, key=lambda x: (_rank(x, common), x.name)):
        entity, why = _entity(relation, common)
        if entity.id in taken:
            entity, why = _own(relation, common, taken), f"another table holds {entity.plural.en} already"
        taken.add(entity.id)
        metres = entity.near_m if entity.near_m is not None and near <= WIDE_M / 100 else near
        found[relation.name] = Kind(entity.id, entity, metres, why)
    return found


def near_of(extent: Extent) -> float:
    """What "near" means in an area: a hundredth of its diagonal, a round number between 500 m and 50 km."""
    west, south, east, north = extent
    middle = math.radians((south + north) / 2)
    diagonal = 111_195.0 * math.hypot((east - west) * math.cos(middle), north - south)
    wanted = min(max(diagonal / 100, 500.0), 50_000.0)
    steps = [x * 10**p for p in (2, 3, 4) for x in (1, 2, 5)]
    return float(min(steps, key=lambda x: abs(math.log(x / wanted))))


def union(extents: Sequence[Extent]) -> Extent:
    """The box around several; the whole Earth around none."""
    if not extents:
        return (-180.0, -90.0, 180.0, 90.0)
    west, south, east, north = zip(*extents, strict=True)
    return (min(west), min(south), max(east), max(north))


def _rank(relation: LiveRelation, common: Common) -> int:
    """Tables whose whole name is that of a kind come first."""
    return 0 if _matches(parse_identifier(relation.name, {}), common) else 1


def _entity(relation: LiveRelation, common: Common) -> tuple[CommonEntity, str]:
    name = parse_identifier(relation.name, common.words.abbreviations)
    for text, why in ((name, "its name"), (parse_identifier(relation.comment, {}), "its comment")):
        found = _matches(text, common) or _ends(text, common)
        if found is not None:
            return found, why
    return _own(relation, common, set()), "its name, which no list of common nouns has"


def _matches(name: Identifier, common: Common) -> CommonEntity | None:
    wanted = {name.phrase.replace(" ", "_"), name.phrase.replace(" ", "")}
    return next((x for x in common.entities if wanted & set(x.identifiers)), None) if name.words else None


def _ends(name: Identifier, common: Common) -> CommonEntity | None:
    """``main_roads`` holds roads, ``主要道路`` too, ``parks and gardens`` parks."""
    words = [x for x in name.words if x not in _FORMS] or list(name.words)
    if not words:
        return None
    joined = "&" in name.text or "and" in words
    for word in (words[-1], *words[:1]) if joined else words[-1:]:
        for entity in common.entities:
            if word in entity.identifiers:
                return entity
    text = name.phrase
    ends = [(x, y) for x in common.entities for y in x.identifiers if name.cjk and len(y) > 1 and text.endswith(y)]
    return max(ends, key=lambda x: len(x[1]))[0] if ends else None


def _own(relation: LiveRelation, common: Common, taken: set[str]) -> CommonEntity:
    """A kind made of the table's own words."""
    name = parse_identifier(relation.name, common.words.abbreviations)
    phrase = name.phrase or relation.name
    one = phrase[:-1] if phrase.endswith("s") and not phrase.endswith("ss") and not name.cjk else phrase
    many = phrase if name.cjk or phrase.endswith("s") else phrase + "s"
    label = relation.comment.strip() if 0 < len(relation.comment.strip()) <= 24 else ""
    zh = translated(name.words, common.words.words) or (phrase if name.cjk else one)
    if label:
        cjk = parse_identifier(label, {}).cjk
        one, zh = (one, label) if cjk else (label, zh)
    base = CommonEntity(
        id=identifier_of(one, taken),
        labels=LabelsEntry(en=one, zh=zh),
        plural=LabelsEntry(en=many, zh=zh),
        synonyms=tuple(dict.fromkeys(x for x in (relation.name, phrase, label) if x)),
    )
    similar = _ends(name, common)
    return (
        base
        if similar is None
        else base.model_copy(update={"suffixes": similar.suffixes, "endings": similar.endings})
    )


def translated(words: Sequence[str], dictionary: Mapping[str, str]) -> str:
    """The Chinese of English words put together; "" when one is not known."""
    found = [dictionary.get(x) for x in words]
    return "".join(x or "" for x in found) if found and None not in found else ""
