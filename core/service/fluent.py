"""Answers in the words of the configured language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from core.answer.material import Material
from core.answer.model import Answer, Claim
from core.answer.model_writer import Writer
from core.llm.model import Cancel, Model
from core.service.assessing_findings import read_finding
from core.service.report_analyses import cited

if TYPE_CHECKING:
    from core.service.app import MineralApp


def material_of(app: MineralApp, answer: Answer) -> Material | None:
    """What an answer was composed from; None for answers without a reading."""
    if answer.reading is None:
        return None
    context = app.context()
    findings = tuple(read_finding(x, app.database, answer.language) for x in cited(answer, app.settings))
    return Material(
        answer.language, answer.routing, answer.reading, context.card, context.units, answer.bindings,
        answer.result, answer.evidence, files=context.files, findings=findings,
    )  # fmt: skip


def in_other_words(
    app: MineralApp,
    answer: Answer,
    model: Model,
    *,
    cancel: Cancel | None = None,
    on_claim: Callable[[Claim, bool], object] | None = None,
    owner: str = "",
) -> Answer:
    """The answer with its text in the words of `model` beside the composed one.

    An answer of other data than those loaded now is given back as it is.

    Raises:
        ModelCancelledError: the person stopped it.
        DatabaseError: the database does not answer.
    """
    material = material_of(app, answer)
    if material is None or not answer.claims or answer.data_version != app.card.version:
        return answer
    writer = Writer(model, app.settings.model_timeout_s, owner)
    return replace(answer, fluent=writer.fluent(material, answer.claims, cancel, on_claim))
