"""Where dropped files wait: a bounded directory in which nothing bears a name that a user gave.

A drop is a handful of files that came together.  Each lies under a name of our own; what the user called it stands
in a small JSON file beside it.  A drop that nobody touched for a day is removed.
"""

from __future__ import annotations

import json
import re
import shutil
import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from core.errors import IngestError
from core.ingest.formats import ARCHIVES, COMPANIONS, COMPANIONS_OF, KINDS, MAIN_OF
from core.service.import_kinds import FileKind, kind_of

NAMES = "names.json"
STATE = "state.json"
_TOKEN = re.compile(r"[0-9a-f]{32}")
ALSO_OF = dict.fromkeys((".sbn", ".sbx", ".qix", ".xml"), ".shp")
"""Files that often lie beside others and are not needed."""
_SUFFIX = re.compile(r"\.[a-z0-9]{1,12}")


@dataclass(frozen=True)
class StagingLimits:
    """Bounds of what may wait at a time."""

    file_bytes: int = 2 << 30
    files: int = 64
    """Files of one drop."""
    bytes: int = 8 << 30
    """All files that wait."""
    spare_bytes: int = 1 << 30
    """Room that stays free on the disk."""
    keep_s: float = 24 * 3600.0
    name_chars: int = 200


@dataclass(frozen=True)
class StagedFile:
    """A file, or a shapefile with its companions, that waits to be imported."""

    id: str
    name: str
    """What the user calls the (main) file."""
    names: tuple[str, ...]
    """What the user calls all of its files."""
    kind: FileKind
    path: Path
    size: int


class Staging:
    """The directory of waiting files; safe to use from several threads and processes."""

    def __init__(self, directory: Path, limits: StagingLimits | None = None) -> None:
        self.directory = directory
        self.limits = limits or StagingLimits()

    def open(self) -> str:
        """A new, empty drop; its unguessable token is what lets a browser send files to it."""
        self.sweep()
        token = uuid.uuid4().hex
        (self.directory / token).mkdir(parents=True)
        return token

    def sweep(self) -> None:
        """Remove what nobody touched for long."""
        oldest = time.time() - self.limits.keep_s
        for one in self.directory.glob("*"):
            if _TOKEN.fullmatch(one.name) and one.stat().st_mtime < oldest:
                shutil.rmtree(one, ignore_errors=True)

    def folder(self, token: str) -> Path | None:
        """The directory of a drop or a staged file, None when there is none."""
        if not _TOKEN.fullmatch(token) or not (self.directory / token).is_dir():
            return None
        return self.directory / token

    async def receive(self, token: str, name: str, size: int, blocks: AsyncIterator[bytes]) -> None:
        """Write one file of a drop, block by block; nothing of it is left when it does not come to its end.

        Args:
            size: length that was announced, −1 when none was.

        Raises:
            IngestError: there is no such drop, or a bound is exceeded.
        """
        folder = self.folder(token)
        if folder is None:
            raise _refused("gone", name)
        name = shown_name(name, self.limits.name_chars)
        room = self._room(folder, name, size)
        target = folder / f"{uuid.uuid4().hex}{_suffix(name)}"
        part, written = target.with_suffix(".part"), 0
        try:
            with part.open("xb") as out:
                async for block in blocks:
                    written += len(block)
                    if written > room:
                        raise self._too_large(name, written)
                    out.write(block)
            part.rename(target)
            target.with_name(target.name + ".json").write_text(json.dumps({"name": name}), encoding="utf-8")
        finally:
            part.unlink(missing_ok=True)

    def collect(self, token: str) -> tuple[StagedFile, ...]:
        """The files of a drop, with the parts of a shapefile together, each in a directory of its own.

        The drop stays open for more files.
        """
        folder = self.folder(token)
        if folder is None:
            return ()
        files = []
        for note in sorted(folder.glob("*.json")):
            name = str(json.loads(note.read_text(encoding="utf-8"))["name"])
            files.append((name, folder / note.name.removesuffix(".json")))
            note.unlink()
        return tuple(self._settle(group) for group in grouped(files))

    def find(self, identifier: str) -> StagedFile | None:
        """A staged file by its id, None when it is gone."""
        folder = self.folder(identifier)
        if folder is None or not (folder / NAMES).exists():
            return None
        names = tuple(str(x) for x in json.loads((folder / NAMES).read_text(encoding="utf-8")))
        files = [x for x in folder.iterdir() if x.name not in (NAMES, STATE)]
        main = folder / f"{identifier}{_suffix(names[0])}"
        if not main.exists():
            return None
        kind = kind_of(names[0], main)
        return StagedFile(identifier, names[0], names, kind, main, sum(x.stat().st_size for x in files))

    def remember(self, identifier: str, state: dict[str, Any]) -> None:
        """Keep what was decided about a staged file beside it."""
        folder = self.folder(identifier)
        if folder is not None:
            scratch = folder / f"{uuid.uuid4().hex}.state"
            scratch.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8")
            scratch.replace(folder / STATE)

    def remembered(self, identifier: str) -> dict[str, Any]:
        """What :meth:`remember` kept, nothing when it is not readable."""
        folder = self.folder(identifier)
        try:
            found = json.loads((folder / STATE).read_text(encoding="utf-8")) if folder is not None else {}
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def remove(self, identifier: str) -> None:
        """Remove a drop or a staged file."""
        folder = self.folder(identifier)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _settle(self, group: list[tuple[str, Path]]) -> StagedFile:
        identifier = uuid.uuid4().hex
        home = self.directory / identifier
        home.mkdir(parents=True)
        for name, path in group:
            path.rename(home / f"{identifier}{_suffix(name)}")
        names = [name for name, _ in group]
        (home / NAMES).write_text(json.dumps(names), encoding="utf-8")
        found = self.find(identifier)
        assert found is not None  # noqa: S101  # it was written a moment ago
        return found

    def _room(self, folder: Path, name: str, size: int) -> int:
        """Bytes a new file may have."""
        if len(list(folder.glob("*.json"))) >= self.limits.files:
            raise _refused("many", name, limit=self.limits.files)
        waiting = sum(x.stat().st_size for x in self.directory.glob("*/*") if x.is_file())
        free = shutil.disk_usage(folder).free - self.limits.spare_bytes
        room = min(self.limits.bytes - waiting, free)
        if size > self.limits.file_bytes:
            raise self._too_large(name, size)
        if room <= 0 or size > room:
            raise _refused("full", name)
        return min(room, self.limits.file_bytes)

    def _too_large(self, name: str, size: int) -> IngestError:
        limit = self.limits.file_bytes >> 20
        return _refused("large", name, size=f"{size / (1 << 20):,.0f}", limit=f"{limit:,}")


def shown_name(name: str, limit: int) -> str:
    """The last part of what a browser calls a file: one line, not endless, never used as a path."""
    last = PurePosixPath(PureWindowsPath(name).name).name
    text = "".join(x if x.isprintable() else " " for x in last).strip() or "file"
    if len(text) <= limit:
        return text
    suffix = PurePosixPath(text).suffix[:12]
    return text[: limit - len(suffix)] + suffix


def grouped(files: list[tuple[str, Path]]) -> list[list[tuple[str, Path]]]:
    """Files that belong together, such as a ``.shp`` with its companions, the main one first; every other file by
    itself.

    Only one file of each suffix belongs to another; companions without their main file come as one group.
    """
    stems: dict[tuple[str, str], dict[str, tuple[str, Path]]] = {}
    alone = []
    for name, path in files:
        suffix = PurePosixPath(name).suffix.lower()
        main = suffix if suffix in COMPANIONS_OF else ALSO_OF.get(suffix, MAIN_OF.get(suffix))
        group = stems.setdefault((PurePosixPath(name).stem.casefold(), main), {}) if main else None
        if group is not None and suffix not in group:
            group[suffix] = (name, path)
        else:
            alone.append([(name, path)])
    whole = [
        sorted(group.values(), key=lambda x: not x[0].lower().endswith(main)) for (_, main), group in stems.items()
    ]
    return [*whole, *alone]


def _suffix(name: str) -> str:
    suffix = PurePosixPath(name).suffix.lower()
    known = suffix in KINDS or suffix in ARCHIVES or suffix in COMPANIONS
    return suffix if known or _SUFFIX.fullmatch(suffix) else ".bin"


_SENTENCES = {
    "gone": (
        "“{name}” came too late: the page it was sent from is no longer open. Drop it again.",
        "“{name}”到达时页面已关闭，请重新拖入。",
    ),
    "many": (
        "More than {limit} files came at once; “{name}” was not taken. Zip them, or drop fewer.",
        "一次最多 {limit} 个文件，“{name}”未接收。请打包为 zip 或分批拖入。",
    ),
    "large": (
        "“{name}” has {size} MB; the limit here is {limit} MB. Split it, or load it on the server with "
        "“python -m core load”.",
        "“{name}”大小为 {size} MB，上限为 {limit} MB。请拆分，或在服务器上用“python -m core load”载入。",
    ),
    "full": (
        "There is no room for “{name}”: other imports are waiting. Load or discard them first, or try later.",
        "没有空间存放“{name}”：还有其他待导入文件。请先载入或放弃它们，或稍后再试。",
    ),
}


def _refused(code: str, name: str, **values: object) -> IngestError:
    en, zh = _SENTENCES[code]
    return IngestError(en.format(name=name, **values), sentence_zh=zh.format(name=name, **values))
