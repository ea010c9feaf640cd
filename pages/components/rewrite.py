"""Rewriting a question when the user edits an element of its interpretation.

The edited question is asked like any other, so what was changed is seen in the words, can be repeated from the
history, and is read by the same reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.answer.model import Answer
from core.question import ir

_NUMBER = r"(?:\d+(?:\.\d+)?|[一二两三四五六七八九十百]+)"
_DISTANCE = re.compile(
    rf"{_NUMBER}\s*(?:kilomet(?:er|re)s?|km|met(?:er|re)s?|m|公里|千米|米)(?![A-Za-z])", re.IGNORECASE
)
_NEAR_EN = re.compile(
    r"\b(?:in the vicinity of|in the neighbou?rhood of|close to|next to|adjacent to|nearby|near|around|along)\b",
    re.I,
)
_NEAR_ZH = re.compile(r"附近|周边|周围|旁边|邻近")
_NEAR_ZH_BEFORE = re.compile(r"(?:靠近|邻近|临近)(?P<what>[^的]+)的")


def relations(answer: Answer) -> Iterator[ir.RelCond]:
    """Every relation of the query with a distance, outermost first."""
    query = answer.reading.ir.query if answer.reading else None
    if query is not None:
        yield from (c for c in _conditions(query.target) if c.max_m is not None or c.min_m is not None)


def _conditions(target: ir.Set) -> Iterator[ir.RelCond]:
    todo: list[ir.Cond | None] = [target.where]
    while todo:
        cond = todo.pop(0)
        if isinstance(cond, ir.And):
            todo.extend(cond.and_)
        elif isinstance(cond, ir.Or):
            todo.extend(cond.or_)
        elif isinstance(cond, ir.Not):
            todo.append(cond.not_)
        elif isinstance(cond, ir.RelCond):
            yield cond
            if isinstance(cond.to, ir.Set):
                yield from _conditions(cond.to)


def with_distance(answer: Answer, relation: ir.RelCond, kilometres: float) -> str | None:
    """The question with the distance of `relation` changed, None when the words do not say where to put it."""
    question = answer.question
    start, end = relation.span or (0, len(question))
    words = f"{kilometres:g}公里" if answer.language == "zh" else f"{kilometres:g} km"
    found = _DISTANCE.search(question, start, end) or _only(_DISTANCE, question)
    if found:
        return question[: found.start()] + words + question[found.end() :]
    if answer.language == "zh":
        before = _NEAR_ZH_BEFORE.search(question)
        if before:
            return f"{question[: before.start()]}距{before['what']}{words}以内的{question[before.end() :]}"
        near, put = _NEAR_ZH.search(question), f"{words}以内"
    else:
        near, put = _NEAR_EN.search(question), f"within {words} of"
    return question[: near.start()] + put + question[near.end() :] if near else None


def with_region(answer: Answer, region: str) -> str:
    """The question with the named study area replaced; unchanged when it names none."""
    question = answer.question
    for binding in answer.bindings:
        if binding.expected == "region" and binding.span and binding.strategy != "assumed":
            start, end = binding.span
            at = question.find(binding.mention, start, end)  # the span may hold "in" and the like
            if binding.mention and at >= 0:
                start, end = at, at + len(binding.mention)
            return question[:start] + region + question[end:]
    return question


def _only(pattern: re.Pattern[str], question: str) -> re.Match[str] | None:
    found = list(pattern.finditer(question))
    return found[0] if len(found) == 1 else None
