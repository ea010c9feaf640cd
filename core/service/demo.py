"""The demonstration regions: load what is not loaded yet, one process at a time.

Only the look at what is there stands here; generating and importing need packages that take seconds to load, so
they wait in ``demo_files`` until there is something to do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.database.engine import Database
from core.database.registry import list_layers
from core.errors import IngestError
from core.service.request import Progress
from core.settings import ROOT, Settings

try:
    import fcntl
except ImportError:  # not a POSIX system: two loads at once are then stopped by the table that exists
    fcntl = None  # type: ignore[assignment]

MANIFEST = "manifest.json"


def load_demo(
    db: Database, settings: Settings, progress: Progress | None = None, *, force: bool = False
) -> tuple[str, ...]:
    """Load the demonstration layers that are missing, all of them again with `force` or after a new generator.

    Files are generated only when something is to be loaded; a second call finds nothing to do and returns ().

    Returns:
        Tables loaded, in order.

    Raises:
        IngestError: files cannot be written, or one cannot be loaded; layers loaded before it stay.
    """
    directory = settings.local_dir / "demo"
    with _alone(directory):
        version, tables = _manifest(directory)
        present = frozenset(r.table for r in list_layers(db))
        current = generator_version(settings.demo_seed)
        if version == current and tables <= present and not force:
            return ()
        force = force or version not in ("", current)
        from core.service.demo_files import load_missing  # noqa: PLC0415 - heavy, see above

        return load_missing(db, settings, progress or (lambda *_: None), present, force=force)


def generator_version(seed: int) -> str:
    """Changes with the seed and with every file of the generator."""
    digest = hashlib.sha256(str(seed).encode())
    for path in sorted((ROOT / "core" / "demo").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:24]


def _manifest(directory: Path) -> tuple[str, frozenset[str]]:
    """Version and tables of an earlier, complete generation; ("", nothing) without one."""
    try:
        data = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
        return str(data["version"]), frozenset(str(x["table"]) for x in data["files"])
    except FileNotFoundError:
        return "", frozenset()
    except (OSError, ValueError, KeyError, TypeError):
        return "unreadable", frozenset()


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """One load of the demonstration data at a time, over all processes."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = (directory / "lock").open("w")
    except OSError as error:
        raise IngestError(
            f"The directory {directory} cannot be written: {error.strerror or error}.",
            sentence_zh=f"目录 {directory} 无法写入：{error.strerror or error}。",
        ) from error
    with lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
