"""Names of tables and columns as PostgreSQL can hold them, as close to the source as possible."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from core.database.findings import Finding
from core.ingest.wording import finding, refusal

RESERVED = frozenset({"fid", "geom", "geom_ecef", "ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"})
"""Our own columns and the system columns of every table."""
NAME_BYTES = 63
TABLE_BYTES = 60
QUALIFIER, LIMIT, RAW = "__qualifier", "__limit", "__raw"
_TABLE = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Named:
    """Stored names of the columns, parallel to the source names."""

    names: tuple[str, ...]
    findings: tuple[Finding, ...]


def table_name(wanted: str | None, fallback: str) -> tuple[str, tuple[Finding, ...]]:
    """The name of a table: the wanted one as it is, or one made from the name of the layer or file.

    Raises:
        IngestError: the wanted name, or what is left of the fallback, cannot name a table.
    """
    if wanted is not None:
        if not _TABLE.fullmatch(wanted) or len(wanted.encode()) > TABLE_BYTES:
            raise refusal("table_name", table=wanted)
        return wanted, ()
    text = unicodedata.normalize("NFKC", fallback).casefold()
    text = re.sub(r"\W+", "_", text).strip("_")
    text = cut(text if _TABLE.match(text) else f"t_{text}", TABLE_BYTES).rstrip("_")
    return text, (finding("table_derived", table=text),)


def column_names(sources: Sequence[str], censored: Sequence[bool]) -> Named:
    """Distinct storable names for the columns of a source.

    A name that is taken, ours or a system column's gets ``_1``, ``_2`` …; one that is too long is cut between
    characters.  A censored column leaves room for the names of its companions.
    """
    taken: set[str] = set()
    names: list[str] = []
    notes: list[Finding] = []
    for number, (source, companions) in enumerate(zip(sources, censored, strict=True), 1):
        room = NAME_BYTES - (len(QUALIFIER) if companions else 0)
        plain = " ".join("".join(x if x.isprintable() else " " for x in source).split()) or f"column_{number}"
        base = cut(plain, room)
        name, suffix = base, 0
        while _taken(name, companions, taken):
            suffix += 1
            name = cut(base, room - len(f"_{suffix}")) + f"_{suffix}"
        taken.update([name, *([name + QUALIFIER, name + LIMIT, name + RAW] if companions else [])])
        names.append(name)
        if name != source:
            why, why_zh = _why(source, plain, base, name)
            notes.append(finding("name_changed", column=source, new=name, why=why, why_zh=why_zh))
    return Named(tuple(names), tuple(notes))


def cut(text: str, size: int) -> str:
    """`text` cut to `size` bytes of UTF-8 without splitting a character."""
    return text.encode()[:size].decode(errors="ignore")


def _taken(name: str, companions: bool, taken: set[str]) -> bool:
    if name in RESERVED or name in taken:
        return True
    return companions and any(name + x in taken for x in (QUALIFIER, LIMIT, RAW))


def _why(source: str, plain: str, base: str, name: str) -> tuple[str, str]:
    if name != base:
        if base in RESERVED:
            return "the name is used by the database itself", "该名称由数据库自身使用"
        return "another column has the same name", "另一列使用了相同名称"
    if base != plain:
        return "the name is longer than the database allows", "名称超过数据库允许的长度"
    if not source.strip():
        return "it has no heading", "没有列名"
    return "blanks and control characters were tidied", "已整理空白和控制字符"
