"""Bring a database to the state the rest of OreSight expects; safe to repeat, also from many processes at once."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
from psycopg import errors, sql

from core.database import roles
from core.errors import DatabaseError

LOCK_KEY = 0x4F5245  # "ORE"
LOCK_WAIT_S = 180
MIN_SERVER = 120_000
MIN_POSTGIS = (3, 1)
MARK = "prepared by OreSight "


@dataclass(frozen=True)
class Prepared:
    """What was found and done."""

    server: str
    postgis: str
    notes: tuple[str, ...] = ()
    """Sentences about protections that could not be put in place."""


@dataclass(frozen=True)
class Wish:
    """What the database shall become."""

    reader: str
    password: str | None
    manage_reader: bool
    """False: the reading role was made by an administrator; only grants are given."""
    limits: roles.Limits
    private: bool
    """True for the private cluster, which serves nobody else."""


def create_database(connection: psycopg.Connection, name: str) -> bool:
    """Create database `name` unless it exists (`connection` in autocommit mode); returns whether it had to."""
    with alone(connection):
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            return False
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return True


def close_common_databases(connection: psycopg.Connection) -> None:
    """Keep all but superusers out of the databases that PostgreSQL makes by itself (private cluster only)."""
    connection.execute("REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC")


def prepare(connection: psycopg.Connection, wish: Wish) -> Prepared:
    """Extension, schemas, roles and privileges of the database of `connection` (in autocommit mode).

    Raises:
        DatabaseError: the server is too old, PostGIS is missing or too old, or the owner lacks a privilege; the
            sentence names which.
    """
    row = connection.execute(
        "SELECT current_setting('server_version_num')::int, current_setting('server_version'), "
        "current_database(), current_user"
    ).fetchone()
    number, server, database, owner = row or (0, "?", "?", "?")
    if number < MIN_SERVER:
        raise DatabaseError(
            f"The database server is PostgreSQL {server}; OreSight needs 12 or later.",
            sentence_zh=f"数据库服务器为 PostgreSQL {server}；OreSight 需要 12 或更高版本。",
        )
    mark = MARK + roles.fingerprint(database, wish.reader, wish.limits, wish.private)
    done = _already(connection, wish, mark)
    if done is None:
        with alone(connection):
            done = _already(connection, wish, mark) or _prepare(connection, wish, mark, database, owner)
    postgis, notes = done
    return Prepared(server.split(" ")[0], postgis, notes)


def inspect(connection: psycopg.Connection) -> Prepared:
    """Versions of a database that is only read.

    Raises:
        DatabaseError: PostGIS is missing.
    """
    row = connection.execute(
        "SELECT current_setting('server_version'), current_database(), "
        "(SELECT extversion FROM pg_extension WHERE extname = 'postgis')"
    ).fetchone()
    server, database, postgis = row or ("?", "?", None)
    if postgis is None:
        raise DatabaseError(
            f"The database {database} has no PostGIS.",
            sentence_zh=f"数据库 {database} 中没有 PostGIS。",
        )
    return Prepared(str(server).split(" ")[0], str(postgis), ("The database is only read.",))


def _already(connection: psycopg.Connection, wish: Wish, mark: str) -> tuple[str, tuple[str, ...]] | None:
    """PostGIS version and notes when the database carries the mark and the reading role exists."""
    row = connection.execute(
        "SELECT (SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s), "
        "(SELECT extversion FROM pg_extension WHERE extname = 'postgis'), "
        "EXISTS (SELECT 1 FROM pg_roles WHERE rolname = %s)",
        (roles.META_SCHEMA, wish.reader),
    ).fetchone()
    if row is None or row[0] is None or row[1] is None or not row[2] or wish.password is not None:
        return None
    lines = str(row[0]).splitlines()
    return (str(row[1]), tuple(lines[1:])) if lines and lines[0] == mark else None


def _prepare(
    connection: psycopg.Connection, wish: Wish, mark: str, database: str, owner: str
) -> tuple[str, tuple[str, ...]]:
    version, schema = _postgis(connection, owner, database)
    with _privileges(owner, database), connection.transaction():
        roles.create_schemas(connection)
    notes = []
    if wish.manage_reader:
        _reader(connection, wish, schema, owner)
    else:
        notes.append(f"The reading role {wish.reader} was given; its limits are its administrator's.")
    with _privileges(owner, database), connection.transaction():
        roles.grant_reader(connection, wish.reader, database, schema)
    if wish.private or not _shared(connection):
        with _privileges(owner, database), connection.transaction():
            roles.close_database(connection, database)
    else:
        notes.append("Other applications use this database, so privileges of PUBLIC were left as they are.")
    if writable := _leaks(connection, wish.reader):
        notes.append("The reading role may still call " + ", ".join(writable) + ".")
    connection.execute(
        sql.SQL("COMMENT ON SCHEMA {} IS {}").format(
            sql.Identifier(roles.META_SCHEMA), sql.Literal("\n".join([mark, *notes]))
        )
    )
    return version, tuple(notes)


def _postgis(connection: psycopg.Connection, owner: str, database: str) -> tuple[str, str]:
    """Version and schema of PostGIS, created when absent."""
    query = (
        "SELECT extversion, nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace "
        "WHERE extname = 'postgis'"
    )
    if connection.execute(query).fetchone() is None:
        try:
            connection.execute("CREATE EXTENSION IF NOT EXISTS postgis")
        except errors.InsufficientPrivilege as error:
            raise DatabaseError(
                f"The user {owner} may not add PostGIS to the database {database}.",
                "Ask its administrator to run: CREATE EXTENSION postgis.",
                sentence_zh=f"用户 {owner} 无权在数据库 {database} 中添加 PostGIS。",
                hint_zh="请让管理员执行：CREATE EXTENSION postgis。",
            ) from error
        except (errors.UndefinedFile, errors.FeatureNotSupported) as error:
            raise DatabaseError(
                "PostGIS is not installed on the database server.",
                "Install the PostGIS package that matches its PostgreSQL version.",
                sentence_zh="数据库服务器上未安装 PostGIS。",
                hint_zh="请安装与其 PostgreSQL 版本相符的 PostGIS 软件包。",
            ) from error
    version, schema = connection.execute(query).fetchone() or ("0.0", "public")
    if tuple(int(x) for x in re.findall(r"\d+", version)[:2]) < MIN_POSTGIS:
        raise DatabaseError(
            f"The database {database} has PostGIS {version}; OreSight needs 3.1 or later.",
            "Upgrade it with: SELECT postgis_extensions_upgrade().",
            sentence_zh=f"数据库 {database} 的 PostGIS 为 {version}；OreSight 需要 3.1 或更高版本。",
            hint_zh="可用 SELECT postgis_extensions_upgrade() 升级。",
        )
    return version, schema


def _reader(connection: psycopg.Connection, wish: Wish, schema: str, owner: str) -> None:
    try:
        with connection.transaction():
            roles.create_reader(connection, wish.reader, wish.password)
            roles.limit_reader(connection, wish.reader, wish.limits, schema)
    except errors.InsufficientPrivilege as error:
        raise DatabaseError(
            f"The user {owner} may not create or change the reading role {wish.reader}.",
            "Give it CREATEROLE, or set ORESIGHT_DATABASE_URL_READONLY to a role made by an administrator.",
            sentence_zh=f"用户 {owner} 无权创建或修改只读角色 {wish.reader}。",
            hint_zh="请授予 CREATEROLE，或用 ORESIGHT_DATABASE_URL_READONLY 指定管理员创建的角色。",
        ) from error


def _shared(connection: psycopg.Connection) -> bool:
    """Whether the database holds relations that are neither ours nor an extension's."""
    return bool(
        connection.execute(
            "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', %s, %s) "
            "AND n.nspname !~ '^pg_(toast|temp)' AND NOT EXISTS (SELECT 1 FROM pg_depend d "
            "WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1",
            (roles.LAYERS_SCHEMA, roles.META_SCHEMA),
        ).fetchone()
    )


def _leaks(connection: psycopg.Connection, reader: str) -> list[str]:
    """Forbidden functions the reading role can still call (the owner could not revoke them)."""
    rows = connection.execute(
        "SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace "
        "AND proname = ANY(%s) AND has_function_privilege(%s, oid, 'EXECUTE') ORDER BY 1",
        (list(roles.FORBIDDEN_FUNCTIONS), reader),
    )
    return [x for (x,) in rows]


@contextlib.contextmanager
def _privileges(owner: str, database: str) -> Iterator[None]:
    try:
        yield
    except errors.InsufficientPrivilege as error:
        what = (error.diag.message_primary or "permission denied").rstrip(".")
        raise DatabaseError(
            f"The user {owner} lacks a privilege in the database {database}: {what}.",
            "Make it the owner of the database.",
            sentence_zh=f"用户 {owner} 在数据库 {database} 中缺少权限：{what}。",
            hint_zh="请将其设为该数据库的所有者。",
        ) from error


@contextlib.contextmanager
def alone(connection: psycopg.Connection) -> Iterator[None]:
    """Hold an advisory lock of this database.

    Polled, because the snapshot of a statement that waits for the lock blocks the DDL of its holder.

    Raises:
        DatabaseError: another session holds it for minutes.
    """
    end = time.monotonic() + LOCK_WAIT_S
    while not (connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK_KEY,)).fetchone() or (False,))[0]:
        if time.monotonic() > end:
            raise DatabaseError(
                "Another OreSight prepares the same database and does not come to an end.",
                "Close other copies of OreSight and try again.",
                sentence_zh="另一个 OreSight 正在准备同一数据库且迟迟未完成。",
                hint_zh="请关闭其他 OreSight 后重试。",
            )
        time.sleep(0.05)
    try:
        yield
    finally:
        if not connection.broken:
            connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK_KEY,))
