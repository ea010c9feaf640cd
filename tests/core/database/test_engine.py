"""Owner and reader: what is prepared, what the reader may not do, and what happens when the server dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from core.database.cluster import Cluster, ensure_cluster, remove_cluster
from core.database.engine import LAYERS_SCHEMA, META_SCHEMA, READER_ROLE, Database
from core.errors import DatabaseError
from core.settings import ROOT, Settings
from tests.workspace import kill


@pytest.fixture(scope="module")
def guarded(module_database: Database) -> Database:
    """A database with one layer, one registry table and a table outside both schemas."""
    with module_database.owner.begin() as connection:
        connection.execute(text("CREATE TABLE layers.gold (fid bigint PRIMARY KEY, geom geometry(Point, 4326))"))
        connection.execute(text("INSERT INTO layers.gold VALUES (1, ST_SetSRID(ST_MakePoint(110, 41), 4326))"))
        connection.execute(text("CREATE TABLE oresight.secret AS SELECT 'x' AS word"))
        connection.execute(text("CREATE TABLE public.other AS SELECT 'x' AS word"))
        connection.execute(text("CREATE SEQUENCE layers.counter"))
    return module_database


ALLOWED = [
    ("SELECT count(*) FROM layers.gold", 1),
    ("SELECT ST_AsText(geom) FROM layers.gold", "POINT(110 41)"),
    ("SELECT round(ST_X(ST_Transform(geom, 3857))) FROM layers.gold", 12245144),
    ("SELECT round(ST_Distance(geom::geography, 'POINT(110 41)'::geography)) FROM layers.gold", 0),
    ("SELECT count(*) > 3000 FROM spatial_ref_sys", True),
    ("SELECT f_table_name FROM geometry_columns WHERE f_table_name = 'gold'", "gold"),
    ("SELECT ST_NPoints(ST_Buffer(geom, 1)) > 10 FROM layers.gold", True),
    ("SELECT current_setting('transaction_read_only')", "on"),
    ("SELECT current_setting('search_path')", "public"),
]


@pytest.mark.parametrize(("statement", "expected"), ALLOWED)
def test_the_reader_reads_layers_and_calls_postgis(guarded: Database, statement: str, expected: object) -> None:
    with guarded.reader.connect() as connection:
        assert connection.execute(text(statement)).scalar() == expected


REFUSED = [
    "INSERT INTO layers.gold VALUES (2, NULL)",
    "UPDATE layers.gold SET fid = 3",
    "DELETE FROM layers.gold",
    "TRUNCATE layers.gold",
    "DROP TABLE layers.gold",
    "ALTER TABLE layers.gold ADD COLUMN x int",
    "CREATE INDEX ON layers.gold (fid)",
    "SELECT * FROM layers.gold FOR UPDATE",
    "SELECT nextval('layers.counter')",
    "CREATE TABLE layers.mine (n int)",
    "CREATE TABLE public.mine (n int)",
    "CREATE TEMP TABLE mine (n int)",
    "SELECT 1 AS n INTO TEMP mine",
    "CREATE SCHEMA mine",
    "CREATE VIEW layers.mine AS SELECT 1",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE ROLE mine",
    "CREATE EXTENSION dblink",
    "SET ROLE oresight_owner",
    "SET SESSION AUTHORIZATION oresight_owner",
    "COPY layers.gold TO '/tmp/stolen'",
    "COPY layers.gold TO PROGRAM 'cat'",
    "COPY layers.gold FROM PROGRAM 'echo 1'",
    "DO $$ BEGIN PERFORM 1; END $$",
    "SELECT * FROM oresight.secret",
    "SELECT * FROM public.other",
    "SELECT * FROM pg_authid",
    "SELECT * FROM pg_shadow",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT pg_ls_dir('.')",
    "SELECT pg_stat_file('postgresql.conf')",
    "SELECT current_setting('data_directory')",
    "SELECT lo_creat(-1)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT set_config('statement_timeout', '0', false)",
    "SELECT pg_sleep(0)",
    "SELECT pg_sleep_for('1 second')",
    "SELECT pg_advisory_lock(1)",
    "SELECT pg_try_advisory_xact_lock(1)",
    "SELECT pg_notify('a', 'b')",
    "SELECT pg_terminate_backend(pg_backend_pid())",
    "SELECT pg_cancel_backend(pg_backend_pid())",
    "SELECT pg_reload_conf()",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT table_to_xml('layers.gold', true, true, '')",
    "SELECT database_to_xml(true, true, '')",
    "SELECT * FROM ts_stat('SELECT ''a''::tsvector')",
    "SELECT pg_logical_emit_message(false, 'a', 'b')",
    "SELECT UpdateGeometrySRID('layers', 'gold', 'geom', 3857)",
    "SELECT AddGeometryColumn('layers', 'gold', 'g2', 4326, 'POINT', 2)",
    "SELECT DropGeometryTable('layers', 'gold')",
]


@pytest.mark.parametrize("statement", REFUSED)
def test_the_reader_is_refused(guarded: Database, statement: str) -> None:
    """By privilege: the transaction is made writable first, as a hostile statement could."""
    with guarded.reader.connect() as connection:
        connection.exec_driver_sql("SET TRANSACTION READ WRITE")
        with pytest.raises(DBAPIError) as caught:
            connection.exec_driver_sql(statement)
    error = caught.value.orig
    assert isinstance(error, psycopg.errors.InsufficientPrivilege), error
    with guarded.owner.connect() as connection:
        assert connection.execute(text("SELECT array_agg(fid) FROM layers.gold")).scalar() == [1]


def test_the_reader_cannot_change_its_own_role(guarded: Database) -> None:
    """PostgreSQL lets every role change its own defaults; the read-only transaction does not."""
    with guarded.reader.connect() as connection, pytest.raises(DBAPIError, match="read-only transaction"):
        connection.exec_driver_sql("ALTER ROLE oresight_reader SET statement_timeout = 0")


def test_the_reader_cannot_change_the_server(guarded: Database) -> None:
    engine = guarded.reader.execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection, pytest.raises(DBAPIError, match="permission denied"):
        connection.exec_driver_sql("ALTER SYSTEM SET work_mem = '1MB'")


@pytest.mark.parametrize("name", ["postgres", "template1"])
def test_the_reader_cannot_use_other_databases(guarded: Database, cluster: Cluster, name: str) -> None:
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(cluster.conninfo(name, READER_ROLE))


def test_layers_loaded_later_can_be_read(database: Database) -> None:
    with database.owner.begin() as connection:
        connection.execute(text("CREATE TABLE layers.later AS SELECT 7 AS n"))
        connection.execute(text("CREATE TABLE oresight.later AS SELECT 7 AS n"))
    with database.reader.connect() as connection:
        assert connection.execute(text("SELECT n FROM layers.later")).scalar() == 7
        with pytest.raises(DBAPIError, match="permission denied"):
            connection.execute(text("SELECT n FROM oresight.later"))


def test_a_layer_cannot_hide_a_type_or_function(database: Database) -> None:
    with database.owner.begin() as connection:
        connection.execute(text("CREATE TABLE layers.geometry AS SELECT 1 AS n"))
        connection.execute(text("CREATE TABLE layers.spatial_ref_sys AS SELECT 1 AS n"))
    with database.reader.connect() as connection:
        assert connection.execute(text("SELECT ST_X('POINT(3 4)'::geometry)")).scalar() == 3
        assert connection.execute(text("SELECT count(*) FROM spatial_ref_sys")).scalar_one() > 3000


def test_settings_of_one_borrower_do_not_reach_the_next(settings: Settings, database: Database) -> None:
    expected = f"{settings.statement_timeout_ms // 1000}s"
    with database.reader.connect() as connection:
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("SET search_path = layers")
        connection.exec_driver_sql("SET default_transaction_read_only = off")
        connection.commit()
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "0"
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT pg_backend_pid()").scalar() == pid
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == expected
        assert connection.exec_driver_sql("SHOW search_path").scalar() == "public"
        assert connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on"


def test_a_failed_statement_leaves_a_usable_connection(database: Database) -> None:
    for _ in range(3):
        with database.reader.connect() as connection, pytest.raises(DBAPIError):
            connection.exec_driver_sql("SELECT 1 / 0")
        with database.reader.connect() as connection:
            assert connection.exec_driver_sql("SELECT 1").scalar() == 1


def test_long_statements_end_at_the_limit(settings: Settings, cluster: Cluster) -> None:
    short = settings.model_copy(update={"statement_timeout_ms": 200})
    database = Database.open(short, name="short", cluster=cluster)
    try:
        with database.reader.connect() as connection, pytest.raises(DBAPIError, match="statement timeout"):
            connection.exec_driver_sql(
                "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b"
            )
    finally:
        database.close()
        Database.open(settings, name="short", cluster=cluster).close()  # limits of the role are set back


def test_opening_again_changes_nothing(settings: Settings, cluster: Cluster, database: Database) -> None:
    name = str(database.url.database)
    before = _privileges(database)
    again = Database.open(settings, name=name, cluster=cluster)
    assert again.prepared == database.prepared
    assert again.prepared.notes == ()
    assert tuple(int(x) for x in again.prepared.postgis.split(".")[:2]) >= (3, 1)
    assert _privileges(again) == before
    again.close()


def test_names_with_any_character(settings: Settings, cluster: Cluster) -> None:
    name = "矿 \"x'; DROP %s"
    database = Database.open(settings, name=name, cluster=cluster)
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT current_database()").scalar() == name
    database.close()
    with psycopg.connect(cluster.conninfo(), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


# ---- a cluster of its own: killed servers, passwords, foreign owners -------------------------------------------


@pytest.fixture(scope="module")
def own(workspace: Path) -> Iterator[Cluster]:
    """A cluster that may be killed and reconfigured."""
    one = ensure_cluster(workspace / "engine" / "cluster")
    yield one
    remove_cluster(one)


@pytest.mark.parametrize("engine", ["reader", "owner"])
def test_pools_survive_a_killed_server(settings: Settings, own: Cluster, engine: str) -> None:
    database = Database.open(settings, name="killed", cluster=own)
    pool = getattr(database, engine)
    with pool.connect() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1
    kill(own)
    with pool.connect() as connection:
        assert connection.exec_driver_sql("SELECT 2").scalar() == 2
    database.close()


def test_ensure_alive_restarts_a_dead_server(settings: Settings, own: Cluster) -> None:
    database = Database.open(settings, name="killed", cluster=own)
    assert database.ensure_alive() is False
    kill(own)
    assert database.ensure_alive() is True
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM spatial_ref_sys").scalar_one() > 3000
    database.close()


def test_processes_may_open_it_together(own: Cluster) -> None:
    code = (
        "import sys, pathlib; from core.settings import Settings; from core.database.engine import Database; "
        "db = Database.open(Settings(), name='together'); c = db.reader.connect(); "
        "print(c.exec_driver_sql('SELECT current_database()').scalar())"
    )
    environment = {**os.environ, "ORESIGHT_LOCAL_DIR": str(own.base.parent)}
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    for other in others:
        out, err = other.communicate(timeout=120)
        assert out.decode().strip() == "together", err.decode()[-2000:]


@pytest.fixture(scope="module")
def foreign(own: Cluster) -> Cluster:
    """`own` as a server somebody else runs: everybody but its superuser needs a password."""
    rules = "local all oresight_owner trust\nlocal all all scram-sha-256\n"
    (own.data / "pg_hba.conf").write_text(rules)
    with psycopg.connect(own.conninfo(), autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")
        for role, attributes in (("plain", ""), ("maker", "CREATEROLE"), ("visitor", "")):
            connection.execute(
                sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'pass word' {}").format(
                    sql.Identifier(role), sql.SQL(attributes)
                )
            )
        connection.execute(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier("nobody_here")))
    return own


def _external(
    foreign: Cluster, settings: Settings, directory: Path, name: str, owner: str = "", **more: str
) -> Settings:
    """A database `name` of `owner` on the foreign server, and settings that point at it."""
    with psycopg.connect(foreign.conninfo(), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER {}").format(
                sql.Identifier(name), sql.Identifier(owner or "oresight_owner")
            )
        )
    user = f"{owner}:pass%20word" if owner else "oresight_owner"
    url = f"postgresql://{user}@/{name}?host={foreign.socket_dir}&port=5432"
    return settings.model_copy(update={"database_url": url, "local_dir": directory, **more})


def _superuser(foreign: Cluster, name: str, statement: str) -> None:
    with psycopg.connect(foreign.conninfo(name), autocommit=True) as connection:
        connection.execute(statement)


def test_a_given_server(foreign: Cluster, settings: Settings, tmp_path: Path) -> None:
    given = _external(foreign, settings, tmp_path, "given")
    database = Database.open(given)
    assert database.cluster is None
    assert database.prepared.notes == ()
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT current_user").scalar() == READER_ROLE
        with pytest.raises(DBAPIError, match="permission denied"):
            connection.exec_driver_sql("SELECT pg_sleep(0)")
    database.close()
    file = tmp_path / "reader.json"
    assert file.stat().st_mode & 0o777 == 0o600
    first = json.loads(file.read_text())
    Database.open(given).close()
    assert json.loads(file.read_text()) == first
    file.unlink()
    Database.open(given).close()  # a new password takes the place of the lost one
    assert json.loads(file.read_text()) != first


def test_a_given_server_with_its_own_reader(foreign: Cluster, settings: Settings, tmp_path: Path) -> None:
    url = f"postgres://visitor:pass%20word@/own_reader?host={foreign.socket_dir}&port=5432"
    given = _external(foreign, settings, tmp_path, "own_reader", database_url_readonly=url)
    database = Database.open(given)
    assert database.reader_role == "visitor"
    assert "visitor" in database.prepared.notes[0]
    with database.owner.begin() as connection:
        connection.execute(text("CREATE TABLE layers.gold AS SELECT 5 AS n"))
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT n FROM layers.gold").scalar() == 5
    database.close()
    assert not (tmp_path / "reader.json").exists()


def test_an_owner_that_is_not_superuser(foreign: Cluster, settings: Settings, tmp_path: Path) -> None:
    given = _external(foreign, settings, tmp_path, "managed", "maker")
    with pytest.raises(DatabaseError, match="maker may not add PostGIS to the database managed"):
        Database.open(given)
    _superuser(foreign, "managed", "CREATE EXTENSION postgis")
    _superuser(foreign, "managed", f"DROP OWNED BY {READER_ROLE}")
    # What a role that created the reading role has by itself; PostgreSQL 16 and later ask for it.
    _superuser(foreign, "managed", f"GRANT {READER_ROLE} TO maker WITH ADMIN OPTION")
    database = Database.open(given)
    assert any("pg_sleep" in x for x in database.prepared.notes)
    with database.owner.begin() as connection:
        connection.execute(text("CREATE TABLE layers.gold AS SELECT 5 AS n"))
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT n FROM layers.gold").scalar() == 5
    with database.reader.connect() as connection:
        connection.exec_driver_sql("SET TRANSACTION READ WRITE")
        with pytest.raises(DBAPIError, match="permission denied"):
            connection.exec_driver_sql("CREATE TEMP TABLE mine (n int)")
    database.close()
    again = Database.open(given)
    assert again.prepared.notes == database.prepared.notes
    again.close()


def test_an_owner_that_may_not_create_roles(foreign: Cluster, settings: Settings, tmp_path: Path) -> None:
    given = _external(foreign, settings, tmp_path, "weak", "plain")
    _superuser(foreign, "weak", "CREATE EXTENSION postgis")
    with pytest.raises(DatabaseError, match="plain may not create or change the reading role") as caught:
        Database.open(given)
    assert "ORESIGHT_DATABASE_URL_READONLY" in caught.value.hint


def test_a_user_that_does_not_own_the_database(foreign: Cluster, settings: Settings, tmp_path: Path) -> None:
    given = _external(foreign, settings, tmp_path, "theirs")
    _superuser(foreign, "theirs", "CREATE EXTENSION postgis")
    url = f"postgresql://plain:pass%20word@/theirs?host={foreign.socket_dir}&port=5432"
    with pytest.raises(DatabaseError, match="plain lacks a privilege in the database theirs: permission denied"):
        Database.open(given.model_copy(update={"database_url": url}))


def test_a_database_shared_with_others_keeps_its_privileges(
    foreign: Cluster, settings: Settings, tmp_path: Path
) -> None:
    given = _external(foreign, settings, tmp_path, "shared")
    _superuser(foreign, "shared", "CREATE TABLE public.invoices AS SELECT 1 AS n")
    database = Database.open(given)
    assert any("Other applications" in x for x in database.prepared.notes)
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT pg_sleep(0)").scalar() == ""
        with pytest.raises(DBAPIError, match="permission denied"):
            connection.exec_driver_sql("SELECT * FROM public.invoices")
    database.close()


def test_an_old_postgis(foreign: Cluster, settings: Settings, tmp_path: Path) -> None:
    given = _external(foreign, settings, tmp_path, "old")
    _superuser(foreign, "old", "CREATE EXTENSION postgis")
    _superuser(foreign, "old", "UPDATE pg_extension SET extversion = '2.5.4' WHERE extname = 'postgis'")
    with pytest.raises(DatabaseError, match=r"has PostGIS 2\.5\.4; OreSight needs 3\.1"):
        Database.open(given)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://plain:wr0ng@/postgres?host={socket}&port=5432", "refused the user or the password"),
        ("postgresql://plain:wr0ng@127.0.0.1:1/postgres", "No database server answers at 127.0.0.1:1/postgres"),
        ("postgresql://plain:wr0ng@no-such-host.invalid/postgres", "cannot be found"),
        ("postgresql://oresight_owner:wr0ng@/absent?host={socket}&port=5432", "absent does not exist"),
        ("mysql://plain:wr0ng@127.0.0.1/postgres", "not the address of a PostgreSQL database"),
        ("plain:wr0ng", "not the address of a PostgreSQL database"),
    ],
)
def test_addresses_that_do_not_work(
    foreign: Cluster, settings: Settings, tmp_path: Path, url: str, says: str
) -> None:
    given = settings.model_copy(
        update={"database_url": url.format(socket=foreign.socket_dir), "local_dir": tmp_path}
    )
    with pytest.raises(DatabaseError, match=says) as caught:
        Database.open(given)
    for language in ("en", "zh"):
        assert "wr0ng" not in caught.value.say(language)  # type: ignore[arg-type]


def _privileges(database: Database) -> list[tuple[object, ...]]:
    with database.owner.connect() as connection:
        rows = connection.execute(
            text(
                "SELECT 'schema', nspname::text, nspacl::text FROM pg_namespace WHERE nspname = ANY(:names) "
                "UNION ALL SELECT 'database', datname::text, datacl::text FROM pg_database "
                "WHERE datname = current_database() UNION ALL "
                "SELECT 'role', rolname::text, rolconfig::text FROM pg_roles WHERE rolname = :role ORDER BY 1, 2"
            ),
            {"names": [LAYERS_SCHEMA, META_SCHEMA, "public"], "role": READER_ROLE},
        )
        return [tuple(x) for x in rows]
