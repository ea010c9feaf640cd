"""Extension, schemas, roles and privileges: what a database needs before the first layer is loaded.

Privileges are the wall between a question and everything else: the reading role may SELECT in the schema of layers
and call functions, and nothing more.  Settings (read-only transactions, time limits) are a second line only, since
a statement may change them.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from dataclasses import dataclass

import psycopg
from psycopg import sql

LAYERS_SCHEMA = "layers"
META_SCHEMA = "oresight"
READER_ROLE = "oresight_reader"
READER_CONNECTIONS = 40

# Functions of pg_catalog that write, wait, signal, lock, change settings or run SQL hidden in a string, and that
# PostgreSQL grants to everybody.
FORBIDDEN_FUNCTIONS = (
    *("set_config", "pg_sleep", "pg_sleep_for", "pg_sleep_until", "pg_notify", "pg_logical_emit_message"),
    *("pg_cancel_backend", "pg_terminate_backend", "pg_export_snapshot", "ts_stat"),
    *("lo_creat", "lo_create", "lo_from_bytea", "lo_put", "lo_get", "lo_open", "lo_unlink", "lo_truncate"),
    *("lo_truncate64", "lo_import", "lo_export", "loread", "lowrite"),
    *("query_to_xml", "query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml", "cursor_to_xmlschema"),
    *("table_to_xml", "table_to_xmlschema", "table_to_xml_and_xmlschema"),
    *("schema_to_xml", "schema_to_xmlschema", "schema_to_xml_and_xmlschema"),
    *("database_to_xml", "database_to_xmlschema", "database_to_xml_and_xmlschema"),
    *("pg_advisory_lock", "pg_advisory_lock_shared", "pg_advisory_xact_lock", "pg_advisory_xact_lock_shared"),
    *("pg_try_advisory_lock", "pg_try_advisory_lock_shared"),
    *("pg_try_advisory_xact_lock", "pg_try_advisory_xact_lock_shared"),
)


@dataclass(frozen=True)
class Limits:
    """Limits of the reading role, milliseconds."""

    statement_timeout_ms: int
    lock_timeout_ms: int


def fingerprint(database: str, role: str, limits: Limits, private: bool) -> str:
    """Changes when this module or an argument changes: a database that carries the same one needs no work.

    The name takes part because a copy of a database does not get the privileges on the database itself.
    """
    source = inspect.getsource(sys.modules[__name__])
    return hashlib.sha256(f"{source}|{database}|{role}|{limits}|{private}".encode()).hexdigest()[:32]


def create_schemas(connection: psycopg.Connection) -> None:
    """The schema of layers and the schema of the registry."""
    for name in (LAYERS_SCHEMA, META_SCHEMA):
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(name)))


def create_reader(connection: psycopg.Connection, role: str, password: str | None) -> None:
    """Create the reading role, or give an existing one its attributes and password again.

    NOCREATEDB and NOCREATEROLE are defaults; from PostgreSQL 16 on, only who has these attributes may name them.
    """
    exists = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone()
    verb = sql.SQL("ALTER ROLE" if exists else "CREATE ROLE")
    connection.execute(
        sql.SQL("{} {} LOGIN NOINHERIT CONNECTION LIMIT {} {}").format(
            verb,
            sql.Identifier(role),
            sql.Literal(READER_CONNECTIONS),
            sql.SQL("PASSWORD {}").format(sql.Literal(password)) if password else sql.SQL(""),
        )
    )


def limit_reader(connection: psycopg.Connection, role: str, limits: Limits, search_path: str) -> None:
    """Settings every session of the reading role starts with; settings the server does not know are left out.

    The search path names only the schema of PostGIS: a layer called like a type or function cannot hide it.
    """
    settings = {
        "default_transaction_read_only": "on",
        "statement_timeout": f"{limits.statement_timeout_ms}ms",
        "lock_timeout": f"{limits.lock_timeout_ms}ms",
        "idle_in_transaction_session_timeout": "120s",
        "client_connection_check_interval": "2s",  # PostgreSQL 14 and later
        "temp_file_limit": "2GB",
        "work_mem": "32MB",
        # Parallel sums of floating point numbers depend on the order; the same question must give the same digits.
        "max_parallel_workers_per_gather": "0",
    }
    known = {
        name
        for (name,) in connection.execute(
            "SELECT name FROM pg_settings WHERE name = ANY(%s) AND (context = 'user' OR "
            "(SELECT rolsuper FROM pg_roles WHERE rolname = current_user))",
            (list(settings),),
        )
    }
    for name, value in settings.items():
        if name in known:
            connection.execute(
                sql.SQL("ALTER ROLE {} SET {} = {}").format(
                    sql.Identifier(role), sql.Identifier(name), sql.Literal(value)
                )
            )
    connection.execute(
        sql.SQL("ALTER ROLE {} SET search_path = {}").format(sql.Identifier(role), sql.Identifier(search_path))
    )


def grant_reader(connection: psycopg.Connection, role: str, database: str, postgis_schema: str) -> None:
    """SELECT on present and future layers, functions of PostGIS, nothing else."""
    names = {
        "role": sql.Identifier(role),
        "database": sql.Identifier(database),
        "layers": sql.Identifier(LAYERS_SCHEMA),
        "meta": sql.Identifier(META_SCHEMA),
        "postgis": sql.Identifier(postgis_schema),
    }
    for statement in (
        "GRANT CONNECT ON DATABASE {database} TO {role}",
        "REVOKE ALL ON SCHEMA {meta} FROM PUBLIC",
        "REVOKE ALL ON SCHEMA {meta} FROM {role}",
        "REVOKE ALL ON SCHEMA {layers} FROM PUBLIC",
        "GRANT USAGE ON SCHEMA {layers} TO {role}",
        "GRANT USAGE ON SCHEMA {postgis} TO {role}",
        "GRANT SELECT ON ALL TABLES IN SCHEMA {layers} TO {role}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA {layers} GRANT SELECT ON TABLES TO {role}",
    ):
        connection.execute(sql.SQL(statement).format(**names))


def close_database(connection: psycopg.Connection, database: str) -> None:
    """Take from PUBLIC what would let the reading role write, wait, lock or hide SQL in this database."""
    for statement in (
        "REVOKE TEMPORARY, CONNECT ON DATABASE {} FROM PUBLIC",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        "REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC",  # stops DO blocks; existing functions go on working
    ):
        connection.execute(sql.SQL(statement).format(sql.Identifier(database)))
    rows = connection.execute(
        "SELECT p.proname, pg_get_function_identity_arguments(p.oid) FROM pg_proc p "
        "WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname = ANY(%s) "
        "AND has_function_privilege('public', p.oid, 'EXECUTE')",
        (list(FORBIDDEN_FUNCTIONS),),
    ).fetchall()
    for name, arguments in rows:
        connection.execute(
            sql.SQL("REVOKE EXECUTE ON FUNCTION pg_catalog.{}({}) FROM PUBLIC").format(
                sql.Identifier(name),
                sql.SQL(arguments),  # types of a built-in function, as the catalog writes them
            )
        )
