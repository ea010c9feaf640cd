"""Zip archives, unpacked by us: every member is checked before a byte of it is written.

Members get names of our own (``m0001.shp``); the names inside the archive are only text.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.ingest.formats import ACCEPTED, GEODATABASE
from core.ingest.model import Limits
from core.ingest.wording import refusal

CHUNK = 1 << 20
UTF8_FLAG = 0x800


@dataclass(frozen=True)
class Member:
    """An unpacked file."""

    name: str
    """Path inside the archive, as text for people."""
    path: Path
    geodatabase: str = ""
    """Folder of the file geodatabase it belongs to; such files keep their names, which have a fixed form."""


def unpack(archive: Path, label: str, directory: Path, limits: Limits) -> tuple[Member, ...]:
    """Unpack the readable members of `archive` into `directory`.

    Args:
        label: name of the archive for sentences.

    Raises:
        IngestError: the archive is damaged, encrypted, too large when unpacked, or has members that point outside
            it or are links; nothing of it is kept by the caller then.
    """
    try:
        with zipfile.ZipFile(archive) as file:
            infos = [x for x in file.infolist() if not x.is_dir()]
            check(infos, label, limits)
            members: list[Member] = []
            folders: dict[str, Path] = {}
            left = limits.unpacked_bytes
            for number, info in enumerate(infos, 1):
                member = _place(display_name(info), number, directory, folders)
                if member is None:
                    continue
                left -= _write(file, info, member.path, label, left)
                members.append(member)
            return tuple(members)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
        raise refusal("zip_broken", file=label, why=error) from error


def check(infos: list[zipfile.ZipInfo], label: str, limits: Limits) -> None:
    """Refuse an archive by its directory alone."""
    if len(infos) > limits.members:
        raise refusal("zip_bomb", file=label, why=f"{len(infos):,} members, the limit is {limits.members:,}")
    for info in infos:
        name = display_name(info)
        parts = PurePosixPath(name.replace("\\", "/")).parts
        if name.startswith(("/", "\\")) or ".." in parts or (parts and ":" in parts[0]) or "\0" in name:
            raise refusal("zip_path", file=label, member=name)
        if stat.S_ISLNK(info.external_attr >> 16):
            raise refusal("zip_link", file=label, member=name)
        if info.flag_bits & 1:
            raise refusal("zip_encrypted", file=label)
        if info.file_size > limits.ratio_from and info.file_size > limits.ratio * max(info.compress_size, 1):
            ratio = info.file_size // max(info.compress_size, 1)
            raise refusal(
                "zip_bomb", file=label, why=f"“{name}” grows {ratio:,} times, the limit is {limits.ratio}"
            )
    total = sum(x.file_size for x in infos)
    if total > limits.unpacked_bytes:
        raise refusal("zip_bomb", file=label, why=f"{total >> 20:,} MB unpacked, the limit is "
                      f"{limits.unpacked_bytes >> 20:,} MB")  # fmt: skip


def display_name(info: zipfile.ZipInfo) -> str:
    """Member name as its author wrote it: archives of Chinese Windows hold GBK bytes without saying so."""
    if info.flag_bits & UTF8_FLAG or info.filename.isascii():
        return info.filename
    try:
        raw = info.filename.encode("cp437")
    except UnicodeEncodeError:
        return info.filename
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.filename


def _place(name: str, number: int, directory: Path, folders: dict[str, Path]) -> Member | None:
    """Where a member goes, None when it is of no use; `folders` remembers those of file geodatabases."""
    path = PurePosixPath(name.replace("\\", "/"))
    if _is_metadata(name):
        return None
    if path.parent.suffix.lower() == ".gdb":
        if not GEODATABASE.fullmatch(path.name):
            return None
        folder = folders.setdefault(str(path.parent), directory / f"g{len(folders) + 1:04d}.gdb")
        folder.mkdir(exist_ok=True)
        return Member(name, folder / path.name.lower(), str(path.parent))
    suffix = path.suffix.lower()
    return Member(name, directory / f"m{number:04d}{suffix}") if suffix in ACCEPTED else None


def _is_metadata(name: str) -> bool:
    path = PurePosixPath(name)
    return "__MACOSX" in path.parts or path.name.startswith("._")


def _write(file: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, label: str, left: int) -> int:
    """Copy one member, counting real bytes: the sizes in the directory may lie."""
    written = 0
    with file.open(info) as source, target.open("xb") as out:
        while block := source.read(CHUNK):
            written += len(block)
            if written > min(left, max(info.file_size, 1)):
                raise refusal("zip_bomb", file=label, why=f"“{display_name(info)}” is larger than it says")
            out.write(block)
    return written
