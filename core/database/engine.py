"""Two engines on one database: the owner loads, the reader answers questions."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from core.database import prepare, roles
from core.database.cluster import Cluster, ensure_cluster
from core.database.failures import connection_failure, unreachable
from core.database.roles import LAYERS_SCHEMA, META_SCHEMA, READER_ROLE
from core.errors import DatabaseError
from core.settings import Settings

__all__ = ["LAYERS_SCHEMA", "META_SCHEMA", "READER_ROLE", "Database", "cluster_directory"]

# What a session may have left behind.  DISCARD ALL would also drop prepared statements the driver believes in.
RESET = (
    "RESET ALL; RESET SESSION AUTHORIZATION; CLOSE ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD TEMP"
)
# Server-side prepared statements would outlive a restart of the server and a pooler between us and it.
CONNECTION: dict[str, Any] = {"prepare_threshold": None, "connect_timeout": 10, "application_name": "oresight"}


def cluster_directory(settings: Settings) -> Path:
    """Where the private cluster of these settings lives (or would, see :func:`core.database.account.place`)."""
    return settings.local_dir / "cluster"


@dataclass(frozen=True, eq=False)
class Database:
    """An opened database; keep one per process and close it at the end."""

    owner: Engine
    """May change everything in this database; used by loads only."""
    reader: Engine
    """May read layers and nothing else; used by questions."""
    cluster: Cluster | None
    """The private cluster, None for a server that somebody else runs."""
    prepared: prepare.Prepared
    reader_role: str = READER_ROLE
    attached: bool = False
    """True for a database that is only read: it has no schema of layers and no registry."""

    @classmethod
    def attach(cls, settings: Settings, *, name: str = "oresight", cluster: Cluster | None = None) -> Database:
        """Open a database of others without changing anything in it; every session is read-only.

        The address is `settings.database_url_readonly`, else `settings.database_url`, else database `name` of the
        private cluster.

        Raises:
            DatabaseError: the server cannot be reached, or the database has no PostGIS.
        """
        address = settings.database_url_readonly or settings.database_url
        if cluster is None and address:
            return _attach(_normalise(address, "DATABASE_URL"), settings, None)
        cluster = cluster or ensure_cluster(cluster_directory(settings), bindir=settings.postgres_bin)
        cluster.start()
        return _attach(cluster.url(name), settings, cluster)

    @classmethod
    def open(cls, settings: Settings, *, name: str = "oresight", cluster: Cluster | None = None) -> Database:
        """Open database `name`, made ready for layers and questions; a second call finds nothing to do.

        With `settings.database_url` that database is used and `name` is ignored.  Otherwise the database lives in
        `cluster`, by default the private one below `settings.local_dir`, which is started when needed.

        Raises:
            DatabaseError: the server cannot be started or reached, or lacks PostGIS or a privilege.
        """
        if cluster is None and settings.database_url:
            return _open_external(settings)
        cluster = cluster or ensure_cluster(cluster_directory(settings), bindir=settings.postgres_bin)
        return _open_private(settings, cluster, name)

    @property
    def url(self) -> URL:
        """Address of the database as its owner sees it, for display: SQLAlchemy hides the password."""
        return self.owner.url

    def ensure_alive(self) -> bool:
        """Make sure the server answers; start the private one again when it died. Returns whether it had to be.

        New connections do the same by themselves; a connection that was open when the server died is replaced at
        its next use from the pool.

        Raises:
            DatabaseError: it does not answer and cannot be started.
        """
        restarted = self.cluster.start() if self.cluster else False
        if restarted:
            self.reconnect()
        _connect(self.owner.url).close()
        return restarted

    def reconnect(self) -> None:
        """Drop pooled connections; the next use opens new ones."""
        self.owner.dispose()
        self.reader.dispose()

    def close(self) -> None:
        """Close all connections; the server runs on."""
        self.reconnect()


def _open_private(settings: Settings, cluster: Cluster, name: str) -> Database:
    cluster.start()
    with _connect(cluster.url()) as connection:
        if prepare.create_database(connection, name):
            prepare.close_common_databases(connection)
    wish = prepare.Wish(READER_ROLE, None, True, _limits(settings), private=True)
    with _connect(cluster.url()) as common, prepare.alone(common), _connect(cluster.url(name)) as connection:
        prepared = prepare.prepare(connection, wish)
    owner, reader = cluster.url(name), cluster.url(name, READER_ROLE)
    return Database(
        _engine(owner, settings, cluster), _reader_engine(reader, settings, cluster), cluster, prepared
    )


def _attach(url: URL, settings: Settings, cluster: Cluster | None) -> Database:
    url = url.update_query_dict({"options": "-c default_transaction_read_only=on"})
    with _connect(url) as connection:
        found = prepare.inspect(connection)
    engine = _engine(url, settings, cluster)
    reader = _reader_engine(url, settings, cluster)
    return Database(engine, reader, cluster, found, url.username or "", attached=True)


def _open_external(settings: Settings) -> Database:
    owner = _normalise(settings.database_url or "", "DATABASE_URL")
    password: str | None = None
    if settings.database_url_readonly:
        reader = _normalise(settings.database_url_readonly, "ORESIGHT_DATABASE_URL_READONLY")
    else:
        reader, fresh = _stored_reader(owner, settings.local_dir / "reader.json")
        password = reader.password if fresh or not _accepts(reader) else None
    role = reader.username or READER_ROLE
    wish = prepare.Wish(role, password, not settings.database_url_readonly, _limits(settings), private=False)
    with _connect(owner) as connection:
        prepared = prepare.prepare(connection, wish)
    _connect(reader).close()
    return Database(_engine(owner, settings), _reader_engine(reader, settings), None, prepared, role)


def _stored_reader(owner: URL, path: Path) -> tuple[URL, bool]:
    """URL of the reading role with the password kept in `path`, and whether it was only made now."""
    key = f"{owner.host or ''}:{owner.port or ''}/{owner.database or ''}"
    try:
        kept: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, ValueError):
        kept = {}
    fresh = key not in kept
    if fresh:
        kept[key] = secrets.token_urlsafe(24)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            scratch = path.with_suffix(f".{os.getpid()}.tmp")
            with os.fdopen(os.open(scratch, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
                json.dump(kept, file)
            scratch.replace(path)
        except OSError as error:
            raise unreachable(path, error) from error
    return owner.set(username=READER_ROLE, password=kept[key]), fresh


def _normalise(text: str, variable: str) -> URL:
    """A URL for psycopg 3 from any usual spelling.

    Raises:
        DatabaseError: it is not a PostgreSQL URL; its text is not repeated, for it may hold a password.
    """
    try:
        url = make_url(text.strip())
    except ArgumentError as error:
        raise _bad_url(variable) from error
    if url.drivername.split("+")[0] not in {"postgresql", "postgres", "postgis"}:
        raise _bad_url(variable)
    return url.set(drivername="postgresql+psycopg")


def _bad_url(variable: str) -> DatabaseError:
    return DatabaseError(
        f"{variable} is not the address of a PostgreSQL database.",
        "Write it as postgresql://user:password@host:5432/database.",
        sentence_zh=f"{variable} 不是 PostgreSQL 数据库的地址。",
        hint_zh="请写成 postgresql://用户:密码@主机:5432/数据库。",
    )


def _limits(settings: Settings) -> roles.Limits:
    return roles.Limits(settings.statement_timeout_ms, settings.lock_timeout_ms)


def _connect(url: URL) -> psycopg.Connection[Any]:
    """A psycopg connection in autocommit mode.

    Raises:
        DatabaseError: the server refuses or does not answer; the sentence names host and database, no password.
    """
    try:
        return psycopg.connect(autocommit=True, **_arguments(url), **CONNECTION)
    except psycopg.OperationalError as error:
        raise connection_failure(_where(url), str(error)) from error


def _arguments(url: URL) -> dict[str, Any]:
    """Keywords of libpq; the text form of a URL is not the same for SQLAlchemy and libpq (blanks, hosts)."""
    return dict(url.get_dialect()().create_connect_args(url)[1])


def _where(url: URL) -> str:
    host = url.host or url.query.get("host") or "this machine"
    port = f":{url.port}" if url.port else ""
    return f"{host}{port}/{url.database or ''}"


def _accepts(url: URL) -> bool:
    try:
        _connect(url).close()
    except DatabaseError:
        return False
    return True


def _engine(url: URL, settings: Settings, cluster: Cluster | None = None, *, pool_size: int = 2) -> Engine:
    engine = create_engine(
        url,
        pool_size=pool_size,
        max_overflow=settings.pool_size,
        pool_timeout=10,
        pool_pre_ping=True,
        use_native_hstore=False,
        connect_args=CONNECTION,
    )
    if cluster is not None:
        _restart_when_dead(engine, cluster)
    return engine


def _reader_engine(url: URL, settings: Settings, cluster: Cluster | None = None) -> Engine:
    engine = _engine(url, settings, cluster, pool_size=settings.pool_size)

    @event.listens_for(engine, "reset")
    def reset(connection: psycopg.Connection[Any], _record: Any, state: Any) -> None:
        """Undo every setting of the last borrower, in a transaction of its own."""
        connection.rollback()
        if not state.terminate_only:
            connection.autocommit = True
            connection.execute(RESET)
            connection.autocommit = False

    return engine


def _restart_when_dead(engine: Engine, cluster: Cluster) -> None:
    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, _record: Any, args: Any, options: Any) -> Any:
        """Connect; when no server answers, start the private one and connect again."""
        try:
            return dialect.connect(*args, **options)
        except psycopg.OperationalError:
            if not cluster.start():
                raise
            return dialect.connect(*args, **options)
