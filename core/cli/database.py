"""``db start|stop|status|describe``: the private database server, and databases of others."""

from __future__ import annotations

import argparse

from core.cli.describe import describe
from core.cli.text import table
from core.database.cluster import Cluster
from core.database.engine import Database, cluster_directory
from core.database.registry import list_layers
from core.settings import Settings, get_settings


def db(arguments: argparse.Namespace) -> int:
    """Run one action; returns the exit code."""
    if arguments.action == "describe":
        return describe(arguments)
    actions = {"start": _start, "stop": _stop, "status": _status}
    return actions[arguments.action](get_settings())


def _start(settings: Settings) -> int:
    if settings.database_url:
        Database.open(settings).close()
        print("The database of DATABASE_URL answers and is prepared.")
        return 0
    cluster = _cluster(settings)
    started = cluster.start()
    Database.open(settings, cluster=cluster).close()
    status = cluster.status()
    print(f"The database server {'was started' if started else 'runs already'} (process {status.pid}).")
    if status.notice:
        print(status.notice)
    return 0


def _stop(settings: Settings) -> int:
    if settings.database_url:
        print("DATABASE_URL names a server that OreSight does not run; it is left alone.")
        return 0
    stopped = _cluster(settings).stop()
    print("The database server was stopped." if stopped else "The database server was not running.")
    return 0


def _status(settings: Settings) -> int:
    if not settings.database_url:
        status = _cluster(settings).status()
        print(f"Server:     {'running, process ' + str(status.pid) if status.running else 'not running'}")
        print(f"Directory:  {status.directory}")
        print(f"PostgreSQL: {status.version or 'no cluster yet'}")
        if status.notice:
            print(status.notice)
        if not status.running:
            return 0
    database = Database.open(settings)
    try:
        records = list_layers(database)
        print(f"Database:   {database.url.render_as_string(hide_password=True)}")
        print(f"Layers:     {len(records)}, {sum(r.rows_loaded for r in records):,} rows")
        if records:
            rows = [[r.table, r.geometry, f"{r.rows_loaded:,}", r.crs_original, r.source_file] for r in records]
            print("\n".join(table(("table", "geometry", "rows", "source CRS", "file"), rows)))
    finally:
        database.close()
    return 0


def _cluster(settings: Settings) -> Cluster:
    return Cluster.at(cluster_directory(settings), bindir=settings.postgres_bin)
