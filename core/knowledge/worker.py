"""The confined process, ``python -m core.knowledge.worker``: reads one document and tells what is in it."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.confined.confinement import confine, die_with_parent
from core.knowledge.blocks import as_plain
from core.knowledge.limits import Limits
from core.knowledge.read_docx import read_docx
from core.knowledge.read_html import read_html
from core.knowledge.read_pdf import read_pdf
from core.knowledge.readings import Reading, RefusedError

Reader = Callable[[Path, Limits, Path | None], Reading]
READERS: Mapping[str, Reader] = {
    ".pdf": read_pdf,
    ".docx": lambda path, limits, _: read_docx(path, limits),
    ".html": lambda path, limits, _: read_html(path, limits),
    ".htm": lambda path, limits, _: read_html(path, limits),
}


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """What became of reading the file that `question` names."""
    limits = Limits(**question["limits"])
    directory = Path(question["directory"])
    path = Path(question["path"])
    _give_up(path, directory, limits)
    pictures = directory if question["pictures"] else None
    try:
        found = READERS[question["suffix"]](path, limits, pictures)
    except RefusedError as error:
        return {"refused": error.code, "values": error.values}
    except MemoryError:
        return {"refused": "memory", "values": {"limit": f"{limits.memory_bytes >> 20:,}"}}
    except Exception as error:  # whatever a library makes of a hostile file
        return {"refused": "crashed", "values": {}, "why": type(error).__name__}
    return {
        "blocks": as_plain(found.blocks), "pages": found.pages, "title": found.title,
        "left_out": found.left_out, "empty": list(found.empty), "deep": found.deep,
    }  # fmt: skip


def _give_up(path: Path, directory: Path, limits: Limits) -> None:
    """Keep only what the reading needs."""
    tempfile.tempdir = str(directory)
    os.chdir(directory)
    if importlib.util.find_spec("resource") is None:  # Windows: the time limit of the parent is what is left
        return
    die_with_parent()
    confine(directory, [path], limits.memory_bytes, limits.cpu_s, limits.unpacked_bytes)


if __name__ == "__main__":
    told = answer(json.load(sys.stdin))
    json.dump(told, sys.stdout)
    sys.stdout.flush()
    os._exit(0)  # no library gets to tidy up in a way that could fail
