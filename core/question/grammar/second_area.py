"""Two study areas in one question: ``deposits in A near faults in B`` says where the faults lie.

One area alone restricts what is looked for.  Where that has its own already, the other one is said of the
reference that it stands next to: behind it in English, before it in Chinese (``A距B断裂…的``).
"""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.parts import Connector, Part, Phrase, RegionPart, RelationPart

Parts = list[tuple[Connector, Part]]
_DE = 2
"""The farthest that the reference may stand behind its area: 的 lies between."""


def areas_of_references(parts: Parts, *, before: bool) -> Parts:
    """The parts with a second area said of the reference beside it; `before`: areas stand before their nouns."""
    if sum(isinstance(x, RegionPart) and bool(x.names) for _, x in parts) < 2:
        return parts
    return _before_nouns(parts) if before else _behind_nouns(parts)


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
