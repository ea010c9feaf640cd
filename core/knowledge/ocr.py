"""Recognition of text on pictures of pages by tesseract, where it is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

WANTED = ("chi_sim", "eng")
_BETWEEN_CHINESE = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]+(?=[\u3000-\u9fff\uff00-\uffef])")


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The wanted languages that tesseract has here; () when there is no tesseract."""
    program = shutil.which("tesseract")
    if program is None:
        return ()
    try:
        listed = subprocess.run(  # noqa: S603 - found on the path, fixed arguments
            [program, "--list-langs"], capture_output=True, text=True, timeout=20, check=False
        ).stdout.split()  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(x for x in WANTED if x in listed)


def recognise(picture: Path, seconds: float, look: Callable[[], None] | None = None) -> tuple[str, ...]:
    """Paragraphs on the picture of a page; () when nothing was recognised in that time.

    The picture was drawn by OreSight itself, so the program never sees a file of somebody else.
    """
    if look is not None:
        look()
    program = shutil.which("tesseract")
    if program is None or not languages():
        return ()
    command = [program, str(picture), "stdout", "-l", "+".join(languages()), "--psm", "3"]
    try:
        run = subprocess.run(  # noqa: S603 - found on the path, a picture of our own
            command, capture_output=True, timeout=seconds, check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ()
    text = _BETWEEN_CHINESE.sub("", run.stdout.decode("utf-8", "replace").replace("\f", "\n"))
    parts = (x.strip() for x in re.split(r"\n\s*\n", text))
    return tuple(x for x in parts if sum(c.isalnum() for c in x) > 1)
