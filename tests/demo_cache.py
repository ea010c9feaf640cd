"""Generated demo files, kept between test sessions as long as generator and seed are the same."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from core.service.demo import generator_version
from core.settings import ROOT

CACHE = ROOT / ".local" / "demo-cache"


def fill(directory: Path, seed: int) -> bool:
    """Copy cached files to `directory`; whether there were any."""
    kept = CACHE / generator_version(seed)
    if kept.is_dir():
        shutil.copytree(kept, directory, dirs_exist_ok=True)
    return kept.is_dir()


def keep(directory: Path, seed: int) -> None:
    """Keep the files of `directory` for later sessions, instead of those of other versions."""
    shutil.rmtree(CACHE, ignore_errors=True)
    scratch = CACHE / f"{os.getpid()}.tmp"
    shutil.copytree(directory, scratch)
    scratch.rename(CACHE / generator_version(seed))
