"""The forty answers worked out by SQL written by hand on the loaded tables.

The formulations differ from the product's on purpose: distances come from an azimuthal equidistant projection
centred on the target (for lines and polygons: on the middle of the shortest line), which is exact from its centre;
candidates come from ``ST_DWithin`` on geography with a margin; topology from ``ST_Relate`` patterns.
"""

from __future__ import annotations

import psycopg

from tests.acceptance.expected import Expected, Near

PREPARE = r"""
DROP SCHEMA IF EXISTS probe CASCADE;
CREATE SCHEMA probe;
CREATE FUNCTION probe.flat(p geometry) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('+proj=aeqd +lat_0=%s +lon_0=%s +datum=WGS84 +units=m +no_defs', ST_Y(p), ST_X(p)) $$;
CREATE FUNCTION probe.fine(g geometry) RETURNS geometry LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN ST_Dimension(g) = 0 THEN g
    ELSE ST_Segmentize(g::geography, 250)::geometry END $$;
CREATE FUNCTION probe.centre(a geometry, b geometry) RETURNS geometry LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN ST_Dimension(a) = 0 THEN a
    ELSE ST_Transform(ST_LineInterpolatePoint(
           ST_ShortestLine(ST_Transform(a, u), ST_Transform(b, u)), 0.5), 4326) END
  FROM (SELECT 32601 + floor((ST_X(ST_PointOnSurface(a)) + 180) / 6)::int AS u) x $$;
CREATE FUNCTION probe.metres(a geometry, b geometry) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN NOT ST_Disjoint(a, b) THEN 0
    ELSE (SELECT ST_Distance(ST_Transform(probe.fine(a), f), ST_Transform(probe.fine(b), f))
          FROM (SELECT probe.flat(probe.centre(a, b)) AS f OFFSET 0) x) END $$;

CREATE VIEW probe.deposit AS
  SELECT 'bayan_obo_occurrences' AS tab, fid,
         string_to_array(translate("矿种", '()', '- '), '-') AS metals,
         "规模" AS size, "成因类型" AS genesis, "发现年份"::int AS year, geom
    FROM layers.bayan_obo_occurrences
  UNION ALL SELECT 'yunnan_ore_points', fid, string_to_array("矿种", '、'), "规模", "成因类型",
    "发现时间"::int, geom FROM layers.yunnan_ore_points
  UNION ALL SELECT 'sichuan_deposits', fid, string_to_array("COMMODITY", '/'), "SCALE", "GENESIS",
    "YEAR_FOUND"::int, geom FROM layers.sichuan_deposits;
CREATE TABLE probe.mineral AS
  SELECT tab, fid, size, genesis, year, geom,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Au,金,Gold}' AS gold,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Ag,银,Silver}' AS silver,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Cu,铜,Copper}' AS copper,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Fe,铁,Iron}' AS iron,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Pb,铅,Lead}' AS lead,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Zn,锌,Zinc}' AS zinc,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{W,钨,Tungsten}' AS tungsten,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{Sn,锡,Tin}' AS tin,
    (SELECT array_agg(trim(x)) FROM unnest(metals) x) && '{萤石,Fluorite}' AS fluorite
  FROM probe.deposit;
CREATE TABLE probe.fault AS
  SELECT 'bayan_obo_faults' AS tab, fid, "NAME_EN" AS name, "断裂名称" AS name_zh, "断裂性质" AS kind, geom
    FROM layers.bayan_obo_faults
  UNION ALL SELECT 'yunnan_faults', fid, "断层拼音", "断层名称", "断层类型", geom FROM layers.yunnan_faults
  UNION ALL SELECT 'sichuan_faults', fid, fault_name, fault_name_cn, sense, geom FROM layers.sichuan_faults;
CREATE INDEX ON probe.fault USING gist ((geom::geography));
CREATE TABLE probe.body AS
  SELECT 'bayan_obo_bodies' AS tab, fid, "GROUP" AS grp, "FORMATION" AS formation,
         "CLASS" = 'Intrusion' AS intrusion, "LITHOLOGY" AS rock, "AGE" AS age, geom
    FROM layers.bayan_obo_bodies
  UNION ALL SELECT 'yunnan_bodies', fid, "群", "组", "类别" = '侵入岩', "岩性", "时代", geom
    FROM layers.yunnan_bodies
  UNION ALL SELECT 'sichuan_units', fid, grp, fm, kind = 'intrusive rock', rock, era, geom
    FROM layers.sichuan_units;
CREATE INDEX ON probe.body USING gist (geom);
CREATE VIEW probe.granite AS SELECT * FROM probe.body
  WHERE rock ~ '(^|[ -])(monzo)?granite$' OR rock IN ('黑云母花岗岩', '花岗斑岩');
CREATE VIEW probe.area AS
  SELECT 'bayan' AS key, geom FROM layers.bayan_obo_area
  UNION ALL SELECT 'yunnan', geom FROM layers.yunnan_area
  UNION ALL SELECT 'sichuan', geom FROM layers.sichuan_area;
CREATE VIEW probe.mineral_of AS
  SELECT a.key AS area, d.* FROM probe.mineral d JOIN probe.area a ON NOT ST_Disjoint(a.geom, d.geom);
CREATE VIEW probe.fault_of AS
  SELECT a.key AS area, f.* FROM probe.fault f JOIN probe.area a ON NOT ST_Disjoint(a.geom, f.geom);
"""

PAIRS = """
  WITH t AS ({targets}), r AS ({references}), p AS (
    SELECT t.tab, t.fid, r.tab AS rtab, r.fid AS rfid, probe.metres(t.geom, r.geom) AS m FROM t JOIN r
      ON ST_DWithin(t.geom::geography, r.geom::geography, {reach} * 1.005 + 50)
        AND (t.tab, t.fid) <> (r.tab, r.fid))
  SELECT tab, fid, (array_agg(rtab ORDER BY m, rtab, rfid))[1], (array_agg(rfid ORDER BY m, rtab, rfid))[1],
         min(m), count(*) FILTER (WHERE m > {above} AND m <= {most})
  FROM p GROUP BY tab, fid HAVING min(m) > {above} AND min(m) <= {most}
  ORDER BY min(m) {way}, tab, fid {limit}
"""
ANY_FAULT = "SELECT tab, fid, geom FROM probe.fault"
CROSSES = "ST_Relate(l.geom, p.geom, 'T*T******')"
MEETS = "NOT ST_Relate(l.geom, p.geom, 'FF*FF****')"


def prepare(connection: psycopg.Connection) -> None:
    """Make the schema ``probe`` with views and functions of our own; the layers are only read."""
    connection.execute(PREPARE)


def _near(targets: str, references: str = ANY_FAULT, most: float = 1e9, above: float = -1.0, **how: str) -> str:
    # Every deposit of the demo has a fault within 12 km (a row without one would be missing, and be noticed).
    reach = most if most < 1e9 else 12_000.0 if references == ANY_FAULT else 60_000.0
    values = {"way": "", "limit": "", **how}
    if above > 0:  # leave out at once what is certainly nearer
        targets = f"""SELECT * FROM ({targets}) x WHERE NOT EXISTS (SELECT 1 FROM ({references}) y
          WHERE ST_DWithin(x.geom::geography, y.geom::geography, {above} * 0.99 - 10))"""
    return PAIRS.format(targets=targets, references=references, reach=reach, most=most, above=above, **values)


def _minerals(where: str) -> str:
    return f"SELECT tab, fid, geom FROM probe.mineral_of WHERE {where}"


def _everywhere(where: str) -> str:
    return f"SELECT tab, fid, geom FROM probe.mineral WHERE {where}"


def _listed(where: str) -> str:
    return f"SELECT tab, fid FROM probe.mineral_of WHERE {where} ORDER BY tab, fid"


def _inside(targets: str, polygons: str, negated: str = "") -> str:
    return f"""SELECT tab, fid, geom FROM ({targets}) l WHERE {negated} EXISTS (
                 SELECT 1 FROM ({polygons}) p WHERE {MEETS} AND l.geom && p.geom)"""


def _lines(lines: str, polygons: str, pattern: str) -> str:
    return f"""SELECT DISTINCT l.tab, l.fid FROM ({lines}) l JOIN ({polygons}) p ON l.geom && p.geom AND {pattern}
               ORDER BY 1, 2"""


def _samples(table: str, where: str, order: str = "fid", tail: str = "") -> str:
    return f"SELECT '{table}', fid FROM layers.{table} WHERE {where} ORDER BY {order}, fid {tail}"


GROUP = "SELECT geom FROM probe.body WHERE grp = 'Bayan Obo Group'"
INTRUSIONS = "SELECT tab, fid, geom FROM probe.body WHERE intrusion"
FAULTS_OF_BAYAN = "SELECT tab, fid, geom FROM probe.fault_of WHERE area = 'bayan'"


def _fault(column: str, name: str) -> str:
    return f"SELECT tab, fid, geom FROM probe.fault WHERE {column} = '{name}'"


def _mine(name: str) -> str:
    return f"""SELECT 'bayan_obo_occurrences' AS tab, fid, geom FROM layers.bayan_obo_occurrences
               WHERE '{name}' IN ("NAME_EN", "矿产地名")"""


GOLD_OF_BILUTE = _inside(_everywhere("gold"), "SELECT geom FROM probe.body WHERE formation = 'Bilute Formation'")
RICH_SAMPLES = """SELECT 'bayan_obo_samples' AS tab, fid, geom FROM layers.bayan_obo_samples
                  WHERE "La(ppm)" > 500"""
BELT = "Northern margin fault belt of the North China Craton"

STATEMENTS: dict[int, str] = {
    1: _near(_minerals("area = 'bayan' AND gold"), most=5_000),
    2: _listed("area = 'bayan' AND iron AND genesis IN ('矽卡岩型', 'Skarn')"),
    3: _listed("area = 'yunnan' AND copper"),
    4: _samples("bayan_obo_samples", '"Au(ppb)" > 20', '"Au(ppb)" DESC'),
    5: _samples("sichuan_soils", '"Cu_ppm" / 1e4 > 0.02', '"Cu_ppm" DESC'),
    6: _near(
        _minerals("area = 'bayan' AND tungsten"),
        "SELECT * FROM probe.fault WHERE kind IN ('逆冲断层', 'thrust')",
        most=1_000,
    ),
    7: _near(_everywhere("true"), _fault("name", "Wulanbaolige fault"), limit="LIMIT 5"),
    8: _listed("area = 'yunnan' AND year < 1980"),
    9: _inside(
        _minerals("area = 'sichuan' AND lead AND zinc"),
        "SELECT geom FROM probe.body WHERE rock ~ '(^|, )dolomite$'",
    )
    + " ORDER BY 1, 2",
    10: _lines(FAULTS_OF_BAYAN, "SELECT geom FROM probe.granite WHERE age IN ('Permian', '二叠纪')", MEETS),
    11: _lines(ANY_FAULT, GROUP, CROSSES),
    12: _listed("area = 'bayan' AND size IN ('大型', '超大型')"),
    13: _near(_minerals("area = 'bayan'"), above=5_000),
    14: _near(_minerals("area = 'bayan' AND fluorite"), most=3_000, above=500),
    15: _samples("bayan_obo_samples", '"La(ppm)" IS NOT NULL', '"La(ppm)" DESC', "LIMIT 10"),
    16: _near(GOLD_OF_BILUTE, most=2_000),
    17: _near(INTRUSIONS, _fault("name", BELT), most=1_000),
    18: _near(RICH_SAMPLES, _mine("Bayan Obo Main Orebody"), most=3_000),
    19: _listed("area = 'yunnan' AND copper AND NOT gold"),
    20: _near(_minerals("area = 'sichuan'"), above=2_000, way="DESC", limit="LIMIT 1"),
    21: _near(_minerals("area = 'bayan' AND gold AND genesis = '岩浆热液型'"), most=5_000),
    22: _listed("area = 'sichuan' AND lead AND zinc"),
    23: _listed("area = 'bayan' AND iron AND size = '大型'"),
    24: """SELECT 'bayan_obo_samples', fid FROM layers.bayan_obo_samples
             WHERE "Au(ppb)" > 50 AND "采样介质" = '水系沉积物'
           UNION ALL SELECT 'yunnan_samples', fid FROM layers.yunnan_samples
             WHERE "Au[10-9]" / 1000 > 0.05 AND "样品类型" = '水系沉积物'
           UNION ALL SELECT 'sichuan_soils', fid FROM layers.sichuan_soils
             WHERE "Au_g/t" > 0.05 AND "Medium" = 'stream sediment'
           ORDER BY 1, 2""",
    25: _samples("sichuan_soils", '"Zn_ppm" > 200', '"Zn_ppm" DESC'),
    26: _near(
        _everywhere("copper"),
        "SELECT * FROM probe.fault WHERE kind IN ('逆断层', '逆冲断层', 'reverse', 'thrust')",
        most=2_000,
    ),
    27: _near(_everywhere("gold"), _mine("白云鄂博主矿"), limit="LIMIT 3"),
    28: _inside(_everywhere("tungsten"), "SELECT geom FROM probe.granite") + " ORDER BY 1, 2",
    29: _lines(ANY_FAULT, "SELECT geom FROM probe.body WHERE intrusion AND age IN ('Permian', '二叠纪')", CROSSES),
    30: _listed("area = 'yunnan' AND tin AND year > 1990"),
    31: _near(_minerals("area = 'bayan'"), above=6_000),
    32: _near(_minerals("area = 'sichuan' AND gold"), most=500),
    33: _samples("bayan_obo_samples", '"SiO2(wt%)" < 50'),
    34: _samples("bayan_obo_samples", '"La(ppm)" IS NOT NULL', '"La(ppm)" DESC', "LIMIT 5"),
    35: _near(ANY_FAULT, _mine("比鲁特金矿"), most=3_000),
    36: _inside(_everywhere("gold"), GROUP) + " ORDER BY 1, 2",
    37: _near(INTRUSIONS, _fault("name_zh", "白云鄂博—白乃庙断裂"), most=1_000),
    38: _listed("area = 'yunnan' AND (gold OR silver)"),
    39: _inside(_minerals("area = 'bayan' AND tungsten"), "SELECT geom FROM probe.granite", "NOT")
    + " ORDER BY 1, 2",
    40: _near(_minerals("area = 'sichuan' AND copper"), most=3_000, above=1_000),
}


def answer(connection: psycopg.Connection, number: int) -> Expected:
    """Expected answer to question `number`."""
    rows = connection.execute(STATEMENTS[number]).fetchall()  # type: ignore[arg-type]
    features = tuple((row[0], row[1]) for row in rows)
    if rows and len(rows[0]) == 6:
        return Expected(features, {(r[0], r[1]): Near((r[2], r[3]), r[4], r[5]) for r in rows})
    return Expected(features)
