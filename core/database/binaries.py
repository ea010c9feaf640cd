"""Find the PostgreSQL programs of this machine that come with PostGIS."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from core.errors import DatabaseError

USUAL_PLACES = (
    "/usr/lib/postgresql/*/bin",  # Debian, Ubuntu
    "/usr/pgsql-*/bin",  # packages of the PostgreSQL project for Red Hat and its relatives
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
    "/usr/local/pgsql/bin",
    "/usr/bin",
)


@dataclass(frozen=True)
class Binaries:
    """One installation of the server."""

    directory: Path
    major: int
    """Major version; a data directory only works with the same one."""
    postgis: bool

    def program(self, name: str) -> str:
        """Path of one of its programs."""
        return str(self.directory / name)


def find_binaries(major: int | None = None, override: Path | None = None) -> Binaries:
    """The newest installation with PostGIS, or the one of version `major` that an existing cluster needs.

    Looked for in `override` (also ``ORESIGHT_POSTGRES_BIN``), where ``pg_config`` says, and in the usual places.

    Raises:
        DatabaseError: PostgreSQL, its PostGIS or the needed version is not installed.
    """
    found = sorted(installations(override), key=lambda x: x.major, reverse=True)
    for one in found:
        if one.postgis and major in {None, one.major}:
            return one
    raise _missing(found, major)


def installations(override: Path | None = None) -> Iterator[Binaries]:
    """Every server installation, each once; only `override` when it is given."""
    seen: set[Path] = set()
    for directory in _candidates(override):
        real = directory.resolve()
        if real in seen or not os.access(directory / "postgres", os.X_OK):
            continue
        seen.add(real)
        version = _output(directory / "postgres", "--version")
        match = re.search(r"\b(\d+)(?:\.|devel|beta|rc|\b)", version)
        if match:
            major = int(match[1])
            yield Binaries(directory, major, _has_postgis(directory, major))


def _candidates(override: Path | None) -> Iterator[Path]:
    given = override or os.environ.get("ORESIGHT_POSTGRES_BIN")
    if given:
        yield Path(given).expanduser()
        return
    config = shutil.which("pg_config")
    if config:
        directory = _output(Path(config), "--bindir")
        if directory:
            yield Path(directory)
    for pattern in USUAL_PLACES:
        yield from (Path(x) for x in sorted(glob(pattern)))


def _has_postgis(directory: Path, major: int) -> bool:
    shares = [
        Path(f"/usr/share/postgresql/{major}"),
        directory.parent / "share",
        directory.parent / "share/postgresql",
    ]
    if (directory / "pg_config").exists():
        shares.insert(0, Path(_output(directory / "pg_config", "--sharedir") or "/nonexistent"))
    return any((share / "extension" / "postgis.control").exists() for share in shares)


def _output(program: Path, option: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - a fixed option of a program found on this machine
            [str(program), option], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _missing(found: list[Binaries], major: int | None) -> DatabaseError:
    way = _way_to_install(major or (found[0].major if found else None))
    if major is not None and not any(x.major == major for x in found):
        have = ", ".join(str(x.major) for x in found) or "none"
        return DatabaseError(
            f"The existing database needs PostgreSQL {major}; installed: {have}.",
            f"{way}, or delete the database directory and load the data again.",
            sentence_zh=f"现有数据库需要 PostgreSQL {major}；已安装：{have}。",
            hint_zh="请安装该版本，或删除数据库目录并重新载入数据。",
        )
    what = (
        f"PostgreSQL {found[0].major} is installed, but its PostGIS is not."
        if found
        else ("PostgreSQL with PostGIS is not installed.")
    )
    return DatabaseError(
        what,
        f"{way}, or set DATABASE_URL to a PostGIS that is already running.",
        sentence_zh="未安装带 PostGIS 的 PostgreSQL。",
        hint_zh="请安装 PostgreSQL 与 PostGIS，或用 DATABASE_URL 指向已运行的 PostGIS。",
    )


def _way_to_install(major: int | None) -> str:
    if sys.platform == "darwin":
        return "Install it with “brew install postgresql postgis”"
    if shutil.which("apt-get"):
        package = f"postgresql-{major}-postgis-3" if major else "postgresql postgis postgresql-postgis"
        return f"Install it with “sudo apt-get install {package}”"
    return "Install the packages of PostgreSQL and PostGIS of your system"
