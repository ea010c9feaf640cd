"""Bring a file to a private directory under a name of our own, and find out what it really is.

Everything downstream opens staged copies only, so no reader ever sees a name, a neighbour file or a later change
that somebody else controls.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.confined.leftovers import private_directory
from core.ingest.archive import CHUNK, Member, unpack
from core.ingest.formats import ARCHIVES, COMPANIONS_OF, KINDS, NAMES, Kind, kind_of, verify
from core.ingest.model import Limits
from core.ingest.wording import refusal


@dataclass(frozen=True)
class Dataset:
    """One readable thing: a shapefile, a GeoPackage, a table …; a directory only for a file geodatabase."""

    kind: Kind
    name: str
    """Name without suffix, for people and as the default table name."""
    path: Path


@dataclass(frozen=True)
class Staged:
    """A file, checked and copied."""

    file: str
    """Name of the file the user gave."""
    size: int
    sha256: str
    datasets: tuple[Dataset, ...]
    directory: Path


@contextlib.contextmanager
def staged(path: Path, limits: Limits, name: str | None = None) -> Iterator[Staged]:
    """Copy (and unpack) `path` to a temporary directory that is removed on leaving.

    A file that consists of several, such as a shapefile, brings those of the same stem.

    Args:
        name: what the user calls the file, by default its own name; never part of a path.

    Raises:
        IngestError: the file is missing, empty, too large, hostile or of an unknown format.
    """
    with private_directory() as directory:
        yield _stage(path, PurePosixPath(name or path.name), directory, limits)


@contextlib.contextmanager
def room(name: str) -> Iterator[None]:
    """Say in a sentence that the disk is full, the temporary directory read-only or the memory used up."""
    try:
        yield
    except OSError as error:
        raise refusal("no_room", file=name, why=error.strerror or error) from error
    except MemoryError as error:
        raise refusal("no_room", file=name, why="there is not enough memory") from error


def _stage(path: Path, name: PurePosixPath, directory: Path, limits: Limits) -> Staged:
    suffix = path.suffix.lower()
    if suffix not in ARCHIVES and suffix not in KINDS:
        raise refusal("format_unknown", file=name.name, formats=", ".join(NAMES.values()))
    digest = hashlib.sha256()
    source = directory / f"source{suffix}"
    size = _copy(path, source, digest, name.name, limits)
    if suffix in ARCHIVES:
        datasets = _datasets(unpack(source, name.name, directory, limits))
        source.unlink()
    else:
        for companion in companions(path):
            size += _copy(companion, source.with_suffix(companion.suffix.lower()), digest, name.name, limits)
        datasets = (Dataset(kind_of(source), name.stem, source),)
    if not datasets:
        raise refusal("zip_nothing", file=name.name)
    for dataset in datasets:
        verify(dataset.kind, dataset.path, name.name)
    return Staged(name.name, size, digest.hexdigest(), datasets, directory)


def _copy(path: Path, target: Path, digest: hashlib._Hash, label: str, limits: Limits) -> int:
    size = 0
    try:
        with path.open("rb") as source, target.open("xb") as out:
            while block := source.read(CHUNK):
                size += len(block)
                if size > limits.file_bytes:
                    raise refusal(
                        "file_large", file=label, size=f"{path.stat().st_size >> 20:,}",
                        limit=f"{limits.file_bytes >> 20:,}",
                    )  # fmt: skip
                digest.update(block)
                out.write(block)
    except OSError as error:
        raise refusal("file_missing", file=label, why=error.strerror or error) from error
    if not size:
        raise refusal("file_empty", file=label)
    return size


def companions(path: Path) -> list[Path]:
    """Files that belong to one of several files, with its stem, whatever the case of their suffixes."""
    known = COMPANIONS_OF.get(path.suffix.lower(), ())
    if not known or not path.parent.is_dir():
        return []
    found = {
        x.suffix.lower(): x
        for x in path.parent.iterdir()
        if x.stem == path.stem and x.suffix.lower() in known and x.is_file() and x.stat().st_size
    }
    return [found[x] for x in sorted(found)]


def _datasets(members: tuple[Member, ...]) -> tuple[Dataset, ...]:
    """Group unpacked members; companions are renamed to stand beside their shapefile."""
    by_stem: dict[str, dict[str, Path]] = {}
    for member in members:
        if not member.geodatabase:
            by_stem.setdefault(_stem(member), {})[member.path.suffix] = member.path
    datasets = _geodatabases(members)
    stems = Counter(PurePosixPath(x.name).stem for x in members if KINDS.get(x.path.suffix))
    for member in members:
        if member.geodatabase:
            continue
        if member.path.suffix not in KINDS:
            continue
        kind, group = kind_of(member.path), by_stem[_stem(member)]
        for suffix in COMPANIONS_OF.get(member.path.suffix, ()):
            if suffix in group:
                group[suffix].rename(member.path.with_suffix(suffix))
        stem = PurePosixPath(member.name).stem
        datasets.append(Dataset(kind, stem if stems[stem] == 1 else member.name, member.path))
    return tuple(datasets)


def _geodatabases(members: tuple[Member, ...]) -> list[Dataset]:
    """The file geodatabases of an archive: folders of files that belong together."""
    found = {x.path.parent: x.geodatabase for x in members if x.geodatabase}
    return [Dataset("gdb", PurePosixPath(name).stem, path) for path, name in found.items()]


def _stem(member: Member) -> str:
    return str(PurePosixPath(member.name).with_suffix("")).casefold()
