"""The text of an answer in the words of a language model.

The model is given one claim at a time and writes it anew.  What it writes is held against the claim; a sentence
that says anything else is thrown away and the composed one stands in its place.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from core.answer.check import check
from core.answer.material import Material
from core.answer.model import Claim, Fluent
from core.answer.model_check import accepted
from core.answer.model_tokens import without_marks
from core.errors import Language, ModelCancelledError, ModelError
from core.llm.model import Ask, Cancel, Message, Model
from core.llm.prompts import conversation, data
from core.llm.wording import model_error

REWRITTEN = ("summary", "row", "relation")
"""Kinds of claims that are written anew; quotations, caveats and explained empty results stand as they are."""
MOST = 12
"""Claims written anew; the rest of a long list stays as it is."""
LONGEST = 900
"""Characters of a claim that is written anew."""
HEADS: Mapping[Language, str] = {"en": "Fact: ", "zh": "事实："}
"""What stands before the claim in a prompt."""
MOST_BEGINNINGS = 8
_SENTENCE = re.compile(r"。|[.](?=\s|$)")
OnClaim = Callable[[Claim, bool], object]
"""Called with each finished claim and whether the words are the model's."""


@dataclass(frozen=True)
class Writer:
    """Writes answers anew with one model."""

    model: Model
    seconds: float = 180.0
    """Longest time for one answer."""
    owner: str = ""

    def fluent(
        self,
        material: Material,
        claims: tuple[Claim, ...],
        cancel: Cancel | None = None,
        on_claim: OnClaim | None = None,
    ) -> Fluent:
        """The claims in the words of the model, as far as these say the same.

        A model that fails leaves the composed claims and a note.

        Raises:
            ModelCancelledError: `cancel` said so.
        """
        started, kept, asked, note = time.monotonic(), 0, 0, ""
        found: list[Claim] = []
        for claim in claims:
            new = None
            left = self.seconds - (time.monotonic() - started)
            if _suits(claim) and asked < MOST and not note and left > 0 and holds(material, claim):
                asked += 1
                try:
                    new = self._rewritten(claim, material, left, cancel)
                except ModelCancelledError:
                    raise
                except ModelError as error:
                    note = self._said(error).say(material.language)
            kept += new is not None
            found.append(new or claim)
            if on_claim is not None:
                on_claim(found[-1], new is not None)
        return Fluent(self.model.name, tuple(found), kept, asked, time.monotonic() - started, note)

    def _said(self, error: ModelError) -> ModelError:
        """An error as the reader meets it: a time that ran out is that of the whole answer."""
        if error.code != "timeout":
            return error
        return model_error("timeout", model=self.model.name, seconds=f"{self.seconds:.0f}")

    def _rewritten(self, claim: Claim, material: Material, seconds: float, cancel: Cancel | None) -> Claim | None:
        """The claim in new words; None when they say something else.

        Raises:
            ModelError: the model failed.
        """
        language = material.language
        reply = self.model.complete(request(claim, language, seconds, self.owner), cancel)
        neutral = neutral_words(claim, material)
        tried = (accepted(x, claim, language, neutral) for x in beginnings(reply.text, reply.complete, language))
        new = next((x for x in tried if x is not None), None)
        return new if new is not None and holds(material, new) else None


def request(claim: Claim, language: Language, seconds: float, owner: str = "") -> Ask:
    """What a model is asked for one claim, with the longest time in seconds."""
    messages = (*conversation("writer", language), _turn(claim, language))
    return Ask(messages, max_tokens=_room(claim), seconds=seconds, stop=_ends(claim), owner=owner)


def holds(material: Material, claim: Claim) -> bool:
    """Whether the evidence at hand holds every value of a claim; what it does not hold cannot be written anew."""
    checked = check(material, (claim,))
    return bool(checked.claims) and checked.coverage == 1.0 and checked.correct == 1.0


def beginnings(text: str, complete: bool, language: Language) -> Iterator[str]:
    """What a model wrote and its beginnings of whole sentences, the longest first.

    Small models say a thing well and then say it again; what follows a sentence that says all is not needed.

    Args:
        complete: False when the text was cut off, so that its last sentence is not whole.
    """
    text = text.strip().removeprefix(HEADS[language].strip()).strip()  # a small model may begin as the prompt does
    ends = [m.end() for m in _SENTENCE.finditer(text)]
    if complete:
        yield text
        ends = [x for x in ends if text[x:].strip()]
    yield from (text[:x] for x in reversed(ends[:MOST_BEGINNINGS]))


def neutral_words(claim: Claim, material: Material) -> tuple[str, ...]:
    """Words for the kind of the feature that a claim is about: to repeat it says nothing new."""
    if claim.target is None:
        return ()
    layer = material.layer(claim.target.table)
    if layer is None:
        return ()
    entity = material.entity(layer.entity_type)
    labels = {x.in_(material.language) for x in (entity.labels, entity.plural)}
    return tuple(y for x in labels for y in (x.split() if material.language == "en" else [x]))


def _suits(claim: Claim) -> bool:
    return claim.kind in REWRITTEN and len(claim.text) <= LONGEST and bool(claim.citations)


def _turn(claim: Claim, language: Language) -> Message:
    return Message("user", HEADS[language] + data(without_marks(claim.text)))


def _ends(claim: Claim) -> tuple[str, ...]:
    """Where a text may end: at its line, and at the first Chinese full stop where the claim has no other."""
    return ("\n",) if "。" in claim.text.rstrip("。") or "。" not in claim.text else ("\n", "。")


def _room(claim: Claim) -> int:
    """Tokens for a text about as long as the claim: one for each two bytes is plenty."""
    return 40 + len(claim.text.encode()) // 2
