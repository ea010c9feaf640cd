CREATE EXTENSION postgis;
CREATE SCHEMA "odd %";
CREATE TABLE "odd %".districts (
    gid serial PRIMARY KEY, "名称" text, "shape" geometry(MultiPolygon, 32650));
COMMENT ON TABLE "odd %".districts IS '行政区';
CREATE TABLE "odd %"."Parks & ""Gardens""" (
    uid text, name text, "type" text, "area (ha)" double precision, "面积%" integer, pop2010 int, pop2020 int,
    is_open integer, level_park smallint, code text, geom geometry(Geometry, 4326));
CREATE TABLE "odd %".owners (code text PRIMARY KEY, company text, founded integer);
CREATE TABLE "odd %".rivers (objectid bigint, name text, length_km double precision, the_geom geometry);
INSERT INTO "odd %".districts ("名称", shape)
    SELECT x, ST_Multi(ST_MakeEnvelope(500000 + i * 10000, 3400000, 510000 + i * 10000, 3410000, 32650))
    FROM unnest(ARRAY['东港区', '西港区']) WITH ORDINALITY AS u(x, n), LATERAL (SELECT (n - 1)::int AS i) j;
INSERT INTO "odd %"."Parks & ""Gardens"""
    SELECT 'u' || i, (ARRAY['甲园', '乙园', '丙园', '丁园'])[i], (ARRAY['综合类', '社区类', '综合类', '专类'])[i],
           ST_Area(g::geography) / 10000, i * 3, i * 100, i * 110, i % 2, i % 2 + 1, 'c' || i, g
    FROM (SELECT i, ST_Transform(ST_MakeEnvelope(498000 + i * 4000, 3403000, 498600 + i * 4000, 3403500, 32650), 4326) g
          FROM generate_series(1, 4) i) s;
INSERT INTO "odd %"."Parks & ""Gardens""" (uid, name) VALUES ('u9', 'nowhere');
INSERT INTO "odd %".owners SELECT 'c' || i, 'Company ' || i, 1900 + i FROM generate_series(1, 4) i;
INSERT INTO "odd %".rivers
    SELECT i, (ARRAY['长溪', '长溪', '短溪'])[i], ST_Length(g::geography) / 1000, ST_SetSRID(g, 0)
    FROM (SELECT i, ST_Transform(ST_SetSRID(ST_MakeLine(ST_MakePoint(495000 + 7000 * i, 3399000),
          ST_MakePoint(500000 + 7000 * i, 3411000)), 32650), 4326) g FROM generate_series(1, 3) i) s;
CREATE VIEW "odd %".river_view AS SELECT objectid, 'old ' || name AS name, the_geom FROM "odd %".rivers WHERE objectid > 2;
CREATE VIEW "odd %".keyless AS SELECT name, geom FROM "odd %"."Parks & ""Gardens""";
