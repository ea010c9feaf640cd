# ruff: noqa: E501  # patterns are easier to keep in long lines
"""What the rules share: inner questions put together from pieces of the text, politeness, finished readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.question import ir
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.rewriting import Rewritten, slots
from core.question.slots import is_region
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

Piece = ir.Span | tuple[str, ir.Span]
"""A range of the question, or other words and the range that they stand for."""

_POLITE_EN = re.compile(
    r"\W*(?:(?:please|kindly|hi|hey|hello|ok|so|well|now|then|(?:can|could|would|will) you(?: please)?|do you know|tell me"
    r"|check|find out|work out|i(?: would|['’]d)? (?:like|want|need) (?:to know|you to tell me)|i(?: am|['’]m) (?:asking|wondering)"
    r"|i wonder|let me know|the question is|show me|give me)\b[\s,:]*)*(?:whether(?: or not)?\b|if\b)?\s*",
    re.IGNORECASE,
)
_POLITE_ZH = re.compile(
    r"[\s，,：:]*(?:(?:请问(?:一下)?|请|麻烦(?:你|您)?|帮我|帮忙|我?想(?:要)?(?:知道|了解|问)(?:一下)?|告诉我|看(?:一)?看|看一下"
    r"|查(?:一)?(?:下|查)|问(?:一)?下|判断(?:一下)?|你好|您好)[\s，,：:]*)*"
)
_CLOSING = " \t?？。.!！,，"


def body(text: str) -> ir.Span:
    """The range of a question without politeness before it and signs behind it."""
    start = ((_POLITE_ZH if has_chinese(text) else _POLITE_EN).match(text) or re.match("", text)).end()  # type: ignore[union-attr]
    return start, max(start, len(text.rstrip(_CLOSING)))


def put_together(original: str, pieces: Sequence[Piece]) -> Rewritten:
    """A question made of pieces of another one, in any order."""
    text: list[str] = []
    origin: list[ir.Span] = []
    for piece in pieces:
        if isinstance(piece[0], str):
            text.append(piece[0])
            origin.extend([piece[1]] * len(piece[0]))
        else:
            text.append(original[slice(*piece)])
            origin.extend((i, i + 1) for i in range(*piece))
    return Rewritten(original, "".join(text), tuple(origin))


def arranged(found: re.Match[str], template: str, at: str) -> list[Piece]:
    """The pieces of ``how many more <x> are in <a> than in <b>``; other words stand for the group `at`."""
    pieces: list[Piece] = []
    for words, name in slots(template):
        if words:
            pieces.append((words, found.span(at)))
        if name and found[name]:
            pieces.append(found.span(name))
    return pieces


@dataclass(frozen=True)
class Composer:
    """Reads inner questions and tells what their parts are."""

    card: SchemaCard
    units: Units
    read: Callable[[str], Reading | None]
    """Reads an inner question; None when too many were read for this question already."""
    areas: tuple[str, ...]
    """The names of the study areas."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The English plurals of the kinds of features that are loaded, study areas left out."""
        loaded = dict.fromkeys(x.entity_type for x in self.card.layers)
        types = (self.card.entity_types[x] for x in loaded)
        return tuple(x.plural.en for x in types if not x.region)

    def with_kinds(self, template: str) -> tuple[str, ...]:
        """A template once for each kind of feature that may stand for ``{kind}`` in it."""
        return tuple(template.replace("{kind}", x) for x in self.kinds) if "{kind}" in template else (template,)

    def inner(self, question: str, pieces: Sequence[Piece]) -> Reading | None:
        """The reading of a question made of pieces, with the places of `question`; None unless it is complete."""
        return self.complete(put_together(question, pieces))

    def complete(self, made: Rewritten) -> Reading | None:
        """The reading of a question in other words, with the places of the original; None unless it is complete."""
        reading = self.read(made.text) if made.text != made.original else None
        if (
            reading is None
            or reading.ir.action != "query"
            or reading.ir.query is None
            or reading.unexplained
            or reading.ir.also
        ):
            return None
        return made.restore(reading)

    def area_at(self, text: str) -> str:
        """The longest name of a study area that a text begins with, or nothing."""
        return max((x for x in self.areas if text.startswith(x)), key=len, default="")

    def scalar(self, reading: Reading) -> ir.Expr | None:
        """The one number that a question asks for, as an expression."""
        query = reading.ir.query
        if query is None or query.limit or query.order or query.per_entity or query.unit:
            return None
        if query.intent == "count":
            return ir.AggExpr(agg="count", over=query.target, span=query.span)
        if query.intent == "value" and query.output == "scalar":
            if isinstance(query.value, ir.FieldExpr | ir.MeasureExpr | ir.DistanceExpr):
                return ir.AggExpr(agg="max", expr=query.value, over=query.target, span=query.span)
            return query.value if isinstance(query.value, ir.OpExpr | ir.AggExpr | ir.AreaOfExpr) else None
        measures = query.measures or ()
        if query.intent != "aggregate" or len(measures) != 1 or measures[0].distinct:
            return None
        only = measures[0]
        return ir.AggExpr(agg=only.agg, p=only.p, expr=only.expr, over=query.target, span=only.span)

    def unit(self, expr: ir.Expr | None) -> str | None:
        """The unit in which a number is computed."""
        if isinstance(expr, ir.AggExpr):
            return None if expr.agg == "count" else self.unit(expr.expr)
        if isinstance(expr, ir.OpExpr):
            if expr.op in ("/", "pct"):
                return "%" if expr.op == "pct" else None
            return self.unit(expr.args[0])
        if isinstance(expr, ir.FieldExpr):
            known = self.card.attributes.get(expr.field)
            return known.unit if known is not None else None
        if isinstance(expr, ir.MeasureExpr):
            return {"area": "m2", "x": "deg", "y": "deg", "azimuth": "deg"}.get(expr.measure, "m")
        return "m2" if isinstance(expr, ir.AreaOfExpr) else "m" if isinstance(expr, ir.DistanceExpr) else None

    def value(self, reading: Reading, value: ir.Expr, *, truth: bool = False) -> Reading:
        """A reading that answers with one number, or with yes or no."""
        query = reading.ir.query
        assert query is not None  # noqa: S101  # inner readings have one
        output = "boolean" if truth else "scalar"
        made = ir.Query(intent="value", target=query.target, value=value, output=output, span=query.span)
        return answered(reading, made)

    def places(self, cond: ir.Cond) -> ir.RelCond | None:
        """A condition that names several study areas, or several other features."""
        named = isinstance(cond, ir.RelCond) and isinstance(cond.to, ir.Set) and len(cond.to.names or ()) > 1
        if not named or not isinstance(cond, ir.RelCond) or cond.count is not None or cond.strict:
            return None
        return cond if is_region(cond, self.card) or cond.rel in ("within", "near", "along") else None


def answered(reading: Reading, query: ir.Query, *more: ir.Query) -> Reading:
    """The reading with another query, and perhaps further ones."""
    further = tuple(replace(reading, ir=ir.Answer(action="query", query=x), also=(), notes=()) for x in more)
    answer = reading.ir.model_copy(update={"query": query, "also": tuple(more) or None})
    return replace(reading, ir=answer, also=further)
