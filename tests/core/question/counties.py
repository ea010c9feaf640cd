"""The invented country as a database with two kinds of study areas, which are features asked for as well.

A name may belong to a province and a city in it, to a river and a lake, and numbers name a group of universities.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from core.question.reader import Reader
from core.vocabulary.card import Attribute, Column, Concept, Labels, Name, SchemaCard
from core.vocabulary.units import Units
from tests.core.question.terrains import country


@cache
def counties() -> tuple[SchemaCard, Units]:
    """Provinces and cities are study areas; universities have owners and belong to the scheme 77 or 88."""
    card, units = country()
    types = {x.id: replace(x, region=x.id in ("province", "city")) for x in card.entity_types.values()}
    words = {x: {"rank": "manor"} for x in ("manor", "manors", "庄园市")}
    types["city"] = replace(types["city"], synonyms=(*types["city"].synonyms, *words), words_imply=words)
    attributes = {
        **card.attributes,
        "scheme77": Attribute("scheme77", "text", Labels("scheme 77", "77工程")),
        "scheme88": Attribute("scheme88", "text", Labels("scheme 88", "88工程")),
        "owner": Attribute("owner", "text", Labels("owner", "主管部门"), ("run by", "所属", "隶属")),
        "rank": Attribute("rank", "text", Labels("rank", "行政类别")),
    }
    concepts = {
        **card.concepts,
        "in77": Concept("in77", ("scheme77",), Labels("77", "77"), ("scheme 77", "77工程")),
        "in88": Concept("in88", ("scheme88",), Labels("88", "88"), ("scheme 88", "88工程")),
        "guild": Concept("guild", ("owner",), Labels("Guild of Mills", "磨坊公会"), ()),
        "free": Concept("free", ("rank",), Labels("free city", "自由市"), ("free cities",)),
        "manor": Concept("manor", ("rank",), Labels("manor town", "庄园"), ()),
        "county": Concept("county", ("rank",), Labels("county town", "县级市"), ("county towns",)),
    }
    columns: dict[str, dict[str, tuple[str, ...]]] = {
        "universities": {"scheme77": ("in77",), "scheme88": ("in88",), "owner": ("guild",)},
        "cities": {"rank": ("free", "county", "manor")},
    }
    layers = tuple(
        replace(
            layer,
            rows={"provinces": 8, "cities": 60}.get(layer.table, 100),
            columns={
                **layer.columns,
                **{
                    a: Column(a, a, "text", concepts={c: (c,) for c in values})
                    for a, values in columns.get(layer.table, {}).items()
                },
            },
        )
        for layer in card.layers
    )
    more = (
        ("province", "provinces", "Estmark", "东港市"), ("city", "cities", "Estmark", "东港市"),
        ("river", "rivers", "Amber", "珀水"), ("lake", "lakes", "Amber", "珀水"),
        ("river", "rivers", "Red River", "赤河"), ("railway", "railways", "Harbour Line", "海港线"),
        ("university", "universities", "Mill College", "磨坊大学"),
    )  # fmt: skip
    names = (*card.names, *(Name(x, kind, table, (1,), en) for kind, table, en, zh in more for x in (en, zh)))
    return SchemaCard("counties", types, attributes, concepts, layers, names), units


@cache
def clerk() -> Reader:
    """A reader of the card."""
    return Reader(*counties())
