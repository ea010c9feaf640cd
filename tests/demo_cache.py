"""Generated demo files, kept between test sessions as long as generator and seed are the same."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from core.settings import ROOT

CACHE = ROOT / ".local" / "demo-cache"


def key(seed: int) -> str:
    """Changes with the seed and every file of the generator."""
    digest = hashlib.sha256(str(seed).encode())
    for path in sorted((ROOT / "core" / "demo").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:24]


def fill(directory: Path, seed: int) -> bool:
    """Copy cached files to `directory`; whether there were any."""
    kept = CACHE / key(seed)
    if kept.is_dir():
        shutil.copytree(kept, directory, dirs_exist_ok=True)
    return kept.is_dir()


def keep(directory: Path, seed: int) -> None:
    """Keep the files of `directory` for later sessions, instead of those of other versions."""
    shutil.rmtree(CACHE, ignore_errors=True)
    scratch = CACHE / f"{os.getpid()}.tmp"
    shutil.copytree(directory, scratch)
    scratch.rename(CACHE / key(seed))
