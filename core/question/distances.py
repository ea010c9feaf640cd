"""Questions that are nothing but a distance (``within 10 km``), an attribute, a number or a statistic."""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.question.normalise import normalise
from core.question.segment import segment
from core.question.tokens import tokenise
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

_BEYOND = ("GT", "GE", "OUTER", "OUTSIDE", "OR_MORE")
_WITHIN = (
    "WITHIN", "IN", "INSIDE", "INNER", "LT", "LE", "OR_LESS", "AWAY", "RADIUS", "DISTANCE", "APART", "BETWEEN",
    "BETWEEN_END", "TO", "NEAR", "NEARBY", "AWAY_FROM",
)  # fmt: skip
_EMPTY = ("FILLER", "STOP", "COMMA", "AND", "AUX", "COP", "HYPHEN", "OF", "DE", "EQ", "LIST")

_STATISTICS: dict[str, ir.AggName] = {
    "AVG": "avg", "MEDIAN": "median", "STDDEV": "stddev", "MAXOF": "max", "MINOF": "min", "MAX": "max",
    "MIN": "min",
}  # fmt: skip

Distance = tuple[float | None, float | None, ir.Span]
"""Least and greatest distance in metres and the range of the words."""


def bare_distance(text: str, lexicon: Lexicon, units: Units) -> Distance | None:
    """The distance that is all a text says, or None."""
    normalised = normalise(text)
    lexemes = segment(normalised, tokenise(normalised), lexicon)
    found = _lengths(lexemes, units)
    if not found or len(found) > 2:
        return None
    numbers = {i for i, x in enumerate(lexemes) if x.kind == "number" or x.number is not None}
    rest = [x for i, x in enumerate(lexemes) if i not in numbers and not _length_unit(x)]
    if not all(x.kind == "symbol" or x.is_(*_BEYOND, *_WITHIN, *_EMPTY) for x in rest):
        return None
    used = [x.span for x in lexemes if x.kind == "number" or x.number is not None or _length_unit(x) or _says(x)]
    span = (min(a for a, _ in used), max(b for _, b in used))
    values = sorted(found)
    if len(values) == 2:
        return values[0], values[1], span
    beyond = any(x.is_(*_BEYOND) and not x.is_("INNER", "WITHIN", "IN") for x in rest)
    return (values[0], None, span) if beyond else (None, values[0], span)


def bare_attribute(text: str, lexicon: Lexicon, card: SchemaCard, entity: str) -> str | None:
    """The one number attribute of a kind of feature that is all a text says (``Cu``, ``铜呢``), or None."""
    normalised = normalise(text)
    lexemes = segment(normalised, tokenise(normalised), lexicon)
    rest = [x for x in lexemes if x.kind != "symbol" and not x.is_(*_EMPTY, "CONTENT")]
    if len(rest) != 1 or rest[0].kind != "entry":
        return None
    available = card.attributes_of(entity)
    fitting = [x for x in rest[0].entry.attributes if x in available and card.attributes[x].kind == "number"]
    return fitting[0] if len(fitting) == 1 else None


def bare_number(text: str, lexicon: Lexicon) -> tuple[float, str | None, ir.Span] | None:
    """The number, its unit and its place where they are all that a text says (``200``, ``0.5 ppm``), or None."""
    normalised = normalise(text)
    lexemes = segment(normalised, tokenise(normalised), lexicon)
    rest = [x for x in lexemes if x.kind != "symbol" and (x.number is not None or not x.is_(*_EMPTY))]
    if not rest or rest[0].number is None or len(rest) > 2:
        return None
    contents = [u for d, u in rest[1].entry.units if d == "mass_fraction"] if len(rest) > 1 else []
    if len(rest) > 1 and not contents:
        return None
    return rest[0].number, contents[0] if contents else None, (rest[0].span[0], rest[-1].span[1])


def bare_statistic(text: str, lexicon: Lexicon) -> ir.AggName | None:
    """The one statistic that is all a text says (``the median``, ``最大值呢``), or None."""
    normalised = normalise(text)
    lexemes = segment(normalised, tokenise(normalised), lexicon)
    rest = [
        x for x in lexemes if x.kind != "symbol" and (x.is_(*_STATISTICS) or not x.is_(*_EMPTY, "CONTENT", "WH"))
    ]
    if len(rest) != 1 or rest[0].kind != "entry" or rest[0].entry.content:
        return None
    return next((agg for name, agg in _STATISTICS.items() if rest[0].is_(name)), None)


def _says(lexeme: Lexeme) -> bool:
    return lexeme.is_(*_BEYOND, *_WITHIN)


def _length_unit(lexeme: Lexeme) -> bool:
    return any(dimension == "length" for dimension, _ in lexeme.entry.units)


def _lengths(lexemes: Sequence[Lexeme], units: Units) -> list[float]:
    """The lengths in metres; a number without unit takes the unit of the one behind it (``2 to 5 km``)."""
    found: list[float] = []
    unit: str | None = None
    for i in range(len(lexemes) - 1, -1, -1):
        lexeme = lexemes[i]
        if lexeme.number is None:
            named = next((u for d, u in lexeme.entry.units if d == "length"), None)
            unit = named or unit
            continue
        if unit is None:
            return []
        found.append(lexeme.number * units.convert(1.0, unit, "m"))
    return found
