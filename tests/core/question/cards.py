"""Two invented schema cards: a geological one on the project's vocabulary, and a city that knows no geology."""

from __future__ import annotations

from functools import cache

from core.settings import ROOT
from core.vocabulary.card import Attribute, Column, Concept, EntityType, Labels, Layer, Name, SchemaCard
from core.vocabulary.mappings import DimensionEntry, UnitEntry, load_mappings
from core.vocabulary.mappings import LabelsEntry as Pair
from core.vocabulary.units import Units


@cache
def geology() -> tuple[SchemaCard, Units]:
    """Invented layers of an invented country, with the vocabulary of ``data_mappings/``."""
    mappings = load_mappings(ROOT / "data_mappings")
    types = {
        x.id: EntityType(
            x.id, Labels(x.labels.en, x.labels.zh), Labels(x.plural.en, x.plural.zh), x.geometry, x.synonyms,
            x.near_m, x.name_attribute, x.key_attributes, x.words_imply, x.region,
        )
        for x in mappings.entity_types
    }  # fmt: skip
    attributes = {
        x.id: Attribute(x.id, x.kind, Labels(x.labels.en, x.labels.zh), x.synonyms, x.unit, x.dimension, x.element)
        for x in mappings.attributes
    }
    concepts = {
        x.id: Concept(x.id, x.attributes, Labels(x.labels.en, x.labels.zh), x.synonyms, x.family, x.rank)
        for x in mappings.concepts
    }
    layers = (
        _layer("ores", "deposit", "point", name=None, commodity=("Au", "Cu"), genetic_type=("skarn",), size=None,
               discovery_year=None),
        _layer("breaks", "fault", "line", name=None, fault_type=("thrust",), strike=("NE",)),
        _layer("units", "geo_body", "polygon", name=None, lithology=("granite",), age=("Permian",),
               body_class=("intrusion",), group=("Merrow Group", "桐山群"),
               formation=("Tarn Formation", "墨溪组")),
        _layer("lines", "geo_boundary", "line", boundary_type=("Conformable",)),
        _layer("chem", "geochem_sample", "point", sample_id=None, Au="ppb", Cu="ppm", La="ppm", As="ppm",
               Zn="ppm", MgO="%"),
        _layer("areas", "region", "polygon", name=None),
    )  # fmt: skip
    sizes = Column(
        "size", "size", "text", inventory=("大型", "小型"), concepts={"large": ("大型",), "small": ("小型",)}
    )
    layers[0].columns["size"] = sizes  # type: ignore[index]
    names = (
        *_names("region", "areas", ("Orrest Fell", "青岭"), ("Orrest",)),
        *_names("region", "areas", ("Low Wood", "低林省"), ("低林",)),
        *_names("deposit", "ores", ("Holbeck gold deposit", "霍尔金矿")),
        *_names("deposit", "ores", ("Rydal", "云坪铜矿")),
        *_names("fault", "breaks", ("Stock Ghyll Fault", "石溪断裂")),
        *_names("geo_body", "units", ("Ambleside pluton", "安边岩体")),
        *_names("fault", "breaks", ("Tarn Hows Fault", "碧湖断裂")),
        *_names("deposit", "ores", ("Tarn Hows Copper Deposit", "碧湖铜矿")),
    )
    return SchemaCard("geology", types, attributes, concepts, layers, names), Units(mappings.units)


@cache
def city() -> tuple[SchemaCard, Units]:
    """Parks, roads, hospitals and districts: nothing of it occurs in the project's vocabulary."""
    types = {
        "park": _type("park", "park", "公园", "parks", ("polygon",), ("green space", "绿地"), 800.0),
        "road": _type("road", "road", "道路", "roads", ("line",), ("street", "streets", "马路", "公路"), 300.0),
        "hospital": _type("hospital", "hospital", "医院", "hospitals", ("point",), ("clinic", "clinics"), 1500.0),
        "district": _type("district", "district", "区", "districts", ("polygon",), ("城区",), 5000.0, region=True),
    }
    attributes = {
        "name": Attribute("name", "text", Labels("name", "名称")),
        "grade": Attribute("grade", "text", Labels("grade", "等级"), ("hospital grade", "级别")),
        "beds": Attribute("beds", "number", Labels("beds", "床位数"), ("number of beds", "床位")),
        "built": Attribute("built", "year", Labels("year built", "建成年份"), ("built", "opened", "建于", "建成")),
        "lanes": Attribute("lanes", "number", Labels("lanes", "车道数"), ("number of lanes",)),
        "area": Attribute("area_ha", "number", Labels("lawn", "草坪"), (), "ha", "area"),
    }
    attributes = {x.id: x for x in attributes.values()}
    concepts = {
        "general": Concept("general", ("grade",), Labels("general", "综合"), ("综合性",), rank=2),
        "local": Concept("local", ("grade",), Labels("community", "社区"), ("社区级",), rank=1),
    }
    layers = (
        _layer("parks", "park", "polygon", name=None, built=None, area_ha="ha"),
        _layer("roads", "road", "line", name=None, lanes=None),
        _layer("clinics", "hospital", "point", name=None, grade=("general", "local"), beds=None, built=None),
        _layer("wards", "district", "polygon", name=None),
    )
    names = (
        *_names("district", "wards", ("Northgate", "北门")),
        *_names("park", "parks", ("Linden Park", "椴树公园")),
        *_names("road", "roads", ("Harbour Road", "港口路")),
    )
    units = {
        "length": DimensionEntry(base="m", units={
            "m": UnitEntry(factor=1, synonyms=("metres", "米"), labels=Pair(en="m", zh="米")),
            "km": UnitEntry(factor=1000, synonyms=("kilometres", "公里"), labels=Pair(en="km", zh="公里")),
        }),
        "area": DimensionEntry(base="m2", units={
            "ha": UnitEntry(factor=1e4, synonyms=("hectares", "公顷"), labels=Pair(en="ha", zh="公顷")),
        }),
    }  # fmt: skip
    return SchemaCard("city", types, attributes, concepts, layers, names), Units(units)


def _type(  # noqa: PLR0917  # one row of a table
    ident: str, en: str, zh: str, plural: str, geometry: tuple[str, ...], words: tuple[str, ...], near_m: float,
    *, region: bool = False,
) -> EntityType:  # fmt: skip
    return EntityType(ident, Labels(en, zh), Labels(plural, zh), geometry, words, near_m, region=region)  # type: ignore[arg-type]


def _layer(table: str, entity_type: str, geometry: str, **columns: tuple[str, ...] | str | None) -> Layer:
    made = {
        a: Column(
            a, a, "text", inventory=v if isinstance(v, tuple) else None, unit=v if isinstance(v, str) else None
        )
        for a, v in columns.items()
    }
    return Layer(table, entity_type, Labels(table, table), geometry, 10, (10.0, 50.0, 12.0, 52.0), made)  # type: ignore[arg-type]


def _names(
    entity_type: str, table: str, names: tuple[str, str], aliases: tuple[str, ...] = ()
) -> tuple[Name, ...]:
    plain = tuple(Name(x, entity_type, table, (1,), names[0]) for x in names)
    return (*plain, *(Name(x, entity_type, table, (1,), names[0], alias=True) for x in aliases))
