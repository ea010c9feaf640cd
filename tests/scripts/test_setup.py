"""The set-up program: what it says before anything is installed, and the files it reads."""

from __future__ import annotations

import ast
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from core.settings import ROOT

SETUP = ROOT / "scripts" / "setup.py"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the set-up needs, so that no test touches the project's environment."""
    for name in ("scripts", "requirements.txt", "requirements-dev.txt", "constraints.txt", "Makefile"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    return tmp_path


def set_up(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"PARTS", "PORT", "HOST"}}
    return subprocess.run(
        [sys.executable, str(project / "scripts" / "setup.py"), *arguments],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )


def test_an_old_python_can_read_the_program() -> None:
    tree = ast.parse(SETUP.read_text(encoding="utf-8"), feature_version=(3, 5))
    assert not [x for x in ast.walk(tree) if isinstance(x, ast.JoinedStr)]


def test_help_lists_every_target(project: Path) -> None:
    makefile = (project / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^TARGETS := (.+)$", makefile, re.MULTILINE)
    assert targets is not None
    shown = set_up(project, "help")
    assert shown.returncode == 0
    for target in targets[1].split():
        assert f"make {target} " in shown.stdout


def test_an_unknown_command_is_refused(project: Path) -> None:
    assert set_up(project, "fly").returncode == 2


def test_a_port_in_use_is_told_before_anything_is_installed(project: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = set_up(project, "run", PORT=str(port))
    assert done.returncode == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in done.stdout
    assert f"make run PORT={port + 1}" in done.stdout
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("port", ["web", "0", "70000"])
def test_a_port_that_is_none(project: Path, port: str) -> None:
    done = set_up(project, "run", PORT=port)
    assert done.returncode == 1
    assert f"not “{port}”" in done.stdout


def test_unknown_parts_are_refused(project: Path) -> None:
    done = set_up(project, "setup", PARTS="base,modle")
    assert done.returncode == 1
    assert "PARTS may hold base, documents, model or all, not modle" in done.stdout
    assert not (project / ".venv").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_project_that_cannot_be_written(project: Path) -> None:
    project.chmod(0o555)
    done = set_up(project, "setup")
    project.chmod(0o755)
    assert "cannot be written" in done.stdout


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_and_explained(file: str) -> None:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            assert re.fullmatch(r"[A-Za-z0-9_.\[\]-]+==[0-9][\w.]*(?: ; [^#]+)?  # \S.+", line), line


def test_constraints_and_requirements_do_not_overlap() -> None:
    def names(file: str) -> set[str]:
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        found = (re.match(r"([A-Za-z0-9_.-]+)", x) for x in lines)
        return {re.sub(r"[-_.]+", "-", x[1]).lower() for x in found if x}

    direct = names("requirements.txt") | names("requirements-dev.txt")
    assert not names("constraints.txt") & direct


def test_a_second_look_finds_the_same_stamps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    import python_packages  # noqa: PLC0415 - found on the path set above

    first, second = python_packages.parts(), python_packages.parts()
    assert [x.name for x in first] == ["base", "documents", "model", "dev"]
    assert [x.stamp for x in first] == [x.stamp for x in second]
    assert len({x.stamp for x in first}) == 4
    assert first[1].lines[0].startswith("torch==")


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("WARNING: Retrying (Retry(total=4)) after connection broken", "the package server cannot be reached"),
        ("Temporary failure in name resolution", "the package server cannot be reached"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "certificate"),
        ("CMake Error: CMAKE_CXX_COMPILER not set", "needs a C++ compiler"),
        ("ERROR: Failed building wheel for llama-cpp-python", "Building it failed"),
        ("ERROR: No matching distribution found for torch==2.13.0", "no such version"),
    ],
)
def test_messages_of_pip_become_sentences(monkeypatch: pytest.MonkeyPatch, output: str, says: str) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    import progress  # noqa: PLC0415
    import python_packages  # noqa: PLC0415

    assert says in python_packages.reason(progress.CommandError(["pip"], 1, f"x\n{output}\n"))


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_without_a_target_shows_help(project: Path) -> None:
    done = subprocess.run(["make"], cwd=project, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Set-up and daily commands")
