"""The schema card: what exists and is bound is in it, everything else is named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import shapely

from core.database.catalog import build_card, card_findings
from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.vocabulary.card import SchemaCard
from core.vocabulary.mappings import Mappings, load_mappings
from tests.core.ingest import files
from tests.core.vocabulary.tiny import labels, write_mappings

TABLES = {
    "wells": {"entity_type": "well", "title": labels("Wells", "井"), "provenance": "Town 2020", "invented": True},
    "zones": {
        "entity_type": "zone",
        "title": labels("Zones", "区"),
        "extent_words": ["town"],
        "feature_key": "name",
    },
}
COLUMNS: dict[str, dict[str, Any]] = {
    "wells": {
        "name": {"column": "Name"},
        "name_zh": {"column": "名称"},
        "use": {"column": "use;of"},
        "state": {"column": "state", "values": {"zu": ["closed"]}},
        "lead": {"column": "Pb(g)", "unit": "g"},
        "built": {"column": "year"},
    },
    "zones": {"name": {"column": "zone"}},
}


@pytest.fixture(scope="module")
def town(module_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A table of wells and one of zones."""
    home = tmp_path_factory.mktemp("town")
    lines = [
        "Name,名称,use;of,state,Pb(g),year,lon,lat",
        "North well,北井,drinking; Irrigation,open,0.5,1987,110.1,41.1",
        "South well,南井,potable,shut,<0.1,1990,110.2,41.2",
        ",西井,灌溉,zu,2,1990,110.3,41.3",
        "North well,,fire,open,3,,110.4,41.4",
    ]
    path = home / "wells.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    load(module_database, path)
    square = shapely.Polygon(files.SQUARE)
    load(module_database, files.geojson(home / "zones.geojson", [files.feature(square, zone="Old  town")]))
    load(module_database, files.geojson(home / "spare.geojson", [files.feature(square, a=1)]))
    return module_database


def _mappings(
    tmp_path: Path, tables: Mapping[str, Any] = TABLES, columns: Mapping[str, Any] = COLUMNS
) -> Mappings:
    return load_mappings(write_mappings(tmp_path, tables, columns))


@pytest.fixture
def card(town: Database, tmp_path: Path) -> SchemaCard:
    return build_card(town, _mappings(tmp_path))


def test_layers(card: SchemaCard) -> None:
    assert [x.table for x in card.layers] == ["wells", "zones"]
    wells, zones = card.layers
    assert (wells.entity_type, wells.geometry, wells.rows) == ("well", "point", 4)
    assert wells.extent == (110.1, 41.1, 110.4, 41.4)
    assert (wells.title.zh, wells.provenance, wells.invented) == ("井", "Town 2020", True)
    assert (zones.geometry, zones.feature_key, zones.extent_words) == ("polygon", "name", ("town",))
    assert zones.max_edge_m == pytest.approx(11_105, abs=5)  # a tenth of a degree of the meridian


def test_columns(card: SchemaCard) -> None:
    columns = card.layer("wells").columns
    assert set(columns) == {"name", "name_zh", "use", "state", "lead", "built"}
    lead = columns["lead"]
    assert (lead.name, lead.sql_type, lead.unit) == ("Pb(g)", "double precision", "g")
    assert (lead.qualifier, lead.limit) == ("Pb(g)__qualifier", "Pb(g)__limit")
    assert lead.inventory is None
    assert columns["built"].sql_type == "bigint"
    assert columns["built"].qualifier is None


def test_inventories_and_meanings(card: SchemaCard) -> None:
    columns = card.layer("wells").columns
    assert columns["use"].inventory == ("drinking; Irrigation", "fire", "potable", "灌溉")
    assert columns["use"].concepts == {
        "drinking": ("drinking; Irrigation", "potable"),
        "irrigation": ("drinking; Irrigation", "灌溉"),
    }
    assert ";" in columns["use"].separators
    assert columns["state"].concepts == {"closed": ("shut", "zu")}
    assert columns["name"].inventory is None  # names are no vocabulary


def test_names(card: SchemaCard) -> None:
    names = {x.text: x for x in card.names if x.table == "wells"}
    assert set(names) == {"North well", "北井", "South well", "南井", "西井"}
    assert names["North well"].fids == (1, 4)  # equal names are one entry
    assert names["北井"].canonical == "North well"
    assert names["西井"].canonical == "西井"
    aliases = {x.text: (x.canonical, x.fids, x.alias) for x in card.names if x.table == "zones"}
    assert aliases == {
        "Old  town": ("Old  town", (1,), False),
        "the centre": ("Old  town", (1,), True),
        "老城": ("Old  town", (1,), True),
    }


def test_version_follows_data_and_mappings(database: Database, tmp_path: Path) -> None:
    mappings = _mappings(tmp_path)
    empty = build_card(database, mappings)
    assert empty.layers == ()
    assert empty.version == build_card(database, mappings).version
    load(database, files.geojson(tmp_path / "z.geojson", [files.feature(shapely.Point(110, 41))]))
    loaded = build_card(database, mappings)
    assert loaded.version != empty.version
    other = mappings.model_copy(update={"aliases": ()})
    assert build_card(database, other).version != loaded.version


def test_what_does_not_fit_is_named_and_left_out(town: Database, tmp_path: Path) -> None:
    tables = {
        **TABLES,
        "gone": {"entity_type": "well", "title": labels("gone")},
        "spare": {"entity_type": "well", "title": labels("spare")},
    }
    columns = {
        "wells": {
            "name": {"column": "NAME"},
            "colour": {"column": "state"},
            "lead": {"column": "state"},
            "built": {"column": "year"},
            "use": {"column": "use;of", "values": {"x": ["swimming"]}},
        },
        "zones": {"name": {"column": "geom"}},
    }
    mappings = _mappings(tmp_path, tables, columns)
    card = build_card(town, mappings)
    assert [x.table for x in card.layers] == ["wells", "zones"]
    assert set(card.layer("wells").columns) == {"built", "use"}
    assert set(card.layer("zones").columns) == set()
    text = "\n".join(card_findings(town, mappings))
    for words in (
        "“gone” is bound but not loaded",
        "“spare” holds polygons",
        "no column “NAME”",
        "colour: there is no such attribute",
        "column “state” is text, not a number",
        "“swimming”, which is no concept",
        "“geom” is the geometry",
        "“Old Town” (zone) names nothing",
    ):
        assert words in text
    assert "“spare” is loaded but not bound" in "\n".join(card_findings(town, _mappings(tmp_path / "b")))


@pytest.mark.parametrize(
    ("unit", "words", "kept"),
    [
        ("furlong", "is not in units.json", "furlong"),
        ("m", "is a unit of length", "m"),
        (None, "mg is assumed", "mg"),
    ],
)
def test_units_are_checked(town: Database, tmp_path: Path, unit: str | None, words: str, kept: str) -> None:
    columns = {"wells": {"lead": {"column": "Pb(g)", "unit": unit}}}
    mappings = _mappings(tmp_path, TABLES, columns)
    assert any(words in x for x in card_findings(town, mappings))
    assert build_card(town, mappings).layer("wells").columns["lead"].unit == kept


def test_layers_of_something_else_are_measured(database: Database, tmp_path: Path) -> None:
    """A table that other software put there has no registry entry, and is a layer all the same."""
    with database.owner.begin() as connection:
        connection.exec_driver_sql(
            'CREATE TABLE layers.wells (fid bigint PRIMARY KEY, "Name" text, code varchar(5), '
            "geom geometry(Point, 4326), geom_ecef geometry(GeometryZ, 4978))"
        )
        connection.exec_driver_sql(
            "INSERT INTO layers.wells VALUES (1, 'A', 'shut', ST_SetSRID(ST_MakePoint(110, 41), 4326), NULL), "
            "(2, 'B', 'shut', ST_SetSRID(ST_MakePoint(111, 42), 4326), NULL)"
        )
        connection.exec_driver_sql("CREATE TABLE layers.notes (fid bigint, note text)")
    columns = {"wells": {"name": {"column": "Name"}, "state": {"column": "code"}}}
    card = build_card(database, _mappings(tmp_path, {"wells": TABLES["wells"]}, columns))
    wells = card.layer("wells")
    assert (wells.rows, wells.extent) == (2, (110.0, 41.0, 111.0, 42.0))
    assert wells.columns["state"].inventory == ("shut",)
    assert wells.columns["state"].concepts == {"closed": ("shut",)}
    assert wells.columns["state"].sql_type == "character varying"


def test_many_values_are_no_vocabulary(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "wells.csv"
    lines = "".join(f"W{i},word{i},110.{i:04d},41.5\n" for i in range(2_001))
    path.write_text("Name,state,lon,lat\n" + lines)
    load(database, path, LoadDecisions(table="wells"))
    columns = {"wells": {"name": {"column": "Name"}, "state": {"column": "state"}}}
    card = build_card(database, _mappings(tmp_path, {"wells": TABLES["wells"]}, columns))
    assert card.layer("wells").columns["state"].inventory is None
    assert len(card.names) == 2_001
