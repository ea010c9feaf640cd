"""What a question about anomalies or potential speaks of: areas, elements, a feature, kinds of occurrences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import geoalchemy2.functions as geo
import shapely
import sqlalchemy as sa
from shapely.geometry.base import BaseGeometry

from core.analysis.association_request import symbol_of
from core.analysis.record import AnalysisRecord
from core.database.engine import Database
from core.database.relation import rows_of
from core.question.mentions import Mentions
from core.vocabulary.card import Name, SchemaCard

SYMBOL = re.compile(r"[A-Z][a-z]?")


@dataclass(frozen=True)
class Subject:
    """The subject of one question."""

    question: str
    card: SchemaCard
    mentions: Mentions
    """Everything known that the question mentions."""
    db: Database
    chosen: str | None = None
    """Canonical name of the study area chosen beside the question; counts where the question names none."""

    @cached_property
    def regions(self) -> tuple[str, ...]:
        """Canonical names of the study areas."""
        named = self.mentions.named(self.card, regions=True)
        return tuple(dict.fromkeys(x.canonical for x in named)) or ((self.chosen,) if self.chosen else ())

    @property
    def area_names(self) -> tuple[str, ...]:
        """Every name of the study areas, for documents in either language."""
        return tuple(dict.fromkeys(x.text for x in self.card.names if x.canonical in self.regions))

    @cached_property
    def feature(self) -> Name | None:
        """The feature near which potential is asked for."""
        named = self.mentions.named(self.card, regions=False)
        return named[0] if named else None

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """Symbols of the elements that the question names one by one."""
        found = [symbol_of(self.card, x) for x in self.mentions.attributes]
        for concept in self.mentions.concepts:
            if self.card.expand(concept) == (concept,):
                found += self._symbols([concept])
        return tuple(dict.fromkeys(x for x in found if x))

    @cached_property
    def related(self) -> tuple[str, ...]:
        """Those elements, and the members of the groups of elements that it names."""
        wide = (self._symbols(self.card.expand(x)) for x in self.mentions.concepts)
        return tuple(dict.fromkeys((*self.elements, *(x for symbols in wide for x in symbols))))

    def _symbols(self, concepts: Iterable[str]) -> list[str]:
        known = [self.card.concepts[x] for x in concepts if x in self.card.concepts]
        found = (next((s for s in x.synonyms if SYMBOL.fullmatch(s)), "") for x in known)
        return [x for x in found if x]

    # --- which analyses answer it --------------------------------------------------------------------------

    def fits(self, record: AnalysisRecord) -> bool:
        """Whether an analysis is of an area that the question speaks of, by name."""
        return not self.regions or record.region in self.regions

    def meets(self, record: AnalysisRecord) -> bool:
        """Whether the area of an analysis has anything in common with that of the question."""
        if self.fits(record):
            return True
        there, here = self._area_of(record), self._area
        return there is not None and here is not None and bool(there.intersects(here))

    def same_occurrences(self, record: AnalysisRecord) -> bool:
        """Whether a model was trained on occurrences the question may mean; it may name none."""
        labels: Mapping[str, Any] = record.settings.get("labels", {})
        attribute, values = labels.get("attribute"), labels.get("values", ())
        of = [x for x in self.mentions.concepts if attribute in self.card.concepts[x].attributes]
        wanted = {y for x in of for y in self.card.expand(x)}
        trained = {y for x in values for y in self.card.expand(x)}
        return not wanted or not trained or bool(wanted & trained)

    @cached_property
    def _area(self) -> BaseGeometry | None:
        return self._shape(self.regions)

    def _area_of(self, record: AnalysisRecord) -> BaseGeometry | None:
        if drawn := record.settings.get("area"):
            return shapely.geometry.shape(drawn)
        if record.region:
            return self._shape((record.region,))
        tables = {x.table for x in record.layers}
        boxes = [shapely.box(*x.extent) for x in self.card.layers if x.table in tables]
        return shapely.union_all(boxes) if boxes else None

    def _shape(self, regions: tuple[str, ...]) -> BaseGeometry | None:
        kinds = {x.id for x in self.card.entity_types.values() if x.region}
        names = [x for x in self.card.names if x.canonical in regions and x.entity_type in kinds]
        shapes = [y for x in names for y in self.geometries(x)]
        return shapely.union_all(shapes) if shapes else None

    def geometries(self, name: Name) -> list[BaseGeometry]:
        """The geometries of a named feature, degrees."""
        source = rows_of(self.card.layer(name.table), [])
        statement = sa.select(geo.ST_AsBinary(source.c.geom)).where(source.c.fid.in_(name.fids))
        with self.db.reader.connect() as connection:
            return [shapely.from_wkb(bytes(x[0])) for x in connection.execute(statement)]
