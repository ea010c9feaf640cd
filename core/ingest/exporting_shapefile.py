"""What shapefiles cannot hold, and how it is told: names of ten bytes, texts of 254, no times of day."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

NAME_BYTES, TEXT_BYTES = 10, 254


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Column → its name in the shapefile: cut at whole characters, each once without regard to case."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        short = cut(name, NAME_BYTES) or "field"
        number = 1
        while short.casefold() in taken:
            tail = f"_{number}"
            short = cut(name, NAME_BYTES - len(tail)) + tail
            number += 1
        taken.add(short.casefold())
        found[name] = short
    return found


def cut(text: str, size: int) -> str:
    """As much of `text` as fits into `size` bytes of UTF-8 without parting a character."""
    return text.encode("utf-8")[:size].decode("utf-8", "ignore")


class Cutter:
    """Cuts texts and remembers in which columns."""

    def __init__(self) -> None:
        self.count = 0
        self.columns: dict[str, None] = {}

    def __call__(self, value: Any, column: str) -> Any:
        """The value as a shapefile holds it."""
        if not isinstance(value, str) or len(value) * 3 <= TEXT_BYTES or len(value.encode("utf-8")) <= TEXT_BYTES:
            return value
        self.count += 1
        self.columns[column] = None
        return cut(value, TEXT_BYTES)


def pack(shapefile: Path, target: Path, names: dict[str, str]) -> None:
    """The files of a shapefile, and the list of its names, as a zip archive; the files are removed."""
    listing = shapefile.with_name("columns.csv")
    with listing.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([("column", "shapefile"), *names.items()])
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [*sorted(shapefile.parent.glob(f"{shapefile.stem}.*")), listing]:
            if path != target:
                archive.write(path, path.name)
                path.unlink()
