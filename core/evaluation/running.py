"""Ask every question of a set and score the answers."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import shapely
import sqlalchemy as sa

from core.answer.model import Answer
from core.errors import OreSightError
from core.evaluation.faithfulness import faithfulness
from core.evaluation.gold.answers import Answers
from core.evaluation.gold.world import Key, World, load
from core.evaluation.judging import Score, judge
from core.evaluation.phrasing import Phrasebook
from core.evaluation.records import Gold, Record
from core.evaluation.testset import directory
from core.query.selection import Selection
from core.service import MineralApp

Tick = Callable[[int, int, str], object]
"""tick(done, of all, what)."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Bench:
    """An application on the demonstration data, and the world its answers are compared with."""

    app: MineralApp
    book: Phrasebook
    world: World

    @classmethod
    def open(cls, app: MineralApp) -> Bench:
        """Fetch the tables.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the demonstration data are not loaded.
        """
        book = Phrasebook(directory(app.settings.mappings_dir))
        with warnings.catch_warnings(), app.database.reader.connect() as connection:
            warnings.simplefilter("ignore", sa.exc.SAWarning)
            world = load(connection, Key.read(book.directory / "demo.json"))
        return cls(app, book, world)

    def golds(self, records: Sequence[Record], tick: Tick | None = None) -> tuple[Gold, ...]:
        """The right answers."""
        answers, found = Answers(self.world), []
        for i, record in enumerate(records):
            if tick is not None:
                tick(i, len(records), "gold")
            found.append(answers.gold(record.meaning))
        return tuple(found)

    def answer(self, record: Record, ask: Callable[..., Answer] | None = None) -> Answer:
        """Ask one question, after those that go before it."""
        put = ask or self.app.ask
        previous: Answer | None = None
        for earlier in record.before:
            previous = put(earlier, previous=previous)
        box = record.box
        selection = Selection(shapely.box(*box), (), "selection") if box is not None else None
        return put(record.question, previous=previous, selection=selection)

    def _judged(self, record: Record, gold: Gold, answer: Answer) -> Score:
        score = judge(record, gold, answer, self.book.variants)
        if answer.status != "answered":
            return score
        with self.app.database.reader.connect() as connection:
            return replace(score, faithful=faithfulness(answer, self.world, connection, self.app.card))

    def scores(
        self,
        records: Sequence[Record],
        golds: Sequence[Gold],
        ask: Callable[..., Answer] | None = None,
        tick: Tick | None = None,
    ) -> tuple[Score, ...]:
        """Score every answer; a question that ends in an error is a wrong answer."""
        found: list[Score] = []
        for i, (record, gold) in enumerate(zip(records, golds, strict=True)):
            if tick is not None:
                tick(i, len(records), record.split)
            try:
                found.append(self._judged(record, gold, self.answer(record, ask)))
            except OreSightError as error:
                found.append(Score(record, "wrong", f"error: {error}", "error"))
            except Exception as error:  # one broken question must not end the run
                _LOG.exception("%s", record.id)
                found.append(Score(record, "wrong", f"error: {type(error).__name__}: {error}", "error"))
        return tuple(found)
