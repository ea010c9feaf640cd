"""The second reader: a language model proposes what the words mean that the grammar does not know.

It is asked only where the grammar left words unexplained.  Its proposal is made into readings by code, and the
referee keeps the one that explains more words with fewer assumptions; at a tie the grammar's stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.errors import Language, ModelCancelledError, ModelError
from core.llm.model import Ask, Cancel, Message, Model
from core.llm.prompts import conversation, data
from core.question import ir
from core.question.messages import say
from core.question.model_examples import examples
from core.question.model_query import QueryMaker
from core.question.model_vocabulary import LONGEST_QUOTE, NOTHING, Vocabulary
from core.question.previous import Previous
from core.question.reader import Reader
from core.question.reading import Reading, Word
from core.question.rewriting import rewrite

MOST_TOKENS = 400
LONGEST = 600
"""Characters of a question that a model is asked about."""
_SETTLED = ("unsafe_write", "prompt_injection")
_SAME = {
    "type": "object", "additionalProperties": False, "required": ["same"],
    "properties": {"same": {"enum": ["yes", "no"]}},
}  # fmt: skip


@dataclass(frozen=True)
class Helped:
    """What came of asking a model."""

    reading: Reading
    model: str = ""
    """Name of the model when the reading rests on it; "" when the grammar's reading stands."""
    note: str = ""
    """Why the model was of no help."""


def needs_help(reading: Reading) -> bool:
    """Whether words of a question were left over; a full reading and a refusal on principle stand."""
    answer = reading.ir
    if answer.action == "query":
        return bool(reading.unexplained)
    if answer.action == "refuse" and answer.refuse is not None and answer.refuse.kind in _SETTLED:
        return False
    return answer.action in ("clarify", "refuse") and bool(reading.left) and len(reading.question) <= LONGEST


@dataclass(frozen=True)
class ModelReader:
    """Asks one model about questions on one schema card."""

    reader: Reader
    model: Model
    seconds: float = 60.0

    def help(
        self,
        reading: Reading,
        region: str | None = None,
        previous: Previous | None = None,
        cancel: Cancel | None = None,
    ) -> Helped:
        """The better reading of a question; never raises but for a cancellation.

        Raises:
            ModelCancelledError: `cancel` said so.
        """
        if not needs_help(reading):
            return Helped(reading)
        vocabulary = Vocabulary.of(self.reader.card, reading.language)
        words = reading.unexplained or reading.left
        try:
            proposal = self._proposal(reading, words, vocabulary, cancel)
            found = [
                *self._by_words(
                    reading,
                    words,
                    proposal,
                    vocabulary=vocabulary,
                    region=region,
                    previous=previous,
                    cancel=cancel,
                ),
                *self._by_query(reading, proposal, region),
            ]
        except ModelCancelledError:
            raise
        except ModelError as error:
            return Helped(reading, note=error.say(reading.language))
        best = min([reading, *found], key=_rank)
        return Helped(best, self.model.name) if best is not reading else Helped(reading)

    def _proposal(
        self, reading: Reading, words: Sequence[Word], vocabulary: Vocabulary, cancel: Cancel | None
    ) -> Mapping[str, Any]:
        """What the model proposes, in the form that the vocabulary allows."""
        language, card = reading.language, self.reader.card
        head, *turns = conversation("reader", language)
        system = Message("system", f"{head.text}\n\n{vocabulary.lines()}")
        shown = [y for x in examples(card, vocabulary, language) for y in x]
        said = tuple(dict.fromkeys(x.text[:LONGEST_QUOTE] for x in words))
        ask = Message("user", _question(reading.question, said, language))
        messages = self._fitted(system, [*turns, *shown], ask)
        request = Ask(messages, vocabulary.form(said), MOST_TOKENS, seconds=self.seconds)
        found: Mapping[str, Any] = self.model.complete(request, cancel).data
        return found

    def _fitted(self, system: Message, shown: list[Message], ask: Message) -> tuple[Message, ...]:
        """The conversation with as many examples as there is room for."""
        while shown and self.model.count((system, *shown, ask)) + MOST_TOKENS > self.model.room:
            shown = shown[2:]
        return (system, *shown, ask)

    def _by_words(
        self, reading: Reading, words: Sequence[Word], proposal: Mapping[str, Any], *, vocabulary: Vocabulary,
        region: str | None, previous: Previous | None, cancel: Cancel | None,
    ) -> Iterator[Reading]:  # fmt: skip
        """The question read by the grammar with the unknown words said as the vocabulary says them."""
        meant = {x["quote"]: x["means"] for x in proposal.get("words", ())}
        changes: list[tuple[Word, str]] = []
        for word in words:
            label = vocabulary.label(meant.get(word.text, NOTHING))
            if not label or not self._same(reading, word.text, label, cancel):
                return
            changes.append((word, label))
        made = rewrite(reading.question, [(x.span, label) for x, label in changes])
        again = made.restore(self.reader.read(made.text, region=region, previous=previous))
        if again.ir.action != "query" or again.also:
            return
        kept = [x for x in again.corrections if all(x[0].span != w.span for w, _ in changes)]
        notes = tuple(
            say("model_word", reading.language, word=w.text, meaning=m, model=self.model.name) for w, m in changes
        )
        yield replace(
            again, reader="model", corrections=(*kept, *changes), notes=(*again.notes, *notes), left=(), problem=""
        )

    def _same(self, reading: Reading, word: str, label: str, cancel: Cancel | None) -> bool:
        """Whether the model stands by a meaning when it is asked by itself: a list makes it choose something."""
        head = conversation("same", reading.language)
        line = json.dumps({"question": data(reading.question), "word": word, "meaning": label}, ensure_ascii=False)
        ask = Ask((*head, Message("user", line)), _SAME, 20, seconds=self.seconds)
        return bool(self.model.complete(ask, cancel).data["same"] == "yes")

    def _by_query(self, reading: Reading, proposal: Mapping[str, Any], region: str | None) -> Iterator[Reading]:
        """The query that the model proposes as a whole."""
        reader = self.reader
        lexemes = reader.plain.lexemes(reading.question)
        maker = QueryMaker(reading.question, reading.language, lexemes, reader.card, reader.units, region)
        made = maker.make(proposal)
        if made.query is None or made.left or made.dropped:
            return
        answer = ir.Answer(action="query", query=made.query, span=(0, len(reading.question)))
        note = say("model_query", reading.language, model=self.model.name)
        yield Reading(reading.question, reading.language, answer, reader="model", notes=(note,))


def _rank(reading: Reading) -> tuple[int, int, int]:
    """Words left over, words read as something else and assumptions, and the grammar before the model."""
    left = len(reading.unexplained) + len(reading.left) + (0 if reading.ir.action == "query" else 1)
    return left, len(reading.corrections) + _assumed(ir.dump(reading.ir)), int(reading.reader == "model")


def _assumed(value: Any) -> int:
    if isinstance(value, dict):
        return int(bool(value.get("assumed"))) + sum(_assumed(x) for x in value.values())
    return sum(_assumed(x) for x in value) if isinstance(value, list) else 0


def _question(question: str, words: Sequence[str], language: Language) -> str:
    """The question as data; the words nothing is known of beside it."""
    line = {"question": data(question), "unknown": list(words)}
    head = "问题：" if language == "zh" else "Question: "
    return head + json.dumps(line, ensure_ascii=False)
