"""MineralApp: open the database, answer questions, tell what is loaded and how the system is."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace

from core.analysis.store import AnalysisStore
from core.answer.model import Answer
from core.answer.phrases import phrase
from core.database.catalog import card_findings
from core.database.engine import Database
from core.database.registry import list_layers
from core.errors import Language, OreSightError, QueryBusyError, QueryTimeoutError
from core.llm.choosing import chosen
from core.query.cancel import CancelToken
from core.query.layers import Box
from core.query.selection import Selection
from core.question import ir
from core.question.reading import Choice, Intent
from core.service.asking import Tools, answer
from core.service.audit import AuditLog
from core.service.cache import Cache
from core.service.context import Context, Contexts
from core.service.declining import declined, unknown_region
from core.service.dialogue import earlier
from core.service.examples import examples
from core.service.library import open_library
from core.service.offering import EXAMPLES, with_documents
from core.service.opening import open_database
from core.service.reconnect import alive
from core.service.request import OnStep, Progress, Request, clean, question_language
from core.service.status import LayerInfo, SystemStatus, components, disk, timings
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

CACHED_ANSWERS = 128
PASSING = (QueryTimeoutError.__name__, QueryBusyError.__name__)
"""Reasons of refusals that the same question may not meet again."""
RECENT = 200
"""Questions whose timings the status sums up."""


class MineralApp:
    """One opened product, safe to share between threads and sessions; make it with :meth:`open`."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self.database = db
        self.settings = settings
        self.library = open_library(settings)
        self.model, self.model_error = chosen(settings)
        self.tools = Tools(db, settings, self.library, self.model if settings.model_reads else None)
        self.audit = AuditLog(settings.local_dir / "audit.log")
        self._contexts = Contexts(db, settings)
        self._answers: Cache[Answer] = Cache("answers", CACHED_ANSWERS)
        self._examples: Cache[tuple[str, str, str]] = Cache("examples", 32)
        self._notes: Cache[tuple[str, ...]] = Cache("notes", 2)
        self._recent: deque[dict[str, float]] = deque(maxlen=RECENT)
        self._lock = threading.Lock()

    @classmethod
    def open(cls, settings: Settings, *, database: Database | None = None) -> MineralApp:
        """Start or reach the database and read the vocabulary.

        Raises:
            DatabaseError: the database cannot be started, reached or prepared.
            SettingsError: a mapping file is missing or malformed.
        """
        app = cls(database or open_database(settings), settings)
        alive(app.database, app._contexts.current)
        return app

    @property
    def card(self) -> SchemaCard:
        """The vocabulary of the loaded data, as the last question saw it."""
        return self._contexts.last().card

    @property
    def units(self) -> Units:
        """The units of the vocabulary."""
        return self._contexts.last().units

    def context(self) -> Context:
        """The vocabulary, reader and registry of now.

        Raises:
            DatabaseError: the database does not answer, also after one attempt to start it.
            SettingsError: a mapping file is malformed.
        """
        return alive(self.database, self._contexts.current)

    def refresh(self) -> SchemaCard:
        """Look whether data or mappings changed and return the card of now.

        Raises:
            DatabaseError: the database does not answer, also after one attempt to start it.
        """
        return self.context().card

    def ask(
        self,
        question: str,
        *,
        region: str | None = None,
        intent: Intent | None = None,
        language: Language | None = None,
        cancel: CancelToken | None = None,
        on_step: OnStep | None = None,
        previous: Answer | None = None,
        selection: Selection | None = None,
        view: Box | None = None,
        area: Selection | None = None,
    ) -> Answer:
        """Answer `question`, in its own language unless `language` is given.

        Args:
            question: as typed, any length and content.
            region: canonical name of a study area that holds when the question names none.
            intent: the branch to take, whatever the words say.
            cancel: stops the question from another thread.
            on_step: called with the name of each step as it begins.
            previous: the answer before; the question may lean on it.
            selection: what is drawn or selected on the map.
            view: west, south, east, north of the map as it is shown, degrees EPSG:4326.
            area: a polygon that holds as study area when the question names none.

        Raises:
            QueryCancelledError: the question was cancelled.
            DatabaseError: the database does not answer, also after one attempt to start it.
        """
        request = Request(
            clean(question), region, intent, language, cancel or CancelToken(), on_step, previous,
            selection=selection, view=view, area=area,
        )  # fmt: skip
        return self._noted(request)

    def rerun(
        self,
        answer: Answer,
        query: ir.Query,
        *,
        cancel: CancelToken | None = None,
        on_step: OnStep | None = None,
        selection: Selection | None = None,
        view: Box | None = None,
        area: Selection | None = None,
    ) -> Answer:
        """Answer the question of `answer` again with `query` as its interpretation; the words are not read again.

        Running an earlier interpretation of `answer` takes the edits after it back.

        Raises:
            QueryCancelledError: the question was cancelled.
            DatabaseError: the database does not answer, also after one attempt to start it.
        """
        request = Request(
            answer.question, answer.region, None, answer.language, cancel or CancelToken(), on_step, answer,
            query, selection, view, area,
        )  # fmt: skip
        return replace(self._noted(request), edited=earlier(answer, query))

    def regions(self) -> tuple[str, ...]:
        """Canonical names of the loaded study areas."""
        return self._contexts.last().regions()

    def examples(self, region: str | None, language: Language) -> tuple[str, str, str]:
        """Three questions about `region` that the loaded data answer with at least one row."""
        context = alive(self.database, self._contexts.recent)
        key = (context.key, region, language)
        found = self._examples.get(key)
        if found is None:
            found = examples(context, region, language, self._returns_rows)
            self._examples.put(key, found)
        return found

    def layers(self) -> tuple[LayerInfo, ...]:
        """Every registered layer with its place in the vocabulary."""
        card = self.refresh()
        bound = {x.table: x for x in card.layers}
        return tuple(LayerInfo(r, bound.get(r.table)) for r in list_layers(self.database))

    def status(self) -> SystemStatus:
        """Versions, parts, caches, timings and disk, looked up now."""
        context = alive(self.database, self._contexts.current)
        with self._lock:
            samples = list(self._recent)
        return SystemStatus(
            components=components(self.database),
            server=self.database.url.render_as_string(hide_password=True),
            private=self.database.cluster is not None,
            data_version=context.card.version,
            layers=len(context.records),
            rows=sum(r.rows_loaded for r in context.records),
            documents=len(self.library.documents()),
            caches=(self._answers.figures(), self._examples.figures()),
            timings=timings(samples),
            disk=disk(self.database, self.settings.local_dir),
            notes=self._bindings(context),
            audit=self.audit.figures(),
        )

    def _bindings(self, context: Context) -> tuple[str, ...]:
        """What does not fit between mapping files and data, worked out once for each state of both."""
        found = self._notes.get(context.key)
        if found is None:
            found = card_findings(self.database, context.mappings)
            self._notes.put(context.key, found)
        return found

    def load_demo(self, progress: Progress | None = None, *, force: bool = False) -> tuple[str, ...]:
        """Generate the demonstration files and load those that are not loaded yet; returns the tables loaded.

        Raises:
            IngestError: a file could not be loaded; what was loaded before it stays.
        """
        from core.service.demo import load_demo  # noqa: PLC0415 - loading needs packages that questions do not

        loaded = load_demo(self.database, self.settings, progress, force=force)
        self.refresh()
        return loaded

    def close(self) -> None:
        """Close the connections, the documents and the language model; the database server runs on."""
        self.library.close()
        if self.model is not None:
            self.model.close()
        self.database.close()

    def _ask(self, request: Request) -> Answer:
        language = request.language or question_language(request.question)
        if not request.question.strip():
            return declined(request, "refused", phrase("empty_question", language), reason="empty_question")
        limit = self.settings.max_question_chars
        if len(request.question) > limit:
            short = replace(request, question=request.question[:limit])
            message = phrase("long_question", language).format(limit=limit)
            return declined(short, "refused", message, reason="long_question")
        context = alive(self.database, self._contexts.current)
        if request.region is not None and request.region not in context.regions():
            return unknown_region(request, context.regions(), language)
        before = request.previous.id if request.previous is not None else ""
        edited = request.query.model_dump_json() if request.query is not None else ""
        asked = (request.question, request.region, request.intent, request.language)
        key = (context.key, *self._beside(), *asked, before, edited, *request.place())
        request.cancel.check()
        found = self._answers.get(key)
        if found is None:
            found = alive(self.database, lambda: answer(request, context, self.tools))
            found = with_documents(self._with_choices(found, context), self.library)
            unhelped = found.reading is not None and found.reading.unhelped
            if found.reason not in PASSING and not unhelped:  # nor may what failed for the moment fail again
                self._answers.put(key, found)
        return found

    def _beside(self) -> tuple[int, ...]:
        """State of what answers rest on beside the layers: documents and kept analyses."""
        return hash(self.library.current().keys), AnalysisStore.of(self.settings).token()

    def _with_choices(self, found: Answer, context: Context) -> Answer:
        """A refusal for want of an analysis offers what the data can answer."""
        if found.reason not in EXAMPLES or found.choices:
            return found
        offers = self._offers(context, found.region, found.language)
        return replace(found, choices=tuple(Choice(q, q) for q in offers))

    def _offers(self, context: Context, region: str | None, language: Language) -> tuple[str, ...]:
        if not context.card.layers:
            return ()
        return tuple(q for q in self.examples(region, language) if q)

    def _returns_rows(self, question: str, region: str | None) -> bool:
        """Whether a question is answered with at least one row, nothing left out and nothing corrected."""
        context = self._contexts.last()
        found = answer(Request(question, region), context, replace(self.tools, model=None))
        reading = found.reading
        sound = found.status == "answered" and found.result is not None and found.result.total > 0
        return sound and reading is not None and not reading.unexplained and not reading.corrections

    def _noted(self, request: Request) -> Answer:
        """The answer to `request`; it, or the error in its place, is put on record."""
        try:
            found = self._ask(request)
        except OreSightError as error:
            self.audit.write_error(request.question, error)
            raise
        self.audit.write(found)
        with self._lock:
            self._recent.append(dict(found.timings_ms))
        return found
