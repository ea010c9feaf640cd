"""The raster registry: one table beside the layers', and the directory of the copies.

A copy enters under a temporary name, is renamed when it is whole, and is registered in one transaction.  Whoever
dies in between leaves an orphan, which the next start removes; a lock keeps it from removing what is being loaded.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert

from core.database.engine import META_SCHEMA, Database
from core.database.findings import Finding
from core.database.registry import create_once
from core.raster.model import Band, RasterRecord
from core.raster.wording import refusal

LOCK = 7_215_301_944
PART = ".part-"

_metadata = sa.MetaData(schema=META_SCHEMA)
RASTER = sa.Table(
    "raster",
    _metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("source_file", sa.Text, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("file", sa.Text, nullable=False, unique=True),
    sa.Column("crs", sa.Text, nullable=False),
    sa.Column("crs_original", sa.Text, nullable=False),
    sa.Column("extent", ARRAY(sa.Float), nullable=False),
    sa.Column("width", sa.BigInteger, nullable=False),
    sa.Column("height", sa.BigInteger, nullable=False),
    sa.Column("dtype", sa.Text, nullable=False),
    sa.Column("nodata", sa.Float),
    sa.Column("bands", JSONB, nullable=False),
    sa.Column("palette", JSONB, nullable=False),
    sa.Column("rgb", sa.Boolean, nullable=False),
    sa.Column("decisions", JSONB, nullable=False),
    sa.Column("report", JSONB, nullable=False),
    sa.Column("style", sa.Text, nullable=False),
    sa.Column("loaded_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
)
HOME = sa.Table(
    "raster_home",
    _metadata,
    sa.Column("one", sa.Boolean, sa.CheckConstraint("one"), primary_key=True),
    sa.Column("token", sa.Text, nullable=False),
)


class RasterStore:
    """The rasters of one database: registry entries and, below `base`, the copies of the files."""

    def __init__(self, db: Database, base: Path) -> None:
        """`base` may be shared by several databases; each has a directory of its own in it."""
        self.db = db
        self._base = base / "rasters"
        self._directory: Path | None = None
        self._prepared = False
        self.changes = 0
        """How often something was kept, restyled or removed through this object."""

    @property
    def directory(self) -> Path:
        """Where the copies of this database lie; made when absent."""
        if self._directory is None:
            self._prepare()
            with self.db.owner.connect() as connection:
                token = connection.execute(sa.select(HOME.c.token)).scalar_one()
            directory = self._base / token
            directory.mkdir(parents=True, exist_ok=True)
            self._directory = directory
        return self._directory

    def path(self, record: RasterRecord) -> Path:
        """The copy of a registered raster."""
        return self.directory / record.file

    def list(self) -> tuple[RasterRecord, ...]:
        """All registered rasters by name; none in a database that is only read."""
        if self.db.attached:
            return ()
        self._prepare()
        with self.db.owner.connect() as connection:
            rows = connection.execute(sa.select(RASTER).order_by(RASTER.c.name)).mappings()
            return tuple(_record(x) for x in rows)

    def get(self, name: str) -> RasterRecord:
        """The raster of that name.

        Raises:
            IngestError: there is none.
        """
        for record in self.list():
            if record.name == name:
                return record
        raise refusal("raster_unknown", name=name)

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Held while a copy is written and registered, so that nobody takes it for an orphan."""
        if self.db.attached:
            raise refusal("raster_readonly")
        self._prepare()
        # no transaction stays open during a long load: the lock belongs to the connection
        with self.db.owner.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.select(sa.func.pg_advisory_lock_shared(LOCK)))
            try:
                yield
            finally:
                connection.execute(sa.select(sa.func.pg_advisory_unlock_shared(LOCK)))

    def register(self, record: RasterRecord, part: Path, *, replacing: bool) -> RasterRecord:
        """Rename the whole copy `part` and write its entry; on failure neither is left.

        Raises:
            IngestError: the name is taken and is not to be replaced.
        """
        record = replace(record, file=f"{uuid.uuid4().hex}.tif")
        target, gone = self.path(record), None
        part.rename(target)
        try:
            with self.db.owner.begin() as connection:
                old = sa.select(RASTER.c.file).where(RASTER.c.name == record.name).with_for_update()
                gone = connection.execute(old).scalar_one_or_none()
                values = _values(record)
                statement = insert(RASTER).values(**values, version=1)
                if replacing:
                    statement = statement.on_conflict_do_update(
                        index_elements=[RASTER.c.name], set_=values | {"version": RASTER.c.version + 1}
                    )
                saved = _record(connection.execute(statement.returning(*RASTER.c)).mappings().one())
        except BaseException as error:
            target.unlink(missing_ok=True)
            if isinstance(error, sa.exc.IntegrityError):
                raise refusal("raster_taken", name=record.name) from error
            raise
        self.changes += 1
        if gone:
            (self.directory / gone).unlink(missing_ok=True)
        return saved

    def restyle(self, name: str, style: str) -> RasterRecord:
        """Keep a raster renderer (JSON of the style model) for a raster; "" goes back to the default."""
        statement = (
            sa.update(RASTER).where(RASTER.c.name == name).values(style=style, version=RASTER.c.version + 1)
        )
        self._prepare()
        with self.db.owner.begin() as connection:
            row = connection.execute(statement.returning(*RASTER.c)).mappings().one_or_none()
        if row is None:
            raise refusal("raster_unknown", name=name)
        self.changes += 1
        return _record(row)

    def drop(self, name: str) -> None:
        """Remove a raster and its copy.

        Raises:
            IngestError: there is none of that name.
        """
        record = self.get(name)
        with self.db.owner.begin() as connection:
            connection.execute(sa.delete(RASTER).where(RASTER.c.name == name))
        self.changes += 1
        self.path(record).unlink(missing_ok=True)

    def sweep(self) -> tuple[str, ...]:
        """Remove copies nobody registered, unless something is being loaded; returns their names."""
        if self.db.attached:
            return ()
        directory, removed = self.directory, []
        with self.db.owner.begin() as connection:
            if not connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(LOCK))).scalar_one():
                return ()
            known = set(connection.execute(sa.select(RASTER.c.file)).scalars())
            for path in sorted(directory.iterdir()):
                if path.is_dir() and path.name.startswith(PART):  # of a load that was killed
                    shutil.rmtree(path, ignore_errors=True)
                elif path.is_file() and path.name not in known:
                    path.unlink(missing_ok=True)
                else:
                    continue
                removed.append(path.name)
        return tuple(removed)

    def _prepare(self) -> None:
        if not self._prepared:
            create_once(self.db, _create)
            self._prepared = True


def _create(connection: sa.Connection) -> None:
    if not sa.inspect(connection).has_table(HOME.name, schema=META_SCHEMA):
        for table in (RASTER, HOME):
            connection.execute(sa.schema.CreateTable(table, if_not_exists=True))
        token = insert(HOME).values(one=True, token=uuid.uuid4().hex[:12])
        connection.execute(token.on_conflict_do_nothing())


def _values(record: RasterRecord) -> dict[str, Any]:
    plain = {x.name: getattr(record, x.name) for x in RASTER.columns if x.name not in ("version", "loaded_at")}
    return plain | {
        "extent": list(record.extent),
        "bands": [x.to_json() for x in record.bands],
        "palette": {str(k): list(v) for k, v in record.palette.items()},
        "decisions": dict(record.decisions),
        "report": [x.to_json() for x in record.report],
        "loaded_at": datetime.now(UTC),
    }


def _record(row: sa.RowMapping) -> RasterRecord:
    values: dict[str, Any] = dict(row)
    palette = {int(k): (v[0], v[1], v[2], v[3]) for k, v in values["palette"].items()}
    return RasterRecord(
        **values
        | {
            "extent": tuple(values["extent"]),
            "bands": tuple(Band.from_json(x) for x in values["bands"]),
            "palette": palette,
            "report": tuple(Finding.from_json(x) for x in values["report"]),
        }
    )
