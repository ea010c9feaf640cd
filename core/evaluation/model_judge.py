"""A language model as judge: faithfulness and relevance from 0 to 10, and how far two judges agree."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy import stats

from core.answer.model import Answer
from core.answer.model_tokens import without_marks
from core.llm.model import Ask, Message, Model
from core.llm.prompts import conversation, data

_SCALE = {"enum": list(range(11))}
_FORM = {
    "type": "object", "additionalProperties": False, "required": ["faithfulness", "relevance"],
    "properties": {"faithfulness": _SCALE, "relevance": _SCALE},
}  # fmt: skip
_MOST = 12
"""Sentences and values that the judge is shown."""


@dataclass(frozen=True)
class Grades:
    """What a judge says of one answer, 0 to 10 each."""

    faithfulness: int
    """How far the text says what the evidence holds."""
    relevance: int
    """How far it answers the question."""


@dataclass(frozen=True)
class Agreement:
    """How far two judges agree over the same answers; None where one of them always says the same."""

    pearson: float | None
    spearman: float | None
    answers: int


def grade(answer: Answer, model: Model) -> Grades:
    """The grades of one answer.

    Raises:
        ModelError: the model failed.
    """
    text = " ".join(without_marks(c.text) for c in answer.claims[:_MOST]) or answer.message
    values = [f"{c.text}: {c.source}" for x in answer.claims for c in x.citations][:_MOST]
    line = {
        "question": data(answer.question),
        "answer": data(text, 2_000),
        "evidence": [data(x, 200) for x in values],
    }
    turn = Message("user", json.dumps(line, ensure_ascii=False))
    reply = model.complete(Ask((*conversation("judge", "en"), turn), _FORM, 40, owner="evaluation"))
    return Grades(reply.data["faithfulness"], reply.data["relevance"])


def agreement(one: Sequence[float], other: Sequence[float]) -> Agreement:
    """Pearson's and Spearman's correlation of two judges' grades of the same answers.

    Raises:
        ValueError: the judges graded different numbers of answers.
    """
    if len(one) != len(other):
        raise ValueError("the judges graded different numbers of answers")
    if len(one) < 2 or len(set(one)) < 2 or len(set(other)) < 2:
        return Agreement(None, None, len(one))
    pearson, spearman = stats.pearsonr(one, other).statistic, stats.spearmanr(one, other).statistic
    return Agreement(_number(pearson), _number(spearman), len(one))


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
