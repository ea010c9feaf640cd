"""Questions about anomalies and potential as a whole: what kept analyses, layers and documents say together."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import geoalchemy2.functions as geo
import numpy as np
import shapely
import sqlalchemy as sa

from core.analysis.association_request import symbol_of
from core.analysis.prospect_choices import Roles, read_roles
from core.analysis.record import AnalysisRecord, Kind
from core.analysis.store import Analysis, AnalysisStore, changed_layers
from core.answer.assessed.findings import Finding, Near
from core.answer.assessed.geochemistry import Geochemistry
from core.answer.assessed.sections import Assessed, assess
from core.answer.assessed.words import say
from core.answer.assessed.zoning import PRODUCT
from core.answer.check import check_all
from core.answer.fragments import Fragment, fill
from core.answer.material import Material
from core.answer.model import Answer, Overlay
from core.database.engine import Database
from core.database.relation import rows_of
from core.errors import Language, OreSightError, QueryCancelledError, QueryError
from core.evidence.measuring import Collection, bounded_pairs
from core.question import ir
from core.question.mentions import Mentions, mentions
from core.question.reading import Reading
from core.vocabulary.card import Name

if TYPE_CHECKING:
    from core.service.asking import Asking

PASSAGES = 2
SAMPLES, SHOWN = "sample_points", ("cluster_outlines", "potential", PRODUCT)
"""Products of analyses that belong on the map."""
SYMBOL = re.compile(r"[A-Z][a-z]?")
GEOMETRIES: Mapping[Kind, tuple[str, ...]] = {"prospectivity": (PRODUCT,), "association": ()}


@dataclass(frozen=True)
class Assessing:
    """One question that kept analyses answer."""

    asking: Asking

    def answer(self) -> Answer | None:
        """The assessment; None when no analysis is kept that could be read."""
        association, prospectivity = self._finding("association"), self._finding("prospectivity")
        if association is None and prospectivity is None:
            return None
        found = tuple(x for x in (association, prospectivity) if x is not None)
        base = replace(self._material(ir.Answer(action="route", route="prospectivity")), findings=found)
        empty: dict[str, str] = {}
        for section, finding in (("geochemistry", association), ("zoning", prospectivity)):
            if finding is None:
                empty[section] = say(f"{section}_none", self.language)
        base = replace(base, passages=self._passages(empty))
        occurrences = self._occurrences(empty)
        assessed = Assessed(
            base, association, prospectivity, occurrences, empty, self._elements, self._roles.labels,
            (*self._roles.labels, *self._roles.nearest), tuple(self._notes(found)),
        )  # fmt: skip
        with self.asking.request.step("compose"):
            checked = check_all(assess(assessed))
        first = occurrences[0] if occurrences else None
        return self.asking.checked_answer(
            replace(base, result=first.result if first else None, bindings=first.bindings if first else ()),
            checked, self._overlays(found),
        )  # fmt: skip

    # --- what the question speaks of -----------------------------------------------------------------------

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return self.asking.language

    @cached_property
    def _mentions(self) -> Mentions:
        return mentions(self.asking.request.question, self.asking.context.reader.lexicon)

    @cached_property
    def _roles(self) -> Roles:
        return read_roles(self.asking.tools.settings.mappings_dir)

    @cached_property
    def _regions(self) -> tuple[str, ...]:
        """Canonical names of the study areas that the question names, or that is chosen beside it."""
        named = self._mentions.named(self.asking.context.card, regions=True)
        chosen = self.asking.request.region
        return tuple(dict.fromkeys(x.canonical for x in named)) or ((chosen,) if chosen else ())

    def _area_names(self) -> tuple[str, ...]:
        """Every name of the study areas, for documents in either language."""
        names = self.asking.context.card.names
        return tuple(dict.fromkeys(x.text for x in names if x.canonical in self._regions))

    @cached_property
    def _feature(self) -> Name | None:
        """The feature near which potential is asked for."""
        named = self._mentions.named(self.asking.context.card, regions=False)
        return named[0] if named else None

    @cached_property
    def _elements(self) -> tuple[str, ...]:
        """Symbols of the elements that the question names one by one."""
        card = self.asking.context.card
        found = [symbol_of(card, x) for x in self._mentions.attributes]
        for concept in self._mentions.concepts:
            single = card.expand(concept) == (concept,)
            found += [x for x in card.concepts[concept].synonyms if SYMBOL.fullmatch(x)][:1] if single else []
        return tuple(dict.fromkeys(x for x in found if x))

    # --- what answers it -----------------------------------------------------------------------------------

    def _finding(self, kind: Kind) -> Finding | None:
        store = AnalysisStore.of(self.asking.tools.settings)
        kept = [x for x in store.list().analyses if x.record.kind == kind]
        kept.sort(key=lambda x: (not self._fits(x.record), not self._same_occurrences(x.record)))
        for analysis in kept:
            try:
                return self._read(analysis)
            except OreSightError:
                continue
        return None

    def _fits(self, record: AnalysisRecord) -> bool:
        return not self._regions or record.region in self._regions

    def _same_occurrences(self, record: AnalysisRecord) -> bool:
        """Whether a model was trained on occurrences the question may mean; it may name none."""
        card, labels = self.asking.context.card, record.settings.get("labels", {})
        attribute, values = labels.get("attribute"), labels.get("values", ())
        of = [x for x in self._mentions.concepts if attribute in card.concepts[x].attributes]
        wanted = {y for x in of for y in card.expand(x)}
        trained = {y for x in values for y in card.expand(x)}
        return not wanted or not trained or bool(wanted & trained)

    def _read(self, analysis: Analysis) -> Finding:
        found = read_finding(analysis, self.asking.tools.db, self.language)
        shapes = tuple(
            shapely.geometry.shape(x["geometry"])
            for product in GEOMETRIES[analysis.record.kind] for x in _features(analysis, product)
        )  # fmt: skip
        return replace(found, near=self._near(shapes) if shapes else None)

    def _near(self, shapes: Sequence[Any]) -> Near | None:
        """Which of `shapes` lie within the usual distance of the feature that the question names."""
        name = self._feature
        if name is None:
            return None
        card, db = self.asking.context.card, self.asking.tools.db
        radius = card.entity_types[name.entity_type].near_m
        source = rows_of(card.layer(name.table), [])
        statement = sa.select(geo.ST_AsBinary(source.c.geom)).where(source.c.fid.in_(name.fids))
        with db.reader.connect() as connection:
            own = [shapely.from_wkb(bytes(x[0])) for x in connection.execute(statement)]
        if not own:
            return None
        reach = np.full(len(shapes), radius)
        metres: dict[int, float] = {}
        for pairs in bounded_pairs(Collection.of(list(shapes)), Collection.of(own), reach, None, [reach]):
            for row, value in zip(pairs.target.tolist(), pairs.upper.tolist(), strict=True):
                if value <= radius:
                    metres[row] = min(value, metres.get(row, value))
        inside = [i for i, x in enumerate(shapes) if any(x.intersects(o) for o in own)]
        metres.update(dict.fromkeys(inside, 0.0))
        return Near(name.text, radius, dict(sorted(metres.items())))

    def _passages(self, empty: dict[str, str]) -> tuple[Any, ...]:
        library, question = self.asking.tools.library, self.asking.request.question
        try:
            with self.asking.request.step("passages"):
                area = self._area_names()
                there: dict[str, Any] = {"mentioning": area}
                narrowing = ({"language": self.language, **there}, there, {}) if area else ({},)
                tried = (library.search(question, limit=PASSAGES, **x) for x in narrowing)
                found = next((x for x in tried if x), ())
            loaded = bool(library.documents())
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
        if self._regions:
            area = next(iter(x.id for x in self.asking.context.card.entity_types.values() if x.region))
            target["where"] = {"rel": "within", "to": {"layer": area, "names": list(self._regions)}}
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
        question, taken = self.asking.request.question, [x.span for x in self.asking.routing.hits]
        unused = tuple(
            x for x in self._mentions.unknown if not any(a <= x.span[0] and x.span[1] <= b for a, b in taken)
        )
        return self.asking.material(Reading(question, self.language, read, unexplained=unused))

    # --- what must be known of it --------------------------------------------------------------------------

    def _notes(self, found: Sequence[Finding]) -> list[Fragment]:
        notes = []
        for finding in found:
            if finding.changed:
                layers = finding.changed_layers()
                notes.append(fill(say("changed", self.language), title=finding.title(), layers=layers))
            if finding.record.invented:
                notes.append(fill(say("invented", self.language), title=finding.title()))
            if not self._same_occurrences(finding.record):
                notes.append(fill(say("other_labels", self.language), title=finding.title()))
            if not self._fits(finding.record):
                notes.append(fill(say("other_area", self.language), title=finding.title()))
        return notes

    def _overlays(self, found: Sequence[Finding]) -> tuple[Overlay, ...]:
        """What the map shows beside the answer: scores, the class of high contents, places of both analyses."""
        made: list[Overlay] = []
        for finding in found:
            identifier, title = finding.record.id, finding.record.title.in_(self.language)
            there = {x.name for x in finding.record.products if x.kind in ("geometry", "raster")}
            if SAMPLES in there:
                told = Geochemistry(finding, self.language, self._elements, ())
                component, highest = told.component_of_interest(), told.class_of_high_contents()
                if component is not None:
                    made.append(Overlay(identifier, SAMPLES, title, component))
                if highest is not None:
                    made.append(Overlay(identifier, SAMPLES, title, "class", highest))
            made.extend(Overlay(identifier, x, title) for x in SHOWN if x in there)
        return tuple(made)


def read_finding(analysis: Analysis, db: Database, language: Language) -> Finding:
    """A kept analysis as evidence, without what lies near a feature.

    Raises:
        AnalysisError: its files were changed by hand or lost.
    """
    places = {
        product: tuple(x["properties"] for x in _features(analysis, product))
        for product in GEOMETRIES[analysis.record.kind]
    }
    facts = {x.key: x for x in analysis.facts()}
    return Finding(analysis.record, facts, places, changed_layers(db, analysis.record), language)


def _features(analysis: Analysis, name: str) -> list[dict[str, Any]]:
    """The features of a geometry product; none when it has no such product or the file was removed by hand."""
    for product in analysis.record.products:
        path = analysis.directory / product.file
        if product.name == name and product.kind == "geometry" and path.is_file():
            features: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["features"]
            return features
    return []
