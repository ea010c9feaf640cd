# ruff: noqa: E501  # tables are easier to keep in long lines
"""An invented nation: two kinds of regions that are asked for themselves, values of several years."""

from __future__ import annotations

from functools import cache

from core.question.reader import Reader
from core.vocabulary.card import Attribute, Column, EntityType, Labels, Layer, Name, SchemaCard
from core.vocabulary.units import Units
from tests.core.question.cards import city


@cache
def nation() -> tuple[SchemaCard, Units]:
    """Provinces, cities, airports, colleges, railways and rivers with numbers of several years."""
    types = {
        "province": _type("province", "省份", "provinces", "polygon", ("省",), region=True),
        "city": _type("city", "城市", "cities", "polygon", ("town", "towns", "市"), region=True),
        "college": _type("college", "高校", "colleges", "point", ("university", "universities", "大学")),
        "airport": _type("airport", "机场", "airports", "point", ("airfield", "airfields")),
        "railway": _type("railway", "铁路", "railways", "line", ("railway line", "rail lines", "铁路线")),
        "river": _type("river", "河流", "rivers", "line", ("河", "stream", "streams")),
        "lake": _type("lake", "湖泊", "lakes", "polygon", ("湖",)),
    }  # fmt: skip
    attributes = {
        x.id: x
        for x in (
            Attribute("name", "text", Labels("name", "名称"), ("names", "名字")),
            Attribute("population", "number", Labels("population", "人口"), ("总人口", "人口数", "inhabitants")),
            Attribute("women", "number", Labels("female population", "女性人口"), ("women", "女性")),
            Attribute("men", "number", Labels("male population", "男性人口"), ("men", "男性")),
            *(_yearly("people", "population", "人口", x) for x in (2000, 2010, 2020)),
            *(_yearly("gdp", "GDP", "GDP", x) for x in (1994, 2000)),
            Attribute("runways", "number", Labels("runways", "跑道数"), ("number of runways",)),
        )
    }
    layers = (
        _layer("provinces", "province", "polygon", "name", "population", "women", "men", "gdp_1994", "gdp_2000"),
        _layer("cities", "city", "polygon", "name", "people_2000", "people_2010", "people_2020"),
        _layer("colleges", "college", "point", "name"),
        _layer("airports", "airport", "point", "name", "runways"),
        _layer("railways", "railway", "line", "name"),
        _layer("rivers", "river", "line", "name"),
        _layer("lakes", "lake", "polygon", "name"),
    )
    names = (
        *_names("province", "provinces", "Norland", "诺兰省"), *_names("province", "provinces", "Sudria", "苏德里省"),
        *_names("city", "cities", "Harwick", "哈威市"), *_names("city", "cities", "Brenton", "布伦顿市"),
        *_names("river", "rivers", "Silver River", "银河"), *_names("river", "rivers", "Long Water", "长水"),
        *_names("railway", "railways", "Northern Line", "北方线"),
        *_names("college", "colleges", "Harwick College", "哈威大学"),
    )  # fmt: skip
    return SchemaCard("nation", types, attributes, {}, layers, names), city()[1]


def _yearly(ident: str, en: str, zh: str, year: int) -> Attribute:
    words = (
        f"{en} in {year}",
        f"{year} {en}",
        f"{en} {year}",
        f"{en} of {year}",
        f"{year}年的{zh}",
        f"{year}{zh}",
    )
    return Attribute(f"{ident}_{year}", "number", Labels(f"{en} {year}", f"{year}年{zh}"), words)


def _type(  # one row of a table
    en: str, zh: str, plural: str, geometry: str, words: tuple[str, ...], *, region: bool = False
) -> EntityType:
    return EntityType(en, Labels(en, zh), Labels(plural, zh), (geometry,), words, 5_000.0, region=region)  # type: ignore[arg-type]


def _layer(table: str, entity_type: str, geometry: str, *columns: str) -> Layer:
    made = {x: Column(x, x, "text" if x == "name" else "number") for x in columns}
    return Layer(table, entity_type, Labels(table, table), geometry, 10, (10.0, 50.0, 12.0, 52.0), made)  # type: ignore[arg-type]


def _names(entity_type: str, table: str, *names: str) -> tuple[Name, ...]:
    return tuple(Name(x, entity_type, table, (1,), names[0]) for x in names)


@cache
def resident() -> Reader:
    """A reader of the nation."""
    return Reader(*nation())
