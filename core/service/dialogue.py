"""From one question to the next: what a follow-up may refer to, and which features "those" stands for."""

from __future__ import annotations

from core.answer.model import Answer, Chip
from core.query.result import FeatureRef
from core.question import ir
from core.question.previous import Previous
from core.question.reading import Reading


def previous_of(answer: Answer | None) -> Previous | None:
    """What a question after `answer` may lean on; None when there is nothing to lean on."""
    if answer is None or answer.reading is None or answer.status != "answered":
        return None
    query = answer.reading.ir.query
    if query is None:
        return None
    return Previous(query, answer.question, listed=_listed(answer), full=answer.reading.full)


def those(answer: Answer | None, reading: Reading) -> tuple[FeatureRef, ...]:
    """The features that "those" in the query of a reading stands for."""
    if answer is None:
        return ()
    if reading.ir.context == "previous_result":
        return _features(answer)
    return answer.base


def carried_words(chips: tuple[Chip, ...]) -> tuple[str, ...]:
    """What was taken over from the question before, in words."""
    return tuple(f"{x.label}: {x.value}" for x in chips if x.carried)


def speaks_of_those(query: ir.Query) -> bool:
    """True when a set of the query is the features of an earlier answer."""
    return '"prev":true' in query.model_dump_json(exclude_none=True)


def speaks_of_map(query: ir.Query | None) -> bool:
    """True when the query takes a place from the map: the selection or the view."""
    return query is not None and '"map":' in query.model_dump_json(exclude_none=True)


def earlier(answer: Answer, query: ir.Query) -> tuple[ir.Query, ...]:
    """The interpretations before `query`; those after it are forgotten when it is one of them."""
    if query in answer.edited:
        return answer.edited[: answer.edited.index(query)]
    now = answer.reading.ir.query if answer.reading is not None else None
    return (*answer.edited, now) if now is not None else answer.edited


def _listed(answer: Answer) -> bool:
    """Whether every feature of the answer is known, so that a further question can be bound to its rows."""
    result = answer.result
    if result is None:
        return False
    return not result.truncated and len(_features(answer)) >= result.total


def _features(answer: Answer) -> tuple[FeatureRef, ...]:
    result = answer.result
    return tuple(x.ref for x in result.rows) if result is not None else ()
