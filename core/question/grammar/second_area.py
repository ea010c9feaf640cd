"""Two study areas in one question: ``deposits in A near faults in B`` says where the faults lie.

One area alone restricts what is looked for.  Where that has its own already, the other one is said of the
reference that it stands next to: behind it in English, before it in Chinese (``A距B断裂…的``).
"""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Asked
from core.question.grammar.parts import (
    AnchorPart,
    Connector,
    OrderPart,
    Part,
    Phrase,
    RegionPart,
    RelationPart,
)
from core.question.grammar.typing import entity_of
from core.vocabulary.card import SchemaCard

Parts = list[tuple[Connector, Part]]
_DE = 2
"""The farthest that the reference may stand behind its area: 的 lies between."""


def areas_of_references(parts: Parts, *, before: bool, head: int = 0) -> Parts:
    """The parts with a second area said of the reference beside it; `before`: areas stand before their nouns.

    `head` is where the noun of the target stands.
    """
    named = sum(isinstance(x, RegionPart) and bool(x.names) for _, x in parts)
    if named < 2:
        return _of_superlative(parts, head, before=before) if named else parts
    return _before_nouns(parts) if before else _behind_nouns(parts)


def area_of_key(asked: Asked, target: Phrase, card: SchemaCard) -> None:
    """``the fault with the most deposits within 2 km, X``: the area says which faults are compared."""
    key = asked.groups[0].phrase if asked.ranked is not None and len(asked.groups) == 1 else None
    entity = entity_of(card, key) if key is not None else None
    if key is None or entity is None or card.entity_types[entity].region:
        return
    areas = [x for x in target.parts if isinstance(x[1], RegionPart) and x[1].names]
    if areas and not any(isinstance(x, RegionPart) for _, x in key.parts):
        key.parts.extend(("and", x) for _, x in areas)
        target.parts = [x for x in target.parts if x not in areas]


def _of_superlative(parts: Parts, head: int, *, before: bool) -> Parts:
    """``in the largest intrusion, X``: the area beside says of which the first are meant.

    Beside the noun of the target (``deposits in X near the longest fault``) it says where both lie.
    """
    place, area = next((i, x) for i, (_, x) in enumerate(parts) if isinstance(x, RegionPart) and x.names)
    for i, (connector, part) in enumerate(parts):
        if not isinstance(part, RelationPart) or not _ranks(part.anchors[-1]):
            continue
        behind = _start(area) > _end(part) and not _end(part) < _start(area) < head
        opens = _end(area) < _start(part) and _end(area) < head and (before or _start(area) <= 1)
        made = _inside(part, area)
        if made is not None:
            out = [*parts]
            out[i] = (connector, made)
            if behind or opens:
                del out[place]
            return out
    return parts


def _ranks(anchor: AnchorPart) -> bool:
    """True for a superlative that says nothing of an area itself."""
    inner = [x for _, x in anchor.parts] if isinstance(anchor, Phrase) and not anchor.names else []
    own = any(isinstance(x, RegionPart) for x in inner)
    return not own and any(isinstance(x, OrderPart) for x in inner)


def _behind_nouns(parts: Parts) -> Parts:
    out: Parts = []
    for connector, part in parts:
        last = out[-1][1] if out else None
        if isinstance(part, RegionPart) and isinstance(last, RelationPart) and not connector:
            own = any(isinstance(x, RegionPart) and x.names and _start(x) < _start(last) for _, x in out[:-1])
            made = _inside(last, part) if own and _start(part) > _end(last) else None
            if made is not None:
                out[-1] = (out[-1][0], made)
                continue
        out.append((connector, part))
    return out


def _before_nouns(parts: Parts) -> Parts:
    out = list(parts)
    for i in range(len(out) - 1, 0, -1):
        (connector, relation), (link, area) = out[i], out[i - 1]
        others = [x for j, (_, x) in enumerate(out) if j != i - 1 and isinstance(x, RegionPart) and x.names]
        if not isinstance(relation, RelationPart) or not isinstance(area, RegionPart) or connector or not others:
            continue
        made = _inside(relation, area) if 0 < _start(relation) - _end(area) <= _DE else None
        if made is not None:
            out[i - 1 : i + 1] = [(link, made)]
            break
    return out


def _start(part: Part) -> int:
    return min(part.uses, default=0)


def _end(part: Part) -> int:
    return max(part.uses, default=0)


def _inside(relation: RelationPart, area: RegionPart) -> RelationPart | None:
    last = relation.anchors[-1]
    if not area.names or not isinstance(last, Phrase) or relation.rel == "direction":
        return None
    last = replace(last, parts=[*last.parts, ("and", area)])
    uses = tuple(sorted({*relation.uses, *area.uses}))
    return replace(relation, anchors=(*relation.anchors[:-1], last), uses=uses)
