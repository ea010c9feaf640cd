"""The help of the language model with a question that the grammar did not read in full."""

from __future__ import annotations

from dataclasses import replace

from core.errors import ModelCancelledError
from core.llm.model import Model
from core.question.model_reader import ModelReader, needs_help
from core.question.reader import Reader
from core.question.reading import Reading
from core.service.dialogue import previous_of
from core.service.request import Request

STEP = "model"


def helped(
    reading: Reading, request: Request, reader: Reader, *, model: Model | None, area: str | None, seconds: float
) -> Reading:
    """The reading with the help of `model`; the same where there is none, or nothing to help with.

    Args:
        area: name of the study area chosen beside the question.
        seconds: longest time for one text of the model.

    Raises:
        QueryCancelledError: the question was cancelled.
    """
    if model is None or not needs_help(reading):
        return reading
    with request.step(STEP):
        asking = ModelReader(reader, model, seconds)
        try:
            found = asking.help(reading, area, previous_of(request.previous), request.cancel)
        except ModelCancelledError:
            request.cancel.check()
            return reading
    message = f"{found.reading.message} {found.note}".strip()
    return replace(found.reading, message=message, unhelped=bool(found.note))


def model_name(reading: Reading | None, model: Model | None) -> str:
    """The model that a reading rests on; "" when it rests on the grammar alone."""
    return model.name if model is not None and reading is not None and reading.reader == "model" else ""
