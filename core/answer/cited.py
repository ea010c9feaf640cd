"""Cited values: one constructor for each kind of evidence, so that no claim holds a number of its own.

`column` of a citation says which value of the evidence it is; ``core/answer/check.py`` finds it again from
`kind`, `refs` and `column` alone.  Counts use these columns: ``total``, ``shown``, ``undetermined``,
``within:<i>``, ``named:<i>``, ``others:<i>`` (relation `i` of a target), ``trait:<attribute>``, ``funnel:<i>``
and ``relaxation:<i>``.
"""

from __future__ import annotations

from core.answer.display import value_text
from core.answer.fragments import Fragment, fill, plain
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.numbers import count_word, distance, fixed, integer
from core.answer.phrases import phrase, says_nothing
from core.errors import Language
from core.evidence.types import Evidence, Proximity, Reference
from core.query.result import FeatureRef, Row

COORDINATE_DECIMALS = 4
"""About 11 m on the ground, as the papers print them."""


def counted(
    material: Material, column: str, value: int, *, refs: tuple[FeatureRef, ...] = (), word: bool = False
) -> Citation:
    """A count made by the query."""
    text = count_word(value, material.language) if word else integer(value, material.language)
    return Citation(
        number=0, kind="count", text=text, refs=refs, column=column, value=value, source=searched(material)
    )


def told(material: Material, column: str, text: str) -> Citation:
    """Words that the result holds beside its counts: a counted value, the label of a step."""
    return Citation(number=0, kind="count", text=text, column=column, value=text, source=searched(material))


def row_name(material: Material, row: Row) -> Citation:
    """The name of a target; its address where it has none."""
    return _cell(material, row.ref, "name", row.name, value=row.name)


def coordinates(material: Material, row: Row) -> Fragment:
    """Longitude and latitude of a target with four decimals; of a point on it for lines and polygons."""
    lon = _cell(material, row.ref, "lon", fixed(row.lon, COORDINATE_DECIMALS), value=row.lon, unit="°")
    lat = _cell(material, row.ref, "lat", fixed(row.lat, COORDINATE_DECIMALS), value=row.lat, unit="°")
    place = fill(phrase("coordinates", material.language), lon=lon, lat=lat)
    if row.geometry.geom_type in ("Point", "MultiPoint"):
        return place
    return fill(phrase("point_on_it", material.language), coordinates=place)


def attribute_value(material: Material, row: Row, attribute: str) -> Citation | None:
    """The value of one attribute of a target, None where there is none."""
    value = row.values.get(attribute)
    if value is None:
        return None
    layer = material.layer(row.ref.table)
    text = value_text(value, layer, material.card, material.units, material.language)
    if not text or says_nothing(text):
        return None
    stated = value.value if value.qualifier is None else f"{value.qualifier}{value.limit}"
    return _cell(material, row.ref, attribute, text, value=stated, unit=value.unit, quote=str(value.raw))


def reference_name(material: Material, evidence: Evidence, reference: Reference) -> Citation:
    """The name of a reference, as part of what was measured between it and the target."""
    return _pair(material, evidence, reference, "name", reference.name)


def reference_value(material: Material, evidence: Evidence, reference: Reference, attribute: str) -> Citation:
    """A key attribute of a reference, as the evidence shows it."""
    return _pair(material, evidence, reference, attribute, reference.attributes[attribute])


def measured(material: Material, evidence: Evidence, proximity: Proximity, reference: Reference) -> Citation:
    """The distance between a target and a reference."""
    return Citation(
        number=0,
        kind="distance",
        text=distance(reference.distance_m, material.language),
        refs=(evidence.row.ref, reference.ref),
        column="distance_m",
        value=reference.distance_m,
        unit="m",
        source=method_words(proximity, material.language),
    )


def method_words(proximity: Proximity, language: Language) -> str:
    """How distances were measured, in words."""
    usual = proximity.method == phrase("method", "en")
    return phrase("method", language) if usual else proximity.method


def _pair(material: Material, evidence: Evidence, reference: Reference, column: str, text: str) -> Citation:
    return Citation(
        number=0,
        kind="distance",
        text=text,
        refs=(evidence.row.ref, reference.ref),
        column=column,
        value=text,
        source=material.source(reference.ref.table),
    )


def _cell(
    material: Material,
    ref: FeatureRef,
    column: str,
    text: str,
    *,
    value: object,
    unit: str | None = None,
    quote: str = "",
) -> Citation:
    return Citation(
        number=0,
        kind="cell",
        text=text,
        refs=(ref,),
        column=column,
        value=value,
        unit=unit,
        source=material.source(ref.table),
        quote=quote,
    )


def searched(material: Material) -> str:
    """The layers a count was made in, in words."""
    tables = material.result.layers if material.result is not None else ()
    layers = phrase("list_comma", material.language).join(material.source(t) for t in tables)
    return plain(fill(phrase("source_result", material.language), layers=layers))
