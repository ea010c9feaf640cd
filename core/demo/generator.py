"""Writes the source files of all demonstration regions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.demo.demo_file import DemoFile
from core.demo.region import build_region
from core.demo.regions import bayan_obo, sichuan, yunnan

REGIONS = {"bayan_obo": bayan_obo.write, "yunnan": yunnan.write, "sichuan": sichuan.write}


def generate(
    directory: Path, seed: int, progress: Callable[[float, str], None] | None = None
) -> tuple[DemoFile, ...]:
    """Write all source files into `directory` (made when missing; files of the same names are replaced).

    The same seed gives the same bytes, given the same versions of the libraries.

    Args:
        progress: called with the part done (0 to 1) and the name of the region at work.
    """
    directory.mkdir(parents=True, exist_ok=True)
    files: list[DemoFile] = []
    for number, (key, write) in enumerate(REGIONS.items()):

        def report(part: float, number: int = number, key: str = key) -> None:
            if progress:
                progress((number + part) / len(REGIONS), key)

        report(0.0)
        region = build_region(key, seed)
        report(0.6)
        files += write(region, directory)
        report(1.0)
    return tuple(files)
