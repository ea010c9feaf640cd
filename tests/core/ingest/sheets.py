"""Spreadsheets of the older and the free kind, byte for byte: no library writes them here."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)

MANIFEST = (
    '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)


def ods(path: Path, rows: Sequence[Sequence[Any]], *, blank_rows: int = 0, repeat: int = 1) -> Path:
    """An OpenDocument spreadsheet with one sheet.

    Args:
        blank_rows: empty rows to the end, as office programs write them.
        repeat: how often the last row is repeated.
    """
    last = len(rows) - 1
    body = "".join(
        f'<table:table-row table:number-rows-repeated="{repeat if i == last else 1}">'
        f"{''.join(map(_cell, row))}</table:table-row>"
        for i, row in enumerate(rows)
    )
    if blank_rows:
        blank = '<table:table-cell table:number-columns-repeated="16384"/>'
        body += f'<table:table-row table:number-rows-repeated="{blank_rows}">{blank}</table:table-row>'
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMESPACES} office:version="1.2">'
        f'<office:body><office:spreadsheet><table:table table:name="data">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", MANIFEST)
        archive.writestr("content.xml", content)
    return path


def _cell(value: Any) -> str:
    if value is None:
        return "<table:table-cell/>"
    text = f"<text:p>{escape(str(value))}</text:p>"
    if isinstance(value, str):
        return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{value}">{text}</table:table-cell>'


def xls(path: Path, rows: Sequence[Sequence[Any]]) -> Path:
    """A workbook of Excel 97 with one sheet: BIFF8 records in a compound file."""
    sheet = _record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 6))
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if isinstance(value, str):
                text = struct.pack("<HB", len(value), 1) + value.encode("utf-16-le")
                sheet += _record(0x204, struct.pack("<HHH", r, c, 0) + text)
            elif value is not None:
                sheet += _record(0x203, struct.pack("<HHHd", r, c, 0, value))
    sheet += _record(0x0A, b"")
    start = _record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 6)) + _record(0x42, struct.pack("<H", 1200))
    name = b"\x04\x00data"
    offset = len(start) + 4 + 6 + len(name) + 4
    bound = _record(0x85, struct.pack("<IH", offset, 0) + name)
    path.write_bytes(_compound(start + bound + _record(0x0A, b"") + sheet))
    return path


def _record(code: int, data: bytes) -> bytes:
    return struct.pack("<HH", code, len(data)) + data


def _compound(stream: bytes) -> bytes:
    """A compound file with the one stream "Workbook" in sectors 2 and following; FAT in 0, directory in 1."""
    stream = stream.ljust(max(4096, -(-len(stream) // 512) * 512), b"\0")
    sectors = len(stream) // 512
    chain = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, sectors + 2), 0xFFFFFFFE]
    fat = struct.pack(f"<{len(chain)}I", *chain).ljust(512, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0) + struct.pack("<I", 0)
    header = header.ljust(512, b"\xff")
    entries = _entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + _entry("Workbook", 2, 0xFFFFFFFF, 2, len(stream))
    return header + fat + entries.ljust(512, b"\0") + stream


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    text = name.encode("utf-16-le") + b"\0\0"
    none = 0xFFFFFFFF
    return struct.pack("<64sHBBIII36xIQ", text, len(text), kind, 1, none, none, child, start, size)
