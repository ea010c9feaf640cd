"""Packages of the operating system: what is missing, and how it is installed.

Debian and Ubuntu are served with apt-get, as root or through sudo; for other systems a sentence says what to do.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from glob import glob
from pathlib import Path

from progress import ROOT, CommandError, SetupError, run, step

COMPILERS = {"g++": "g++", "cmake": "cmake", "ninja": "ninja-build"}
CREATE_CLUSTER = Path("/etc/postgresql-common/createcluster.d")


CHINESE_FONT = "fonts-wqy-microhei"
_CHINESE_FILES = re.compile(
    r"(noto ?sans(cjk|sc)|sourcehansans|wqy-(micro|zen)hei|droidsansfallback|msyh|pingfang|hiragino sans gb"
    r"|stheiti|simhei|simsun|uming).*[.](ttc|ttf|otf|otc)",
    re.IGNORECASE,
)
"""Font files that PDF reports can be set in: those that ``core/answer/report_fonts.py`` looks for."""


def missing_packages(*, heavy: bool, tests: bool, fonts: bool) -> list[str]:
    """Names of Debian packages that are needed and not there; ``postgis`` stands for server and PostGIS."""
    needed = []
    if not _has_venv():
        needed.append(f"python3.{sys.version_info.minor}-venv" if _is_system_python() else "python3-venv")
    if not _has_database_url() and not has_postgis():
        needed.append("postgis")
    if heavy:
        needed += [package for program, package in COMPILERS.items() if not shutil.which(program)]
    if tests and not any(shutil.which(x) for x in ("chromium", "chromium-browser", "google-chrome")):
        needed.append("chromium")
    if fonts and not _has_chinese_font():
        needed.append(CHINESE_FONT)
    return needed


def install(packages: list[str]) -> None:
    """Install `packages` on Debian or Ubuntu.

    Raises:
        SetupError: the system has no apt-get, there is no way to become root, or a package cannot be fetched.
    """
    if not shutil.which("apt-get"):
        raise SetupError(_elsewhere(packages))
    apt = [
        *_as_root(packages),
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-o",
        "DPkg::Lock::Timeout=300",
    ]
    try:
        _update_once(tuple(apt))
    except CommandError as error:
        raise SetupError(
            "The package servers of this system cannot be reached; check the network, then run make again. "
            f"({_last(error)})"
        ) from error
    names = [y for x in packages for y in (_postgis_packages() if x == "postgis" else [x])]
    try:
        with step(f"Install system packages: {', '.join(names)}"), _no_main_cluster(apt):
            run([*apt, "install", "-y", "--no-install-recommends", *names])
    except CommandError as error:
        if re.search(r"no space left", error.output, re.IGNORECASE):
            raise SetupError("The disk is full; free some space and run make again.") from error
        raise SetupError(
            f"The system packages {', '.join(names)} could not be installed; .local/setup.log says why. "
            f"({_last(error)})"
        ) from error


@cache
def _update_once(apt: tuple[str, ...]) -> None:
    with step("Ask the system's package servers"):
        run([*apt, "update"])


def has_postgis() -> bool:
    """Whether some PostgreSQL server with PostGIS is installed."""
    if os.environ.get("ORESIGHT_POSTGRES_BIN"):
        return True
    places = [
        *glob("/usr/lib/postgresql/*/bin"),
        *glob("/usr/pgsql-*/bin"),
        *glob("/opt/homebrew/opt/postgresql@*/bin"),
    ]
    places += [
        *glob("/usr/local/opt/postgresql@*/bin"),
        *glob("/Applications/Postgres.app/Contents/Versions/*/bin"),
    ]
    if shutil.which("pg_config"):
        with contextlib.suppress(CommandError):
            places.insert(0, run(["pg_config", "--bindir"]).strip())
    return any(os.access(f"{x}/postgres", os.X_OK) and _extension(Path(x)) for x in places)


def _has_database_url() -> bool:
    """Whether a server is given in the environment or in the file .env."""
    pattern = re.compile(r"^\s*(?:export\s+)?(?:ORESIGHT_)?DATABASE_URL\s*=\s*\S", re.MULTILINE | re.IGNORECASE)
    text = "\n".join(f"{k}={v}" for k, v in os.environ.items() if k.upper().endswith("DATABASE_URL"))
    with contextlib.suppress(OSError):
        text += "\n" + (ROOT / ".env").read_text(encoding="utf-8", errors="replace")
    return bool(pattern.search(text))


def _extension(bindir: Path) -> bool:
    version = re.search(r"postgresql[/@-](\d+)|pgsql-(\d+)|Versions/(\d+)", str(bindir))
    shares = [bindir.parent / "share", bindir.parent / "share/postgresql"]
    if version:
        shares.append(Path(f"/usr/share/postgresql/{next(x for x in version.groups() if x)}"))
    if (bindir / "pg_config").exists():
        with contextlib.suppress(CommandError):
            shares.append(Path(run([str(bindir / "pg_config"), "--sharedir"]).strip()))
    return any((x / "extension" / "postgis.control").exists() for x in shares)


def _postgis_packages() -> list[str]:
    """The package of PostGIS for the server that is installed, else for the newest one on offer."""
    found = run(["apt-cache", "search", "--names-only", r"^postgresql-[0-9]+-postgis-3$"])
    offered = sorted((int(x) for x in re.findall(r"postgresql-(\d+)-postgis-3\b", found)), reverse=True)
    installed = {int(x) for p in glob("/usr/lib/postgresql/*/bin/postgres") for x in re.findall(r"/(\d+)/", p)}
    for version in [*(x for x in offered if x in installed), *offered]:
        return [f"postgresql-{version}", f"postgresql-{version}-postgis-3"]
    raise SetupError(
        "The package servers of this system offer no PostGIS; set DATABASE_URL to one that is running."
    )


@contextlib.contextmanager
def _no_main_cluster(apt: list[str]) -> Iterator[None]:
    """Keep the server package from creating and starting a cluster of its own, this time only."""
    become = apt[: apt.index("env")]
    file = CREATE_CLUSTER / "oresight.conf"
    run([*become, "mkdir", "-p", str(CREATE_CLUSTER)])
    run([*become, "sh", "-c", 'echo "create_main_cluster = false" > "$1"', "sh", str(file)])
    try:
        yield
    finally:
        run([*become, "rm", "-f", str(file)])


def _as_root(packages: list[str]) -> list[str]:
    if os.geteuid() == 0:
        return []
    by_hand = f"Run this as root, then run make again: {_by_hand(packages)}"
    if not shutil.which("sudo"):
        raise SetupError(f"System packages are missing and there is no sudo. {by_hand}")
    try:
        run(["sudo", "-n", "true"])
    except CommandError as error:
        if not sys.stdin.isatty():
            raise SetupError(f"System packages are missing and sudo asks for a password. {by_hand}") from error
        print("Some system packages are missing; sudo may ask for your password.", flush=True)
        if os.spawnlp(os.P_WAIT, "sudo", "sudo", "-v"):
            raise SetupError(f"sudo was refused. {by_hand}") from error
    return ["sudo"]


def _by_hand(packages: list[str]) -> str:
    names = ["postgresql-postgis" if x == "postgis" else x for x in packages]
    return f"apt-get update && apt-get install {' '.join(names)}"


def _elsewhere(packages: list[str]) -> str:
    words = {
        "postgis": "PostgreSQL with PostGIS", "g++": "a C++ compiler", "ninja-build": "ninja",
        CHINESE_FONT: "a Chinese font such as Noto Sans CJK",
    }  # fmt: skip
    names = ", ".join(words.get(x, x) for x in packages)
    tool = "brew install postgresql postgis cmake ninja" if sys.platform == "darwin" else "its package manager"
    return (
        f"This system has no apt-get; please install with {tool}: {names}. "
        "A PostGIS that is already running can be given in DATABASE_URL."
    )


def _has_venv() -> bool:
    try:
        import ensurepip
        import venv
    except ImportError:
        return False
    return bool(ensurepip.version() and venv)


def _is_system_python() -> bool:
    return os.path.realpath(sys.executable).startswith("/usr/bin/")


def _has_chinese_font() -> bool:
    own = (os.path.expanduser(x) for x in ("~/.fonts", "~/.local/share/fonts", "~/Library/Fonts"))
    folders = ("/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts", *own)
    return any(is_chinese_font(name) for x in folders for _, _, names in os.walk(x) for name in names)


def is_chinese_font(file: str) -> bool:
    """Whether a file is a font that Chinese reports can be set in, by its name."""
    return _CHINESE_FILES.fullmatch(file) is not None


def _last(error: CommandError) -> str:
    lines = [x.strip() for x in error.output.splitlines() if x.strip()]
    return next((x for x in reversed(lines) if x.startswith(("E:", "Err"))), lines[-1] if lines else str(error))
