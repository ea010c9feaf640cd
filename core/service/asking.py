"""The steps from a question to a checked answer: route, read, query, evidence, compose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from core.answer.check import Checked, check
from core.answer.chips import assumptions, chips
from core.answer.comparing import TARGETS
from core.answer.compose import compose
from core.answer.material import Material
from core.answer.model import Answer, Overlay, Status
from core.answer.phrases import phrase
from core.database.engine import Database
from core.errors import Language, QueryCancelledError, QueryError
from core.evidence.pipeline import gather
from core.knowledge.search import Library
from core.llm.model import Model
from core.query.pipeline import Outcome, run_query
from core.query.result import FeatureRef
from core.question import ir
from core.question.mentions import Mentions, mentions
from core.question.reading import Choice, Reading, Routing
from core.question.router import route
from core.service.area import confined, confines
from core.service.beside import Beside
from core.service.branching import branch_of
from core.service.context import Context
from core.service.dialogue import carried_words, previous_of, speaks_of_map, speaks_of_those, those
from core.service.helping import helped, model_name
from core.service.holding import Holding
from core.service.linking import spellings
from core.service.request import Request, question_language
from core.settings import Settings
from core.vocabulary.card import SchemaCard

_LEADING = ("summary", "zero", "passage")


@dataclass(frozen=True)
class Tools:
    """What every question needs besides the context."""

    db: Database
    settings: Settings
    library: Library
    model: Model | None = None
    """Asked about words that the grammar does not know."""


Make = Callable[[Request, Context, Tools, Routing], "Asking"]


def answer(request: Request, context: Context, tools: Tools, make: Make | None = None) -> Answer:
    """Answer `request`; `make` gives the steps when they are not the usual ones.

    A question that cannot be answered gives a refusal or a question back, never an exception.

    Raises:
        QueryCancelledError: the question was cancelled.
        DatabaseError: the database does not answer.
    """
    with request.step("route"):
        routing = route(request.question, context.mappings.intents, override=request.intent)
    asking = (make or Asking)(request, context, tools, routing)
    branch = branch_of(asking)
    if branch == "analyses":
        return Beside(asking).assessed()
    return Beside(asking).from_documents() if branch == "documents" else asking.from_data()


@dataclass(frozen=True)
class Asking:
    """One question after it was routed."""

    request: Request
    context: Context
    tools: Tools
    routing: Routing

    def from_data(self) -> Answer:
        """The spatial branches: read the question, run the query, gather the evidence."""
        reading = self.reading
        found = self.understood(reading)
        if not reading.also:
            return found
        return replace(found, also=tuple(self._further(x) for x in reading.also))

    def understood(self, reading: Reading) -> Answer:
        """The answer to a question that was read."""
        read = reading.ir
        if read.route == "metadata":
            return self.composed(self.material(reading))
        if read.action == "route" and not self.routing.overridden:
            return self._elsewhere(read)
        material = self.material(reading)
        if read.action != "query" or read.query is None:
            status: Status = "clarify" if read.action == "clarify" else "refused"
            message = reading.message or phrase("not_understood", material.language)
            return self.declined(material, status, message, reading.choices)
        return self._run(material, read.query)

    @cached_property
    def said(self) -> Mentions:
        """What the question mentions, whether or not it can be read."""
        return mentions(self.request.question, self.context.reader.lexicon)

    @cached_property
    def reading(self) -> Reading:
        """The question as it was read or edited: once, for the choice of the branch and for the answer."""
        with self.request.step("read"):
            if edited := self._edited():
                return edited
            question = self.request.question
            region = self.request.region
            area = self.context.card.region_called(region, self.language) if region else None
            read = self.context.reader.read(question, region=area, previous=previous_of(self.request.previous))
        seconds = self.tools.settings.model_timeout_s
        read = helped(read, self.request, self.context.reader, model=self.tools.model, area=area, seconds=seconds)
        return confined(read, self.context.card) if self.request.area is not None else read

    def _edited(self) -> Reading | None:
        """The reading of the answer before with its query as the user changed it."""
        before, query = self.request.previous, self.request.query
        if query is None or before is None or before.reading is None:
            return None
        read = before.reading.ir.model_copy(update={"query": query})
        return replace(before.reading, ir=read, full=None, also=())

    def _further(self, reading: Reading) -> Answer:
        """The answer to a further question of the same text."""
        request = replace(self.request, question=reading.question, previous=None, query=None, timings_ms={})
        routing = route(reading.question, self.context.mappings.intents)
        return replace(self, request=request, routing=routing).understood(reading)

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return self.request.language or question_language(self.request.question)

    def _elsewhere(self, read: ir.Answer) -> Answer:
        """The reader saw that the question belongs to another branch."""
        if read.route == "prospectivity":
            moved = replace(self, routing=replace(self.routing, intent="prospectivity"))
            return Beside(moved).assessed()
        moved = replace(self, routing=replace(self.routing, intent="knowledge"))
        return Beside(moved).from_documents()

    def _run(self, material: Material, query: ir.Query) -> Answer:
        language, context, tools = material.language, self.context, self.tools
        try:
            with self.request.step("query"):
                outcome = self.ask_database(material, query)
            if outcome.refusal is not None or outcome.rows is None:
                return self._refused(material, outcome)
            with self.request.step("evidence"):
                evidence = gather(
                    tools.db, outcome, context.card, context.units, tools.settings, cancel=self.request.cancel
                )
        except QueryCancelledError:
            raise
        except QueryError as error:
            return self.declined(material, "refused", error.say(language), reason=type(error).__name__)
        found = replace(material, bindings=outcome.bindings, result=outcome.rows, evidence=evidence)
        targets = (e.row.ref for e in evidence[:TARGETS])
        found = replace(found, spelled=spellings(context.reader.lexicon, targets))
        found = replace(found, passages=Beside(self).told(found))
        return self.composed(Holding(self, found.passages).beside(found))

    def ask_database(self, material: Material, query: ir.Query) -> Outcome:
        """Run the query."""
        tools = self.tools
        return run_query(
            tools.db, query, self.query_card(), self.context.units, tools.settings, language=material.language,
            question=self.request.question, cancel=self.request.cancel, referee=self.refereed,
            **self._place(material),
        )  # fmt: skip

    def query_card(self) -> SchemaCard:
        """The vocabulary that mentions are bound with."""
        return self.context.card

    @property
    def refereed(self) -> bool:
        """Whether the sense of a query is checked before it is run."""
        return True

    def _refused(self, material: Material, outcome: Outcome) -> Answer:
        material = replace(material, bindings=outcome.bindings)
        refusal = outcome.refusal
        if refusal is None:
            return self.declined(material, "refused", phrase("not_understood", material.language))
        status: Status = "clarify" if refusal.kind == "ambiguous" else "refused"
        return self.declined(material, status, refusal.message, refusal.choices, refusal.kind)

    def composed(self, material: Material) -> Answer:
        """Compose and check."""
        with self.request.step("compose"):
            checked = check(material, compose(material))
        return self.checked_answer(material, checked)

    def checked_answer(self, material: Material, checked: Checked, overlays: tuple[Overlay, ...] = ()) -> Answer:
        """The answer of claims that were checked; one whose leading claim does not stand is withheld."""
        sound = any(c.kind in _LEADING for c in checked.claims)
        reason = "; ".join(checked.dropped)
        return self._answer(
            material,
            status="answered" if sound else "refused",
            message="" if sound else phrase("withheld", material.language).format(reason=reason),
            claims=checked.claims if sound else (),
            result=material.result,
            evidence=material.evidence,
            citation_coverage=checked.coverage,
            citation_correct=checked.correct,
            dropped=checked.dropped,
            overlays=overlays,
        )

    def declined(
        self, material: Material, status: Status, message: str, choices: tuple[Choice, ...] = (), reason: str = ""
    ) -> Answer:
        """An answer without claims: a question back, or a refusal with its reason."""
        return self._answer(material, status=status, message=message, choices=choices, reason=reason)

    def _place(self, material: Material) -> dict[str, Any]:
        """What the query takes from the map and from the answer before, as far as it speaks of it."""
        found: dict[str, Any] = {}
        if speaks_of_map(material.query):
            drawn = self.request.area if confines(material.query) else self.request.selection
            found |= {"selection": drawn, "view": self.request.view}
        if known := self._those(material):
            found["previous"] = known
        return found

    def _those(self, material: Material) -> tuple[FeatureRef, ...]:
        if material.query is None or not speaks_of_those(material.query):
            return ()
        if self.request.query is not None and self.request.previous is not None:
            return self.request.previous.base
        return those(self.request.previous, material.reading)

    def _answer(self, material: Material, **fields: Any) -> Answer:
        version, read = self.context.card.version, material.reading.ir
        leans = read.context in ("previous_result", "previous_query")
        shown = chips(material)
        return Answer(
            id=self.request.identify(version, leans=leans, on_map=speaks_of_map(read.query)),
            question=self.request.question,
            language=material.language,
            routing=self.routing,
            reading=material.reading,
            bindings=material.bindings,
            chips=shown,
            assumptions=assumptions(material),
            carried=carried_words(shown),
            base=self._those(material),
            after=self.request.leans_on(),
            data_version=version,
            timings_ms=dict(self.request.timings_ms),
            region=self.request.region,
            read_by=model_name(material.reading, self.tools.model),
            **fields,
        )

    def material(self, reading: Reading) -> Material:
        """The material of a reading, without result."""
        return Material(
            language=self.request.language or reading.language,
            routing=self.routing,
            reading=reading,
            card=self.context.card,
            units=self.context.units,
            files=self.context.files,
        )
