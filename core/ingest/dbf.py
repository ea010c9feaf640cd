"""The attribute table of a shapefile, as bytes: only what is needed to decide the encoding of its texts.

Layout: header of 32 bytes (records, header length, record length, language byte), 32 bytes a field, then records
of fixed length (dBASE III, as the shapefile specification uses it).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.ingest.encoding import Choice, canonical, choose

BLOCK = 8 << 20
"""Bytes read at once; a record has at most 64 KB."""
LANGUAGE = {0x4D: "gb18030", 0x4F: "big5", 0x78: "big5", 0x7A: "gb18030", 0x7B: "cp932"}
"""Language driver bytes that name one East Asian encoding."""


@dataclass(frozen=True)
class Field:
    """A text field and where it stands in a record."""

    name: bytes
    offset: int
    length: int


@dataclass(frozen=True)
class Table:
    """Header of a ``.dbf``."""

    names: tuple[bytes, ...]
    """Names of all fields."""
    texts: tuple[Field, ...]
    records: int
    header: int
    record: int
    language: int


def read_header(path: Path) -> Table:
    """The header; field descriptors end at the byte 0x0D.

    Raises:
        ValueError: the header is damaged.
    """
    with path.open("rb") as file:
        head = file.read(32)
        if len(head) < 32:
            raise ValueError("the header of the .dbf is cut")
        records, header, record = (int.from_bytes(head[a:b], "little") for a, b in ((4, 8), (8, 10), (10, 12)))
        fields = file.read(max(header - 32, 0))
    names, texts, offset = [], [], 1
    for at in range(0, len(fields) - 31, 32):
        if fields[at] == 0x0D:
            break
        name, kind, length = fields[at : at + 11].split(b"\0")[0], fields[at + 11 : at + 12], fields[at + 16]
        names.append(name)
        if kind == b"C":
            length += fields[at + 17] << 8
            texts.append(Field(name, offset, length))
        offset += length
    return Table(tuple(names), tuple(texts), records, header, record, head[29])


def wide_texts(path: Path, table: Table) -> dict[bytes, bool]:
    """Every distinct text of the file that is not ASCII → whether it fills its field (and so may be cut)."""
    found = {x: len(x) >= 9 for x in table.names if not x.isascii()}
    if not table.record:
        return found
    with path.open("rb") as file:
        file.seek(table.header)
        while block := file.read(max(BLOCK // table.record, 1) * table.record):
            rows = np.frombuffer(block[: len(block) // table.record * table.record], np.uint8)
            rows = rows.reshape(-1, table.record)
            for field in table.texts:
                cells = rows[:, field.offset : field.offset + field.length]
                wide = cells[(cells >= 0x80).any(axis=1)]
                for text in dict.fromkeys(bytes(x) for x in wide):
                    stripped = text.rstrip(b" \0")
                    found[stripped] = found.get(stripped, False) or len(stripped) >= field.length - 3
    return found


def choose_encoding(path: Path, cpg: str | None, decided: str | None) -> Choice:
    """Encoding of the texts of a ``.dbf``.

    Args:
        cpg: content of the ``.cpg`` file, or None.
        decided: the user's decision, or None.
    """
    table = read_header(path)
    texts = wide_texts(path, table)
    stated = cpg or LANGUAGE.get(table.language)
    choice = choose(list(texts), stated, cut=lambda x: texts[x])
    if decided:
        return Choice(canonical(decided), "you chose it", "由您指定", candidates=choice.candidates)
    return choice
