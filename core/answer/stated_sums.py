"""Counts and totals that a sentence states of a study area, put as the question that the data answer.

"There are 12 gold deposits in A", "A hosts twelve gold deposits", "The average Au content of samples in A is
3.2 ppb", "A地区有12个金矿床".  The number is taken out and the rest is read as every question is; only a reading
that explains all of it counts, so nothing the sentence says beside it is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from core.answer.figures import Figure, figures
from core.query.result import Rows
from core.question import ir
from core.question.reading import Reading
from core.vocabulary.units import Units

_HAS = re.compile(
    r"^(?:the\s+)?(?P<area>.+?)\s+(?:has|have|hosts?|holds?|contains?|includes?|comprises?|counts?)\s+"
    r"(?:a total of\s+|some\s+|altogether\s+)?$",
    re.IGNORECASE,
)
_REACHES = re.compile(r"\b(?:reaches|amounts to|comes to|was|were)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:a total of|altogether|in total)\b|共计?有?|总计|合计", re.IGNORECASE)
_LAST_ZH = re.compile(r"(?:[为是达]|达到|约为)+\s*$")
_CLASSIFIER = re.compile(r"^\s*[个条处座件]")


@dataclass(frozen=True)
class StatedSum:
    """A number that a sentence gives for a set of features."""

    sentence: str
    figure: Figure
    reading: Reading
    query: ir.Query
    """Asks the data for the same number."""

    def agrees(self, result: Rows, units: Units) -> bool | None:
        """Whether the data give the number; None where the two cannot be compared.  A count is exact as stated."""
        if self.query.intent == "count":
            exact = self.figure if self.figure.about else replace(self.figure, slack=0.0)
            return exact.agrees(result.total)
        table = result.table
        if table is None or not table.rows:
            return None
        column = next((i for i, x in enumerate(table.columns) if x.role == "measure"), None)
        value = table.rows[0].cells[column] if column is not None else None
        if column is None or not isinstance(value, int | float):
            return None
        unit, stated = table.columns[column].unit, self.figure.unit
        there, asked = units.find(unit or ""), units.find(stated)
        if there is not None and asked is not None and there[0] == asked[0]:
            return self.figure.agrees(units.convert(float(value), there[1], asked[1]))
        return self.figure.agrees(float(value)) if (unit or "") == stated else None


def stated_sum(sentence: str, read: Callable[[str], Reading], units: Units) -> StatedSum | None:
    """The count or total that `sentence` states; None where it states none that the data can be asked for."""
    found = figures(sentence, units.find)
    if len(found) != 1:
        return None
    for question in _questions(sentence, found[0]):
        reading = read(question)
        query = _asked(reading, found[0])
        if query is not None:
            return StatedSum(sentence, found[0], reading, query)
    return None


def _questions(sentence: str, figure: Figure) -> Iterator[str]:
    """The sentence without its number, in ways that can be read as a question."""
    before, after = sentence[: figure.span[0]].rstrip(), sentence[figure.span[1] :].lstrip()
    gap = " " if before.isascii() else ""
    after = _CLASSIFIER.sub("", after) if not figure.unit else after
    has = _HAS.match(f"{before} ")
    if has is not None:
        for article in ("", "the "):
            yield f"How many {after.strip(' .。')} are in {article}{has['area']}?"
    if figure.unit:
        yield f"{_LAST_ZH.sub('', _REACHES.sub('is', _TOTAL.sub('', before)))} {after}".strip()
    else:
        yield f"{_TOTAL.sub('', before)}{gap}{after}".strip()


def _asked(reading: Reading, figure: Figure) -> ir.Query | None:
    """The query for the number, when the reading explains the whole sentence and names its study area."""
    query = reading.ir.query
    plain = reading.ir.action == "query" and reading.ir.context in (None, "none") and not reading.ir.also
    if query is None or not plain or reading.unexplained or reading.corrections or not _placed(query.target.where):
        return None
    if query.intent == "aggregate" and query.measures is not None and len(query.measures) == 1:
        return query if query.output == "scalar" else None
    counts = query.intent in ("select", "exists", "count") and query.limit is None and not query.order
    if figure.unit or not counts or query.target.assumed or not float(figure.value).is_integer():
        return None
    return query.model_copy(update={"intent": "count", "output": "scalar", "return_": None})


def _placed(where: ir.Cond | None) -> bool:
    """Whether one of the conditions, all of which must hold, is to lie in a named place."""
    if isinstance(where, ir.And):
        return any(_placed(x) for x in where.and_)
    named = isinstance(where, ir.RelCond) and isinstance(where.to, ir.Set) and bool(where.to.names)
    return named and isinstance(where, ir.RelCond) and where.rel == "within"
