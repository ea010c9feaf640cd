"""Hand-made evidence: a small card with the project's vocabulary, two layers, four targets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from shapely.geometry import LineString, Point

from core.answer.material import Material
from core.errors import Language
from core.evidence.types import Evidence, Proximity, Reference, Score
from core.query.result import Binding, FeatureRef, Row, Rows, Value
from core.question import ir
from core.question.reading import Reading, Routing
from core.settings import Settings
from core.vocabulary.card import Attribute, Column, Concept, EntityType, Labels, Layer, Name, SchemaCard
from core.vocabulary.mappings import load_mappings
from core.vocabulary.units import Units

MAPPINGS = load_mappings(Settings().mappings_dir)
POINTS, LINES, AREAS = "occurrences", "lines", "areas"


def labels(entry: Any) -> Labels:
    return Labels(entry.en, entry.zh)


def make_card(**layer: Any) -> SchemaCard:
    entities = {
        e.id: EntityType(
            e.id,
            labels(e.labels),
            labels(e.plural),
            e.geometry,
            e.synonyms,
            e.near_m,
            e.name_attribute,
            e.key_attributes,
            region=e.region,
        )
        for e in MAPPINGS.entity_types
    }
    entities["deposit"] = replace(
        entities["deposit"], labels=Labels("deposit", "矿床"), plural=Labels("deposits", "矿床")
    )
    attributes = {
        a.id: Attribute(a.id, a.kind, labels(a.labels), a.synonyms, a.unit, a.dimension, a.element)
        for a in MAPPINGS.attributes
    }
    concepts = {
        c.id: Concept(c.id, c.attributes, labels(c.labels), c.synonyms, c.family, c.rank)
        for c in MAPPINGS.concepts
    }
    columns = {
        "name": Column("name", "NAME", "text"),
        "commodity": Column("commodity", "MINERAL", "text", separators=";", inventory=("Au", "Au;Cu")),
        "size": Column("size", "SIZE", "text", concepts={"medium": ("中型",), "occurrence": ("矿点",)}),
        "genetic_type": Column("genetic_type", "TYPE", "text"),
        "Au": Column("Au", "Au_ppb", "double precision", "ppb", "Au__qualifier", "Au__limit"),
    }
    points = Layer(
        POINTS, "deposit", Labels("Occurrences", "矿产地"), "point", 40, (109.0, 41.0, 111.0, 42.0), columns
    )
    lines = Layer(
        LINES,
        "fault",
        Labels("Faults", "断裂构造"),
        "line",
        30,
        (109.0, 41.0, 111.0, 42.0),
        {"name": Column("name", "name", "text")},
    )
    areas = Layer(AREAS, "region", Labels("Study areas", "研究区"), "polygon", 1, (109.0, 41.0, 111.0, 42.0), {})
    names = (
        Name("Example Field", "region", AREAS, (1,), "Example Field"),
        Name("示例矿田", "region", AREAS, (1,), "Example Field"),
    )
    return SchemaCard("v1", entities, attributes, concepts, (replace(points, **layer), lines, areas), names)


def value(attribute: str, stored: Any, unit: str | None = None, **more: Any) -> Value:
    return Value(attribute, stored, unit, stored, attribute, **more)


def make_row(fid: int, name: str, size: str, commodity: str, **values: Value) -> Row:
    cells = {
        "commodity": value("commodity", commodity),
        "size": value("size", size),
        "genetic_type": value("genetic_type", "岩浆热液型"),
        **values,
    }
    lon, lat = 109.99034, 41.85056
    return Row(FeatureRef(POINTS, fid), "deposit", name, {"en": name}, lon, lat, Point(lon, lat), cells)


def make_reference(fid: int, metres: float, name: str = "", **attributes: str) -> Reference:
    return Reference(FeatureRef(LINES, fid), name, metres, attributes, LineString([(109, 41), (110, 42)]))


def near(*references: Reference, count: int | None = None, max_m: float | None = 5000.0, **more: Any) -> Proximity:
    nearest = references[0] if references else None
    within = tuple(r for r in references if max_m is None or r.distance_m <= max_m)
    return Proximity(
        "near", "fault", None, max_m, nearest, within, len(within) if count is None else count, **more
    )


SCORE = Score(1.0, None, 1.0, 1.0, 1.0, {})
QUESTION = "which magmatic-hydrothermal gold deposits lie within 5 km of faults in Example Field?"


def case_query(**more: Any) -> ir.Query:
    where = ir.And.model_validate(
        {
            "and": [
                {"attr": "genetic_type", "op": "=", "value": "magmatic_hydrothermal", "span": (6, 27)},
                {"attr": "commodity", "op": "=", "value": "gold", "span": (28, 32)},
                {"rel": "near", "to": {"layer": "fault", "span": (61, 67)}, "max_m": 5000.0, "span": (46, 67)},
                {
                    "rel": "within",
                    "to": {"layer": "region", "names": ["Example Field"], "span": (71, 84)},
                    "span": (68, 84),
                },
            ]
        }
    )
    fields: dict[str, Any] = {"intent": "select", "output": "entity_list", **more}
    return ir.Query(target=ir.Set(layer="deposit", where=where, span=(33, 41)), **fields)


def four() -> tuple[Evidence, ...]:
    """The shape of the published case: four targets, one named belt in the first one's radius."""
    belt = make_reference(9, 2837.4, "Northern Belt", character="trending east-west")
    rows = (
        ("Alpha Gold Deposit", "中型", "Au", near(make_reference(1, 18.4), belt, count=8)),
        ("Beta Gold Deposit", "中型", "Au;Ag", near(make_reference(2, 2781.0), count=1)),
        ("Gamma Prospect", "矿点", "Au;Cu", near(make_reference(3, 2979.6), count=1)),
        ("Delta Prospect", "矿点", "Au", near(make_reference(4, 4634.9, fault_type="normal"), count=2)),
    )
    return tuple(
        Evidence(make_row(i, name, size, commodity), (proximity,), SCORE)
        for i, (name, size, commodity, proximity) in enumerate(rows, start=1)
    )


@dataclass
class Bench:
    """Builds materials; every field can be replaced."""

    card: SchemaCard = field(default_factory=make_card)
    units: Units = field(default_factory=lambda: Units(MAPPINGS.units))

    def material(
        self,
        query: ir.Query | None = None,
        evidence: tuple[Evidence, ...] | None = None,
        *,
        language: Language = "en",
        result: dict[str, Any] | None = None,
        reading: dict[str, Any] | None = None,
        **more: Any,
    ) -> Material:
        query = query if query is not None else case_query()
        evidence = four() if evidence is None else evidence
        rows = tuple(e.row for e in evidence)
        facts: dict[str, Any] = {
            "kind": "entities",
            "rows": rows,
            "total": len(rows),
            "truncated": False,
            "layers": (POINTS,),
            **(result or {}),
        }
        answer = ir.Answer(action="query", query=query)
        words = {"question": QUESTION, "language": language, "ir": answer, **(reading or {})}
        bindings = (
            Binding(
                "Example Field",
                (72, 85),
                "region",
                "Example Field",
                "exact",
                table=AREAS,
                refs=(FeatureRef(AREAS, 1),),
            ),
        )
        fields: dict[str, Any] = {
            "language": language,
            "routing": Routing("spatial_relation", {"spatial_relation": 1.0}),
            "reading": Reading(**words),
            "card": self.card,
            "units": self.units,
            "bindings": bindings,
            "result": Rows(**facts),
            "evidence": evidence,
            **more,
        }
        return Material(**fields)
