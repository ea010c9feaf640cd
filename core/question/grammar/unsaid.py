"""Words that no query says although a phrase or a filler took them: an answer without them would mislead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.question.grammar.parts import EitherPart, Frame, OrderPart, Parse, Phrase, RelationPart, ValuePart
from core.question.grammar.quantified import quantifiers
from core.question.meanings import END, Lexeme

_WHO = frozenset({"who", "whom", "谁", "是谁", "由谁", "被谁"})
_EITHER_OF_TWO = "还是"
_EACH_OF = frozenset({"各", "分别", "各自", "各有", "respectively", "each"})


def misleading(lexemes: Sequence[Lexeme], parse: Parse) -> tuple[int, ...]:
    """The lexemes that change the question in a way that the query cannot say."""
    frame = parse.frame
    found = [*_persons(lexemes), *_alternatives(lexemes, frame), *_counts_apart(lexemes, parse)]
    found.extend([*_extreme_distances(lexemes, parse), *_only(lexemes, parse)])
    found.extend([*_two_lists(lexemes, parse), *_zones(lexemes)])
    if frame.intent == "exists" and parse.unsaid:
        found.extend(x for x in quantifiers(lexemes) if x in parse.unsaid and x not in frame.asked.each)
    return tuple(sorted(set(found)))


def _persons(lexemes: Sequence[Lexeme]) -> list[int]:
    """``who discovered …``, ``…是谁发现的``: a person is asked for, not a feature."""
    words = [x for x in lexemes if x.kind != "symbol"]
    if words and words[0].key in ("who", "whom", "whose"):
        return [lexemes.index(words[0])]
    return [
        i
        for i, x in enumerate(lexemes)
        if x.key in _WHO and x.cjk and any(y.kind != "symbol" and not y.is_("STOP") for y in lexemes[i + 1 :])
    ]


def _alternatives(lexemes: Sequence[Lexeme], frame: Frame) -> list[int]:
    """``离断裂近还是离花岗岩近``: which of two is asked, not whether one of them holds."""
    if not frame.asked.empty:
        return []
    return [i for i, x in enumerate(lexemes) if x.key == _EITHER_OF_TWO and not x.entry.content]


def _counts_apart(lexemes: Sequence[Lexeme], parse: Parse) -> list[int]:
    """``金矿和铜矿各有多少``, ``how many gold and how many copper deposits``: two numbers, not one."""
    if parse.frame.intent != "count" or parse.frame.asked.groups:
        return []
    counted = [i for i, x in enumerate(lexemes) if x.is_("HOWMANY") and not x.entry.content and _asks(x)]
    if len(counted) > 1 and not lexemes[counted[0]].cjk:
        return counted[1:]
    values = [x for _, x in parse.target.parts if isinstance(x, ValuePart)]
    lists = any(isinstance(x, EitherPart) for _, x in parse.target.parts)
    if not lists and not any(len(x.items) > 1 or x.joined_by_and for x in values):
        return []
    return [i for i, x in enumerate(lexemes) if x.key in _EACH_OF and not x.entry.content]


def _asks(lexeme: Lexeme) -> bool:
    return lexeme.key.startswith("how") or lexeme.cjk


def _extreme_distances(lexemes: Sequence[Lexeme], parse: Parse) -> list[int]:
    """``平均距离、最大距离``: the greatest distance is no size of the feature."""
    parts = [x for _, x in parse.target.parts if isinstance(x, OrderPart) and x.kind == "extent"]
    return [
        u
        for x in parts
        for u in x.uses
        if lexemes[u].is_("MAX", "MIN") and u + 1 < len(lexemes) and lexemes[u + 1].is_("APART", "DISTANCE")
    ]


def _relations(phrase: Phrase) -> Iterator[RelationPart]:
    """All relations of a phrase and of what they refer to."""
    for _, part in phrase.parts:
        if isinstance(part, RelationPart):
            yield part
            for anchor in part.anchors:
                if isinstance(anchor, Phrase):
                    yield from _relations(anchor)


def _only(lexemes: Sequence[Lexeme], parse: Parse) -> list[int]:
    """``只含金的矿床``, ``with only gold``: nothing else may be there, and no condition says so."""
    found = []
    said = {u for x in _relations(parse.target) if x.only for u in x.uses}
    for i, lexeme in enumerate(lexemes):
        before, behind = lexemes[i - 1] if i else END, lexemes[i + 1] if i + 1 < len(lexemes) else END
        value = lexemes[i + 2] if lexeme.cjk and i + 2 < len(lexemes) else behind
        holds = behind if lexeme.cjk else before
        says = lexeme.key in ("只", "仅", "only") and holds.is_("WITH", "CONTAIN", "HAVE")
        if says and value.entry.concepts and not value.entry.entities and i not in said:
            found.append(i)
    return found


def _two_lists(lexemes: Sequence[Lexeme], parse: Parse) -> list[int]:
    """``花岗岩中的金矿和断裂附近的银矿``: two lists, of which the first is no reference of the second."""
    for _, part in parse.target.parts:
        if not isinstance(part, RelationPart) or len(part.anchors) < 2:
            continue
        first, *others = [x for x in part.anchors if isinstance(x, Phrase)] or [Phrase()]
        placed = any(isinstance(x, RelationPart) for _, x in first.parts)
        if placed and first.entity == parse.target.entity and any(x.entity != first.entity for x in others):
            return [u for u in part.uses if lexemes[u].cjk and lexemes[u].is_("AND", "OR")][:1]
    return []


def _zones(lexemes: Sequence[Lexeme]) -> list[int]:
    """``花岗岩外接触带1公里内``: a side of the contact of that body, not the contact of any body."""
    return [i for i, (x, y) in enumerate(pairwise(lexemes)) if x.key in ("外", "内") and y.key.startswith("接触")]
