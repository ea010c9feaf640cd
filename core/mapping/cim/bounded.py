"""Opens a style file within bounds: size, nesting, numbers; and says what a wrong file is instead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.mapping.cim.access import Json
from core.mapping.cim.log import refusal

MAX_BYTES = 16 * 2**20
MAX_DEPTH = 100
_NESTED = (dict, list)
MAX_PARTS = 1_000_000
"""Objects and lists; a file of 16 MB that ArcGIS writes has about a third of it."""
_SIGNS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "is_lyr"),
    (b"PK\x03\x04", "is_zip"),
    (b"7z\xbc\xaf", "is_zip"),
    (b"SQLite format 3\x00", "is_sqlite"),
    (b"<", "is_xml"),
)


def read_bytes(source: bytes | Path) -> bytes:
    """The bytes of a style file.

    Raises:
        IngestError: it cannot be opened, is empty, or is larger than 16 MB.
    """
    if isinstance(source, Path):
        try:
            size = source.stat().st_size
            if size > MAX_BYTES:
                raise refusal("too_big", size=f"{size / 2**20:.1f}", limit=MAX_BYTES // 2**20)
            with source.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise refusal("unreadable", what=error.strerror or type(error).__name__) from error
    else:
        data = source
    if len(data) > MAX_BYTES:
        raise refusal("too_big", size=f"{len(data) / 2**20:.1f}", limit=MAX_BYTES // 2**20)
    if not data.strip():
        raise refusal("empty")
    return data


def parse(data: bytes) -> Json:
    """The JSON object of a style file.

    Raises:
        IngestError: another kind of file, no UTF-8, no JSON, or nested deeper than 100 levels.
    """
    for sign, code in _SIGNS:
        if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(sign):
            raise refusal(code)
    try:
        encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise refusal("bad_text", at=error.start + 1) from error
    parts = text.count("{") + text.count("[")
    if parts > MAX_PARTS:
        raise refusal("too_complex", count=f"{parts:,}", limit=f"{MAX_PARTS:,}")
    try:
        found = json.loads(text, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise refusal("bad_json", line=error.lineno, column=error.colno, what=error.msg) from error
    except ValueError as error:  # Python reads no number of more than 4,300 digits
        raise refusal("bad_number") from error
    except RecursionError as error:
        raise refusal("too_deep", limit=MAX_DEPTH) from error
    if _depth(found) > MAX_DEPTH:
        raise refusal("too_deep", limit=MAX_DEPTH)
    if not isinstance(found, dict) or not isinstance(found.get("layerDefinitions"), list):
        raise refusal("no_layers")
    return found


def _constant(_: str) -> None:
    """NaN and Infinity are no JSON; a member that holds one counts as missing."""


def _depth(value: Any) -> int:
    """How deep objects and lists are nested, looked at level by level."""
    level, depth = [value] if isinstance(value, _NESTED) else [], 0
    while level and depth <= MAX_DEPTH:
        held = [x.values() if isinstance(x, dict) else x for x in level]
        level = [x for inner in held for x in inner if isinstance(x, _NESTED)]
        depth += 1
    return depth
