"""Sections of the benchmarks' page."""

from __future__ import annotations

import re
from pathlib import Path

NEXT = re.compile(r"^## ", re.MULTILINE)


def put(section: str, path: Path) -> None:
    """Put a section, which begins with its title, into the page in the place of the earlier one."""
    title = section.partition("\n")[0]
    page = path.read_text(encoding="utf-8") if path.exists() else "# Benchmarks\n"
    start = page.find(title)
    if start < 0:
        page = f"{page.rstrip()}\n\n{section}"
    else:
        following = NEXT.search(page, start + len(title))
        rest = f"\n{page[following.start() :]}" if following else ""
        page = page[:start] + section + rest
    path.write_text(page, encoding="utf-8")
