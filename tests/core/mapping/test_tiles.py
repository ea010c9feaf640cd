"""Vector tiles hold every feature of their square, by hand-written SQL and another program's reading of them."""

from __future__ import annotations

import gzip
import math
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import pyogrio
import pytest
import shapely
import sqlalchemy as sa

from core.database.engine import Database
from core.errors import DatabaseError
from core.mapping import tile_sql
from core.mapping.features import layer_id
from core.mapping.tile_grid import BUFFER_PX, EXTENT, MAX_ZOOM, PIXEL, Tile
from core.mapping.tiles import TileFile, VectorTiles, read_tile
from core.vocabulary.card import Labels, Layer, SchemaCard, Source

POINTS = 30_000
HALF = 20037508.342789244
MAKE = '''
CREATE TABLE layers."many ""points""" (fid bigint PRIMARY KEY, geom geometry(Point,4326));
INSERT INTO layers."many ""points"""
  SELECT i, ST_SetSRID(ST_MakePoint(100 + 4 * ((i * 7919) %% 10007) / 10007.0,
                                    30 + 3 * ((i * 1047) %% 9973) / 9973.0), 4326)
  FROM generate_series(1, 30000) i;
CREATE TABLE layers.fields (fid bigint PRIMARY KEY, geom geometry(MultiPolygon,4326));
INSERT INTO layers.fields
  SELECT i, ST_Multi(ST_Buffer(ST_SetSRID(ST_MakePoint(100 + (i %% 60) * 0.05, 30 + (i / 60) * 0.05), 4326),
                               CASE WHEN i %% 7 = 0 THEN 0.0004 ELSE 0.024 END, 24))
  FROM generate_series(0, 2399) i;
CREATE TABLE layers.odd (fid bigint PRIMARY KEY, geom geometry(MultiPolygon,4326));
INSERT INTO layers.odd VALUES
  (1, ST_Multi(ST_MakeEnvelope(-180, -90, 180, 90, 4326))),
  (2, ST_Multi(ST_MakeEnvelope(100, 30, 104, 30.00001, 4326))),
  (3, ST_GeomFromText('MULTIPOLYGON(((100 10,120 10,120 11,101 11,101 20,120 20,120 21,100 21,100 10)))', 4326));
CREATE TABLE layers.ways (fid bigint PRIMARY KEY, geom geometry(MultiLineString,4326));
INSERT INTO layers.ways
  SELECT i, ST_Multi(ST_MakeLine(ARRAY(
    SELECT ST_SetSRID(ST_MakePoint(99 + j * 0.01, 30 + i * 0.01 + 0.004 * sin(j * 0.7)), 4326)
    FROM generate_series(0, 600) j)))
  FROM generate_series(1, 200) i;
'''  # fmt: skip


def layer(table: str, geometry: Any, rows: int) -> Layer:
    return Layer(table, "thing", Labels(table, table), geometry, rows, (100, 30, 104, 33), {})


POINT_LAYER = layer('many "points"', "point", POINTS)
FIELDS, ODD, WAYS = layer("fields", "polygon", 2_400), layer("odd", "polygon", 3), layer("ways", "line", 200)


@pytest.fixture(scope="module")
def db(module_database: Database) -> Database:
    with module_database.owner.begin() as c:
        c.exec_driver_sql(MAKE)
        for one in (POINT_LAYER, FIELDS, ODD, WAYS):
            name = one.table.replace('"', '""')
            c.exec_driver_sql(f'CREATE INDEX ON layers."{name}" USING gist (geom)')
            c.exec_driver_sql(f'GRANT SELECT ON layers."{name}" TO "{module_database.reader_role}"')
        c.exec_driver_sql("CREATE TABLE oresight.secret (fid bigint PRIMARY KEY, geom geometry(Point,4326))")
    return module_database


@pytest.fixture
def card() -> SchemaCard:
    return SchemaCard("v1", {}, {}, {}, (POINT_LAYER, FIELDS, ODD, WAYS))


def tile_at(z: int, lon: float, lat: float) -> Tile:
    y = (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2
    return Tile(z, int((lon + 180) / 360 * 2**z), int(y * 2**z))


def decoded(file: TileFile, tile: Tile, directory: Path) -> dict[str, geopandas.GeoDataFrame]:
    """Layer of the tile → its features in Web Mercator, as GDAL reads them."""
    path = directory / str(tile.z) / str(tile.x) / f"{tile.y}.pbf"
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.decompress(file.gzipped))
    return {
        str(name): pyogrio.read_dataframe(path, layer=name, X=tile.x, Y=tile.y, Z=tile.z, CLIP="NO")
        for name, _ in pyogrio.list_layers(path)
    }


def query(db: Database, sql: str, **values: Any) -> list[Any]:
    with db.owner.connect() as connection:
        return list(connection.execute(sa.text(sql), values).scalars())


def square(tile: Tile, more: float = BUFFER_PX / 512) -> tuple[float, float, float, float]:
    """West, south, east, north with the buffer, metres: written anew, not taken from the code."""
    size = 2 * HALF / 2**tile.z
    west, north = (tile.x - more) * size - HALF, HALF - (tile.y - more) * size
    return west, north - (1 + 2 * more) * size, west + (1 + 2 * more) * size, north


INSIDE = """
SELECT fid FROM layers.{} WHERE ST_Intersects(geom, ST_Transform(ST_MakeEnvelope(:w, :s, :e, :n, 3857), 4326))
"""


def ids_in(db: Database, table: str, tile: Tile) -> list[int]:
    w, s, e, n = square(tile)
    return query(db, INSIDE.format(table), w=w, s=s, e=e, n=n)


@pytest.mark.parametrize("z", [9, 11])
def test_of_few_points_each_is_there_where_it_belongs(db: Database, tmp_path: Path, z: int) -> None:
    tile = tile_at(z, 101.3, 31.1)
    file = read_tile(db, POINT_LAYER, tile)
    expected = ids_in(db, '"many ""points"""', tile)
    found = decoded(file, tile, tmp_path)["points"]
    assert len(expected) > 10
    assert sorted(found["mvt_id"]) == sorted(expected)
    assert set(found["n"]) == {1}
    assert (file.total, file.left_out) == (len(expected), 0)
    true = query(db, 'SELECT ST_AsBinary(ST_Transform(geom, 3857)) FROM layers."many ""points""" ORDER BY fid')
    unit = 2 * HALF / 2**z / EXTENT
    off = [
        g.distance(shapely.from_wkb(bytes(true[i - 1])))
        for g, i in zip(found.geometry, found["mvt_id"], strict=True)
    ]
    assert max(off) <= unit


@pytest.mark.parametrize("z", [2, 6, 7])
def test_many_points_are_merged_by_cells_that_count_them(db: Database, tmp_path: Path, z: int) -> None:
    tile = tile_at(z, 101.3, 31.1)
    file = read_tile(db, POINT_LAYER, tile)
    places = query(db, 'SELECT ST_AsBinary(ST_Transform(geom, 3857)) FROM layers."many ""points""" ORDER BY fid')
    xy = shapely.get_coordinates(shapely.from_wkb([bytes(x) for x in places]))
    size = 2 * HALF / 2**z
    units = np.column_stack([(xy[:, 0] + HALF) / size - tile.x, (HALF - xy[:, 1]) / size - tile.y]) * EXTENT
    edge = BUFFER_PX * PIXEL
    near = ((units >= -edge) & (units < EXTENT + edge)).all(axis=1)
    cells = Counter(map(tuple, np.floor(units[near] / 32).astype(int).tolist()))
    found = decoded(file, tile, tmp_path)["points"]
    assert near.sum() > tile_sql.ALL_POINTS
    assert file.total == near.sum() == found["n"].sum()
    assert len(found) == len(cells) <= ((EXTENT + 2 * edge) // 32) ** 2
    assert sorted(found["n"]) == sorted(cells.values())
    firsts = {
        c: i + 1
        for i in reversed(np.flatnonzero(near).tolist())
        for c in [tuple(np.floor(units[i] / 32).astype(int))]
    }
    assert sorted(found["mvt_id"]) == sorted(firsts.values())


@pytest.mark.parametrize("z", [4, 6, 8, 10])
def test_every_area_of_a_square_is_in_its_tile(db: Database, tmp_path: Path, z: int) -> None:
    tile = tile_at(z, 101.3, 31.1)
    file = read_tile(db, FIELDS, tile)
    found = decoded(file, tile, tmp_path)
    expected = set(ids_in(db, "fields", tile))
    shapes = set(found["shapes"]["mvt_id"]) if "shapes" in found else set()
    merged = int(found["dots"]["n"].sum()) if "dots" in found else 0
    assert len(expected) > 5
    assert shapes <= expected
    assert len(shapes) + merged == len(expected) == file.total
    assert "dots" in found or z > 8  # the small ones are merged where they are smaller than a pixel
    if shapes:
        west, south, east, north = found["shapes"].total_bounds
        unit = 2 * HALF / 2**z / EXTENT
        w, s, e, n = square(tile)
        assert west >= w - unit
        assert south >= s - unit
        assert east <= e + unit
        assert north <= n + unit


def test_areas_keep_their_outline_within_a_pixel_and_lose_corners(db: Database, tmp_path: Path) -> None:
    tile = tile_at(9, 101.3, 31.1)
    found = decoded(read_tile(db, FIELDS, tile), tile, tmp_path)["shapes"].set_index("mvt_id")
    inner = shapely.box(*square(tile, -0.05))
    pixel = 2 * HALF / 2**9 / 512
    whole = [i for i, g in found.geometry.items() if inner.contains(g)]
    assert len(whole) > 20
    for fid in whole[:40]:
        true = shapely.from_wkb(
            bytes(
                query(db, "SELECT ST_AsBinary(ST_Transform(geom, 3857)) FROM layers.fields WHERE fid = :i", i=fid)[
                    0
                ]
            )
        )
        assert found.geometry[fid].hausdorff_distance(true) <= pixel
        assert shapely.get_num_coordinates(found.geometry[fid]) < shapely.get_num_coordinates(true)


def test_lines_are_clipped_and_simplified(db: Database, tmp_path: Path) -> None:
    tile = tile_at(8, 101.3, 31.1)
    file = read_tile(db, WAYS, tile)
    found = decoded(file, tile, tmp_path)["shapes"]
    assert sorted(found["mvt_id"]) == sorted(ids_in(db, "ways", tile))
    assert shapely.get_num_coordinates(found.geometry.to_numpy()).max() < 601
    west, _, east, _ = square(tile)
    assert found.total_bounds[0] >= west - 100
    assert found.total_bounds[2] <= east + 100


def test_poles_slivers_and_boxes_that_only_seem_to_meet(db: Database, tmp_path: Path) -> None:
    world = Tile(0, 0, 0)
    shapes = decoded(read_tile(db, ODD, world), world, tmp_path / "a")["shapes"].set_index("mvt_id")
    assert shapes.geometry[1].area == pytest.approx((2 * HALF) ** 2, rel=0.001)
    thin = tile_at(9, 102, 30)
    there = decoded(read_tile(db, ODD, thin), thin, tmp_path / "b")["shapes"].set_index("mvt_id")
    assert set(there.index) == {1, 2}  # thinner than a unit: drawn as a line
    assert there.geometry[2].length > 1000
    notch = tile_at(6, 110, 15)  # inside the box of the bracket, outside of its shape
    seen = decoded(read_tile(db, ODD, notch), notch, tmp_path / "c")["shapes"]
    assert sorted(seen["mvt_id"]) == sorted(ids_in(db, "odd", notch)) == [1]


def test_what_exceeds_the_limit_is_counted(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tile = tile_at(6, 101.3, 31.1)
    total = read_tile(db, FIELDS, tile).total
    large = [i for i in ids_in(db, "fields", tile) if i % 7]
    monkeypatch.setattr(tile_sql, "MAX_SHAPES", 100)
    file = read_tile(db, FIELDS, tile)
    assert (file.total, file.left_out) == (total, len(large) - 100)
    assert len(decoded(file, tile, tmp_path)["shapes"]) == 100


def test_an_empty_square_is_empty(db: Database) -> None:
    for one in (POINT_LAYER, FIELDS, WAYS):
        assert read_tile(db, one, tile_at(9, -60, -30)) == TileFile(
            b"", read_tile(db, one, tile_at(9, -60, -30)).etag, 0, 0
        )


@pytest.mark.parametrize(
    "place",
    [(-1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 8, 0), (3, -1, 0), (MAX_ZOOM + 1, 0, 0), (10**9, 0, 0), (5, 10**30, 1)],
)
def test_squares_that_are_none_are_not_asked_for(
    db: Database, card: SchemaCard, place: tuple[int, int, int]
) -> None:
    assert VectorTiles().get(db, card, layer_id("fields"), Tile(*place)) is None


@pytest.mark.parametrize(
    "name", ["secret", "fields", "layers.fields", "pg_class", "'; DROP TABLE layers.fields; --", ""]
)
def test_only_layers_of_the_card_are_reached_and_only_by_their_id(
    db: Database, card: SchemaCard, name: str
) -> None:
    assert VectorTiles().get(db, card, name, Tile(0, 0, 0)) is None
    if name == "secret":
        assert VectorTiles().get(db, card, layer_id(name), Tile(0, 0, 0)) is None


def test_tiles_are_read_by_the_reading_role(db: Database) -> None:
    hidden = replace(layer("secret", "point", 1), source=Source("oresight", "secret", "fid", "geom", 4326))
    with pytest.raises(sa.exc.ProgrammingError, match="permission denied"):
        read_tile(db, hidden, Tile(0, 0, 0))


def test_a_tile_has_a_time_limit_and_says_so(db: Database, card: SchemaCard) -> None:
    with pytest.raises(DatabaseError, match="given up"):
        VectorTiles(timeout_ms=1).get(db, card, layer_id("fields"), tile_at(4, 101, 31))


def test_a_tile_is_made_once_for_each_state_of_the_data(db: Database, card: SchemaCard) -> None:
    tiles, made = VectorTiles(), []
    identifier, tile = layer_id("fields"), tile_at(8, 101.3, 31.1)
    threads = [
        threading.Thread(target=lambda: made.append(tiles.get(db, card, identifier, tile))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(x) for x in made}) == 1
    assert tiles.figures()["misses"] == 1
    newer = SchemaCard("v2", {}, {}, {}, card.layers)
    again = tiles.get(db, newer, identifier, tile)
    assert tiles.figures()["misses"] == 2
    assert again is not None
    assert again.etag == made[0].etag


def test_the_cache_holds_so_many_bytes(db: Database, card: SchemaCard) -> None:
    tiles = VectorTiles(limit=20_000)
    for x in range(12):
        tiles.get(
            db,
            card,
            layer_id('many "points"'),
            Tile(9, tile_at(9, 101, 31).x + x % 6, tile_at(9, 101, 31).y - x // 6),
        )
    assert tiles.figures()["misses"] == 12
    assert 0 < tiles.figures()["bytes"] <= 20_000
