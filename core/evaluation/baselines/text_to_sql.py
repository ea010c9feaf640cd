"""Four published ways of letting a language model write SQL: bare, with similar examples, linked, in six parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from core.errors import ModelError
from core.evaluation.baselines.guarded import Ran, run_guarded, statement_of
from core.evaluation.baselines.pool import pairs_of, similar
from core.evaluation.baselines.schema_text import create_tables, descriptions, linked
from core.llm.model import Ask, Message, Model
from core.llm.prompts import conversation, data
from core.query.execute import HasReader, sizes_of
from core.question.reader import Reader
from core.settings import Settings

Baseline = Literal["direct", "few-shot", "linked", "six-part"]
BASELINES: Mapping[Baseline, str] = {
    "direct": "schema and question",
    "few-shot": "with the most similar examples, by masked questions",
    "linked": "with the parts of the schema that the question names",
    "six-part": "database knowledge, examples, schema, places, question, tips; errors are shown again",
}
SHOTS = 3
RETRIES = 2
"""How often the six-part prompt is asked again after an error."""
MAX_TOKENS = 300


@dataclass(frozen=True)
class Attempt:
    """What a model made of a question."""

    sql: str
    ran: Ran
    tries: int
    seconds: float
    tokens_in: int = 0


@dataclass(frozen=True)
class TextToSql:
    """Questions to SQL by one model, run through the guard."""

    model: Model
    reader: Reader
    db: HasReader
    settings: Settings

    def ask(self, question: str, baseline: Baseline) -> Attempt:
        """Write the statement and run it; a model or a statement that fails is a failed attempt."""
        messages = [Message("system", self._system(question, baseline)), Message("user", data(question))]
        seconds, sql, ran, tokens = 0.0, "", Ran(error="nothing was written"), 0
        most = 1 + (RETRIES if baseline == "six-part" else 0)
        for number in range(1, most + 1):
            try:
                reply = self.model.complete(Ask(tuple(messages), max_tokens=MAX_TOKENS, owner="evaluation"))
            except ModelError as error:
                return Attempt(sql, Ran(error=error.sentence), number, seconds, tokens)
            seconds, tokens = seconds + reply.total_s, max(tokens, reply.tokens_in or 0)
            sql = statement_of(reply.text)
            ran = run_guarded(self.db, self.settings, sql, sizes_of(self.reader.card))
            if not ran.error:
                break
            messages += [
                Message("assistant", sql[:1_000]),
                Message("user", f"Error: {data(ran.error, 300)}. Correct it."),
            ]
        return Attempt(sql, ran, number, seconds, tokens)

    def _system(self, question: str, baseline: Baseline) -> str:
        """The prompt of a baseline, in its parts."""
        card = self.reader.card
        parts: Mapping[Baseline, Callable[[], list[str]]] = {
            "direct": lambda: [create_tables(card.layers)],
            "few-shot": lambda: [create_tables(card.layers), self._examples(question)],
            "linked": lambda: [self._linked(question, full=False)],
            "six-part": lambda: [
                _said("six_knowledge"), self._examples(question), self._linked(question, full=True),
                _said("six_tips"),
            ],
        }  # fmt: skip
        return "\n\n".join([_said("sql"), *parts[baseline]()])

    def _examples(self, question: str) -> str:
        found = similar(question, pairs_of(self.reader.card), self.reader.plain, SHOTS)
        return "\n".join(f"Question: {x.question}\nSQL: {x.sql}" for x in found)

    def _linked(self, question: str, *, full: bool) -> str:
        """The schema that the question names, with what is known of its places when `full`."""
        card, plain = self.reader.card, self.reader.plain
        layers, attributes = linked(plain.lexemes(question), card, plain.lexicon)
        schema = create_tables(layers, attributes)
        return f"{schema}\n\n{descriptions(layers, card)}" if full else schema


def _said(name: str) -> str:
    return conversation(name, "en")[0].text
