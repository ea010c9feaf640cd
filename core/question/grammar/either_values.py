"""Two values of an attribute that has one value in each feature: 规模是大型的和中型的 is either of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.question.grammar.parts import Connector, Part, ValuePart
from core.question.meanings import Lexeme
from core.vocabulary.card import SchemaCard

_MEANS_BOTH = ("且", "并且", "而且", "同时", "并同时", "且同时", "但", "但是", "又", "既", "兼")
_JOINED = ("and", "comma")


def either_of_one(
    parts: Sequence[tuple[Connector, Part]], card: SchemaCard, entity: str, lexemes: Sequence[Lexeme]
) -> list[tuple[Connector, Part]]:
    """The conditions of a Chinese phrase, values that no feature can have together read as either of them."""
    known = card.attributes_of(entity)
    out: list[tuple[Connector, Part]] = []
    for link, part in parts:
        before = out[-1][1] if out else None
        if link in _JOINED and isinstance(before, ValuePart) and isinstance(part, ValuePart):
            either = _either(before, part, card, known, lexemes)
            if either is not None:
                out[-1] = (out[-1][0], either)
                continue
        out.append((link, part))
    return out


def _either(
    a: ValuePart, b: ValuePart, card: SchemaCard, known: frozenset[str], lexemes: Sequence[Lexeme]
) -> ValuePart | None:
    plain = all(x.op == "=" and not x.negated and x.mode != "all" for x in (a, b))
    between = lexemes[min(a.uses) : max(b.uses) + 1]
    if not plain or not between[0].cjk or any(x.key in _MEANS_BOTH for x in between):
        return None
    items = (*a.items, *b.items)
    shared = set.intersection(*({x for x, _ in y.readings} for y in items)) & known
    if len(shared) != 1 or card.attributes[(only := next(iter(shared)))].kind != "text":
        return None
    said = [{v for x, v in y.readings if x == only} for y in items]
    apart = all(not x & y and not _within(x | y, card) for i, x in enumerate(said) for y in said[i + 1 :])
    return ValuePart(items, "any", (*a.uses, *b.uses), joined_by_and=True, attribute=only) if apart else None


def _within(values: set[str], card: SchemaCard) -> bool:
    """True when one of the values is a kind of another: 热液型的岩浆热液型."""
    known = {x for x in values if x in card.concepts}
    return any(card.concepts[x].family and known & (set(card.expand(x)) - {x}) for x in known)
