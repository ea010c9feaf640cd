"""Which build of PyTorch is installed.

On Linux the default build brings several gigabytes of CUDA libraries, which are of no use without an NVIDIA card.
The user decides: PYTORCH_INDEX_URL names a package index with processor-only builds.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import sys
from pathlib import Path

from progress import CommandError, SetupError, run, say, step

WAIT_S = 20


def settle_torch(pip: list[str], lines: tuple[str, ...]) -> None:
    """Decide on the build of torch; installs it from PYTORCH_INDEX_URL when that is set.

    Raises:
        SetupError: the user answered no.
        CommandError: pip could not find out or install.
    """
    torch = next(x for x in lines if x.startswith("torch=="))
    index = os.environ.get("PYTORCH_INDEX_URL")
    if index:
        with step("Install PyTorch from PYTORCH_INDEX_URL"):
            run([*pip, "install", "--index-url", index, torch])
    elif not has_nvidia() and _brings_cuda(pip, torch):
        _ask()


def has_nvidia() -> bool:
    """Whether this machine has an NVIDIA card with a driver."""
    return bool(shutil.which("nvidia-smi")) or any(
        Path(x).exists() for x in ("/dev/nvidia0", "/proc/driver/nvidia")
    )


def _brings_cuda(pip: list[str], torch: str) -> bool:
    with step("Look which build of PyTorch would be installed"):
        try:
            text = run([*pip, "install", "--dry-run", "--quiet", "--report", "-", torch])
            report = json.loads(text[text.index("{") :])
        except ValueError:
            return False
        except CommandError as error:
            if "--report" in error.output:  # a pip that is too old to tell
                return False
            raise
    return any(x["metadata"]["name"].lower().startswith("nvidia-") for x in report.get("install", []))


def _ask() -> None:
    say("  PyTorch would come with CUDA libraries (about 3 GB to download), but this machine has no NVIDIA card.")
    say("  Set PYTORCH_INDEX_URL to an index of processor-only builds, or use PARTS=base to do without.")
    if not sys.stdin.isatty():
        return
    print(f"  Go on with the large download? [Y/n] (goes on by itself after {WAIT_S} s) ", end="", flush=True)
    ready, _, _ = select.select([sys.stdin], [], [], WAIT_S)
    answer = sys.stdin.readline().strip().lower() if ready else ""
    print(flush=True)
    if answer.startswith("n"):
        raise SetupError("PyTorch was left out as you asked; “make setup” asks again.")
