"""Two richer invented schema cards for conditions: a geological one with folds, and a country."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from core.question.reader import Reader
from core.question.reading import Reading
from core.vocabulary.card import Attribute, Column, Concept, EntityType, Labels, Layer, Name, SchemaCard
from core.vocabulary.units import Units
from tests.core.question.cards import city, geology


@cache
def terrain() -> tuple[SchemaCard, Units]:
    """The geological card with folds, rare earth elements and years."""
    card, units = geology()
    columns = {x: Column(x, x, "number", unit="ppm") for x in ("La", "Ce", "Nb", "Zr")}
    layers = tuple(
        replace(x, columns={**x.columns, **columns}) if x.entity_type == "geochem_sample" else x
        for x in card.layers
    )
    folds = _layer("axes", "fold", "line", "name", "fold_type")
    names = (*card.names, Name("Raven Crag anticline", "fold", "axes", (1,), "Raven Crag anticline"))
    return replace(card, layers=(*layers, folds), names=names), units


@cache
def country() -> tuple[SchemaCard, Units]:
    """Provinces, cities, universities, railways, rivers, lakes and stations of an invented country."""
    types = {
        "province": _type("province", "province", "省", "provinces", "polygon", ("省份",), 50_000.0),
        "city": _type("city", "city", "城市", "cities", "polygon", ("town", "towns"), 20_000.0),
        "university": _type("university", "university", "高校", "universities", "point",
                            ("college", "colleges", "大学"), 2_000.0),
        "railway": _type("railway", "railway", "铁路", "railways", "line", ("rail line", "rail lines"), 3_000.0),
        "river": _type("river", "river", "河流", "rivers", "line", ("stream", "streams", "河"), 3_000.0),
        "lake": _type("lake", "lake", "湖泊", "lakes", "polygon", ("湖",), 5_000.0),
        "station": _type("station", "subway station", "地铁站", "subway stations", "point",
                         ("station", "stations", "metro station", "metro stations", "车站"), 1_000.0),
    }  # fmt: skip
    attributes = {
        "name": Attribute("name", "text", Labels("name", "名称"), ("names", "名字")),
        "population": Attribute("population", "number", Labels("population", "人口"), ("inhabitants", "人口数")),
        "gdp": Attribute("gdp", "number", Labels("GDP", "生产总值"), ()),
        "founded": Attribute("founded", "year", Labels("founded", "创办年份"), ("established", "创办", "建校")),
        "kind": Attribute("kind", "text", Labels("kind", "类别"), ("type",)),
        "level": Attribute("level", "text", Labels("level", "级别"), ("grade",)),
    }
    concepts = {
        "public": Concept("public", ("kind",), Labels("public", "公办"), ()),
        "private": Concept("private", ("kind",), Labels("private", "民办"), ()),
        "first": Concept("first", ("level",), Labels("first-class", "一级"), (), rank=3),
        "second": Concept("second", ("level",), Labels("second-class", "二级"), (), rank=2),
    }
    layers = (
        _layer("provinces", "province", "polygon", "name", "population", "gdp"),
        _layer("cities", "city", "polygon", "name", "population", "gdp"),
        _layer("universities", "university", "point", "name", "founded", "kind"),
        _layer("railways", "railway", "line", "name"),
        _layer("rivers", "river", "line", "name", "level"),
        _layer("lakes", "lake", "polygon", "name", "level"),
        _layer("stations", "station", "point", "name"),
    )
    names = (
        *_names("province", "provinces", "Norland", "诺兰省"),
        *_names("province", "provinces", "Sudria", "苏德里省"),
        *_names("city", "cities", "Harwick", "哈威市"), *_names("city", "cities", "Brenton", "布伦顿市"),
        *_names("river", "rivers", "Silver River", "银河"), *_names("river", "rivers", "Long Water", "长水"),
        *_names("lake", "lakes", "Mirror Lake", "镜湖"),
        *_names("railway", "railways", "Northern Line", "北方线"),
        *_names("university", "universities", "Harwick University", "哈威大学"),
    )  # fmt: skip
    return SchemaCard("country", types, attributes, concepts, layers, names), city()[1]


def _type(  # noqa: PLR0917  # one row of a table
    ident: str, en: str, zh: str, plural: str, geometry: str, words: tuple[str, ...], near_m: float
) -> EntityType:
    return EntityType(ident, Labels(en, zh), Labels(plural, zh), (geometry,), words, near_m)  # type: ignore[arg-type]


def _layer(table: str, entity_type: str, geometry: str, *columns: str) -> Layer:
    made = {x: Column(x, x, "text") for x in columns}
    return Layer(table, entity_type, Labels(table, table), geometry, 10, (10.0, 50.0, 12.0, 52.0), made)  # type: ignore[arg-type]


def _names(entity_type: str, table: str, *names: str) -> tuple[Name, ...]:
    return tuple(Name(x, entity_type, table, (1,), names[0]) for x in names)


@cache
def geologist() -> Reader:
    """A reader of the geological card with folds."""
    return Reader(*terrain())


@cache
def traveller() -> Reader:
    """A reader of the country card."""
    return Reader(*country())


def read(question: str) -> Reading:
    """The reading of a geological question."""
    return geologist().read(question)
