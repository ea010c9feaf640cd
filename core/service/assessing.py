"""Questions about anomalies and potential as a whole: what kept analyses, layers and documents say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.analysis.association_request import symbol_of
from core.analysis.prospect_choices import Roles, read_roles
from core.analysis.record import AnalysisRecord, Kind
from core.analysis.store import AnalysisStore
from core.answer.assessed.findings import Finding
from core.answer.assessed.geochemistry import Asked, Geochemistry, analysed
from core.answer.assessed.sections import Assessed, assess
from core.answer.assessed.words import say
from core.answer.assessed.zoning import PRODUCT
from core.answer.check import check_all
from core.answer.fragments import Fragment, fill
from core.answer.material import Material
from core.answer.model import Answer, Overlay
from core.errors import Language, OreSightError, QueryCancelledError, QueryError
from core.query.unbound import no_name
from core.question import ir
from core.question.reading import Reading
from core.service.assessing_findings import Findings
from core.service.assessing_subject import Subject

if TYPE_CHECKING:
    from core.service.asking import Asking

PASSAGES = 2
SECTION: Mapping[Kind, str] = {"association": "geochemistry", "prospectivity": "zoning"}
"""The section that rests on an analysis of a kind."""
SAMPLES, SHOWN = "sample_points", ("cluster_outlines", "potential", PRODUCT)
"""Products of analyses that belong on the map."""


@dataclass(frozen=True)
class Assessing:
    """One question that kept analyses answer."""

    asking: Asking

    def answer(self) -> Answer | None:
        """The assessment; None when no analysis of its area is kept that could be read."""
        if back := self._unplaced():
            return back
        association, prospectivity = self._kept.first("association"), self._kept.first("prospectivity")
        if association is None and prospectivity is None:
            return None
        found = tuple(x for x in (association, prospectivity) if x is not None)
        base = replace(self._material(ir.Answer(action="route", route="prospectivity")), findings=found)
        kinds: tuple[Kind, ...] = ("association", "prospectivity")
        empty = {SECTION[x]: self._missing(x) for x in kinds if x not in {f.record.kind for f in found}}
        base = replace(base, passages=self._passages(empty))
        occurrences = self._occurrences(empty)
        assessed = Assessed(
            base, association, prospectivity, occurrences, empty, self._asked(association), self._roles.labels,
            (*self._roles.labels, *self._roles.nearest), tuple(self._notes(found)),
        )  # fmt: skip
        with self.asking.request.step("compose"):
            checked = check_all(assess(assessed))
        first = occurrences[0] if occurrences else None
        return self.asking.checked_answer(
            replace(base, result=first.result if first else None, bindings=first.bindings if first else ()),
            checked, self._overlays(found),
        )  # fmt: skip

    @property
    def elsewhere(self) -> bool:
        """Whether models of potential are kept, none of them for the area of the question."""
        return self._kept.elsewhere("prospectivity")

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return self.asking.language

    @cached_property
    def subject(self) -> Subject:
        """What the question speaks of."""
        context, request = self.asking.context, self.asking.request
        return Subject(request.question, context.card, self.asking.said, self.asking.tools.db, request.region)

    @cached_property
    def _kept(self) -> Findings:
        return Findings(AnalysisStore.of(self.asking.tools.settings), self.subject, self.language)

    @cached_property
    def _roles(self) -> Roles:
        return read_roles(self.asking.tools.settings.mappings_dir)

    # --- what answers it -----------------------------------------------------------------------------------

    def _missing(self, kind: Kind) -> str:
        """Why a section that rests on an analysis of `kind` is empty."""
        section = SECTION[kind]
        return say(f"{section}_elsewhere" if self._kept.elsewhere(kind) else f"{section}_none", self.language)

    def _unplaced(self) -> Answer | None:
        """The question back when it names a feature or an area that does not exist."""
        if not self.subject.mentions.unplaced:
            return None
        word, kind = self.subject.mentions.unplaced[0]
        card = self.asking.context.card
        refusal = no_name(card, card.entity_types[kind], word.text, self.subject.question, self.language)
        material = self._material(ir.Answer(action="route", route="prospectivity"))
        return self.asking.declined(material, "refused", refusal.message, refusal.choices, refusal.kind)

    def _passages(self, empty: dict[str, str]) -> tuple[Any, ...]:
        library, question = self.asking.tools.library, self.asking.request.question
        try:
            with self.asking.request.step("passages"):
                area = self.subject.area_names
                written = [
                    x.name for x in library.documents() if x.kind != "analysis"
                ]  # they are cited as findings
                there: dict[str, Any] = {"mentioning": area}
                narrowing = ({"language": self.language, **there}, there, {}) if area else ({},)
                tried = (library.search(question, limit=PASSAGES, documents=written, **x) for x in narrowing)
                found = next((x for x in tried if x), ())
            loaded = bool(written)
        except OreSightError as error:
            empty["background"] = error.say(self.language)
            return ()
        if not found:
            empty["background"] = say(f"background_{'nothing' if loaded else 'none_loaded'}", self.language)
        return tuple(found)

    def _occurrences(self, empty: dict[str, str]) -> tuple[Material, ...]:
        """Known occurrences by the attributes that tell what they are."""
        card = self.asking.context.card
        kinds = [x for x in self._roles.labels if x in card.entity_types and card.layers_of(x)]
        if not kinds:
            empty["clues"] = say("clues_no_layer", self.language)
            return ()
        made = []
        for kind in kinds:
            for attribute in self._roles.label_attributes:
                if attribute in card.attributes_of(kind):
                    try:
                        made.append(self._grouped(kind, attribute))
                    except QueryCancelledError:
                        raise
                    except QueryError as error:
                        empty["clues"] = say("clues_failed", self.language).format(reason=error.say(self.language))
                        return ()
        return tuple(x for x in made if x.result is not None)

    def _grouped(self, kind: str, attribute: str) -> Material:
        target: dict[str, Any] = {"layer": kind}
        if self.subject.regions:
            area = next(iter(x.id for x in self.asking.context.card.entity_types.values() if x.region))
            target["where"] = {"rel": "within", "to": {"layer": area, "names": list(self.subject.regions)}}
        query = ir.Query.model_validate(
            {
                "intent": "group", "target": target, "group_by": [{"field": attribute}],
                "measures": [{"as": "count", "agg": "count"}], "output": "table",
            }
        )  # fmt: skip
        material = self._material(ir.Answer(action="query", query=query))
        with self.asking.request.step("query"):
            outcome = self.asking.ask_database(material, query)
        if outcome.refusal is not None:
            raise QueryError(outcome.refusal.message)
        return replace(material, bindings=outcome.bindings, result=outcome.rows)

    def _material(self, read: ir.Answer) -> Material:
        unused = self.asking.said.unknown_beside(self.asking.routing.hits)
        question = self.asking.request.question
        return self.asking.material(Reading(question, self.language, read, unexplained=unused))

    # --- what must be known of it --------------------------------------------------------------------------

    def _notes(self, found: Sequence[Finding]) -> list[Fragment]:
        notes = []
        for finding in found:
            if finding.changed:
                layers = finding.changed_layers()
                notes.append(fill(say("changed", self.language), title=finding.title(), layers=layers))
            if finding.record.invented:
                layers = finding.invented_layers()
                notes.append(fill(say("invented", self.language), title=finding.title(), layers=layers))
            if not self.subject.same_occurrences(finding.record):
                notes.append(fill(say("other_labels", self.language), title=finding.title()))
            elif self._whatever(finding.record):
                elements = say("comma", self.language).join(self.subject.elements)
                told = say("labels_whatever", self.language)
                notes.append(fill(told, title=finding.title(), elements=elements))
            if not self.subject.fits(finding.record):
                notes.append(fill(say("other_area", self.language), title=finding.title()))
        return notes

    def _whatever(self, record: AnalysisRecord) -> bool:
        """Whether a model was trained on occurrences of any elements while the question names some."""
        card, labels = self.asking.context.card, record.settings.get("labels", {})
        of = {a for x in labels.get("values", ()) if x in card.concepts for a in card.concepts[x].attributes}
        named = {a for x in self.subject.mentions.concepts for a in card.concepts[x].attributes}
        return record.kind == "prospectivity" and bool(self.subject.elements) and not of & named

    def _asked(self, association: Finding | None) -> Asked:
        """The elements asked about, and which left out of the analysis its sample layer has."""
        named, card = self.subject.elements, self.asking.context.card
        tables = {x.table for x in association.record.layers if x.role == "samples"} if association else set()
        there = [
            name
            for layer in card.layers if layer.table in tables
            for name in layer.columns
            if symbol_of(card, name) in named and association and not analysed(association, symbol_of(card, name))
        ]  # fmt: skip
        return Asked(named, self.subject.related, tuple(dict.fromkeys(there)))

    def _overlays(self, found: Sequence[Finding]) -> tuple[Overlay, ...]:
        """What the map shows beside the answer: scores, the class of high contents, places of both analyses."""
        made: list[Overlay] = []
        for finding in found:
            identifier, title = finding.record.id, finding.record.title.in_(self.language)
            there = {x.name for x in finding.record.products if x.kind in ("geometry", "raster")}
            if SAMPLES in there:
                told = Geochemistry(finding, self.language, Asked(self.subject.elements, self.subject.related))
                component, highest = told.component_of_interest(), told.class_of_high_contents()
                if component is not None:
                    made.append(Overlay(identifier, SAMPLES, title, component))
                if highest is not None:
                    made.append(Overlay(identifier, SAMPLES, title, "class", highest))
            made.extend(Overlay(identifier, x, title) for x in SHOWN if x in there)
        return tuple(made)
