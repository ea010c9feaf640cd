"""Two kinds described alike, ``Permian granite or Jurassic limestone``: one of the two descriptions holds."""

from __future__ import annotations

from collections.abc import Sequence

from core.question.grammar.parts import Connector, EitherPart, Part, ValuePart

_SHORTEST, _LONGEST = 2, 4


def alternatives(parts: Sequence[tuple[Connector, Part]], known: frozenset[str]) -> list[tuple[Connector, Part]]:
    """The parts with two rows of values of the same attributes in the same order made alternatives.

    A single attribute said twice (``copper and gold``) is a list or means both, and stays as it is.
    `known` are the attributes of the features meant.
    """
    for length in range(_LONGEST, _SHORTEST - 1, -1):
        for start in range(len(parts) - 2 * length + 1):
            first, second = parts[start : start + length], parts[start + length : start + 2 * length]
            keys = [_attributes(x, known) for _, x in (*first, *second)]
            if not all(keys) or keys[:length] != keys[length:] or len(set(keys)) < length:
                continue
            groups = tuple(tuple(x for _, x in row) for row in (first, second))
            uses = tuple(sorted({u for row in groups for x in row for u in x.uses}))
            either = EitherPart(groups, uses, joined_by_and=second[0][0] != "or")
            return [*parts[:start], (first[0][0], either), *parts[start + 2 * length :]]
    return list(parts)


def _attributes(part: Part, known: frozenset[str]) -> frozenset[str]:
    """What a plain value is said of; empty for any other condition."""
    if not isinstance(part, ValuePart) or part.negated or part.op != "=":
        return frozenset()
    if part.attribute:
        return frozenset({part.attribute})
    return frozenset.intersection(*(frozenset(a for a, _ in x.readings) for x in part.items)) & known
