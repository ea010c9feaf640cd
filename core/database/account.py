"""Who runs the private server, and where its files may live.

PostgreSQL refuses to run as root.  When OreSight runs as root the server runs under an unprivileged account, which
must be able to reach the data directory: a project below ``/root`` is out of its reach, so a directory below
``/var/lib`` named after the project takes its place.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.database.failures import unreachable
from core.errors import DatabaseError

try:
    import pwd
except ImportError:  # Windows, where no private cluster is run
    pwd = None  # type: ignore[assignment]

FALLBACK_PARENTS = (Path("/var/lib"), Path("/var/tmp"))  # noqa: S108 - the child is made 0700 and owned by us
SERVER_ACCOUNTS = ("postgres", "nobody")
"""Accounts tried for root, in this order; ``postgres`` comes with the distribution's package."""


@dataclass(frozen=True)
class Account:
    """An unprivileged account of this machine."""

    name: str
    uid: int
    gid: int

    def popen(self) -> dict[str, Any]:
        """Arguments of :class:`subprocess.Popen` that make a child of root run as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can_enter(self, directory: Path) -> bool:
        """Whether a process of this account can make `directory` its working directory."""
        command = ["/bin/sh", "-c", 'cd "$1"', "sh", str(directory)]
        try:
            done = subprocess.run(command, capture_output=True, cwd="/", check=False, **self.popen())  # noqa: S603
        except (OSError, subprocess.SubprocessError) as error:
            raise _cannot_switch(self, error) from error
        return done.returncode == 0


def account_for(base: Path) -> Account | None:
    """The account that runs the server of `base`; None means the user of this process.

    An existing directory keeps its owner, so a cluster made by an ordinary user also works under ``sudo``.

    Raises:
        DatabaseError: this is root and the machine has no unprivileged account to use.
    """
    if os.geteuid() != 0:
        return None
    owner = _owner(base)
    if owner is not None and owner.uid != 0:
        return owner
    wanted = os.environ.get("ORESIGHT_POSTGRES_USER")
    for name in (wanted, *SERVER_ACCOUNTS) if wanted else SERVER_ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        if entry.pw_uid != 0:
            return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise DatabaseError(
        "OreSight runs as root, and PostgreSQL must not; there is no account “postgres” or “nobody” to run it.",
        "Run OreSight as an ordinary user, or name an account in ORESIGHT_POSTGRES_USER.",
        sentence_zh="OreSight 以 root 身份运行，而 PostgreSQL 不允许；本机没有可用的 postgres 或 nobody 账户。",
        hint_zh="请以普通用户运行，或在 ORESIGHT_POSTGRES_USER 中指定账户。",
    )


def place(base: Path, account: Account | None) -> tuple[Path, str]:
    """The directory the cluster really uses, and a sentence when that is not `base` ("" otherwise).

    Creates the parents of `base`.

    Raises:
        DatabaseError: the parents cannot be made, or no place is within reach of `account`.
    """
    try:
        base.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unreachable(base.parent, error) from error
    if account is None or account.can_enter(base.parent):
        return base, ""
    name = "oresight-" + hashlib.sha256(os.fsencode(base)).hexdigest()[:12]
    for parent in FALLBACK_PARENTS:
        if parent.is_dir() and os.access(parent, os.W_OK) and account.can_enter(parent):
            return parent / name, (
                f"The account “{account.name}”, which runs PostgreSQL for root, cannot enter {base.parent}; "
                f"the database lives in {parent / name} instead."
            )
    raise DatabaseError(
        f"The account “{account.name}”, which runs PostgreSQL for root, cannot enter {base.parent}.",
        "Move the project out of the private directory, or set ORESIGHT_LOCAL_DIR to a directory it can enter.",
        sentence_zh=f"以 root 运行时由账户 {account.name} 运行 PostgreSQL，但它无法进入目录 {base.parent}。",
        hint_zh="请把项目移到该账户可以进入的位置，或设置 ORESIGHT_LOCAL_DIR。",
    )


def environment(home: Path) -> Mapping[str, str]:
    """Environment of the server's programs: nothing of the caller's PostgreSQL settings leaks in."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PG") and k not in {"LD_PRELOAD", "LANGUAGE"}}
    # English messages whatever the user's language is: failures.py reads them.
    return {**kept, "HOME": str(home), "LC_ALL": "C", "TZ": "UTC"}


def make_private(directory: Path, account: Account | None) -> None:
    """Make `directory` for `account` alone (0700), or check that an existing one is its own.

    The check also guards against a directory that somebody else prepared below ``/tmp``.

    Raises:
        DatabaseError: it cannot be made, or belongs to another user.
    """
    try:
        directory.mkdir(mode=0o700)
        if account is not None:
            _give(directory, account)
    except FileExistsError:
        pass
    except OSError as error:
        raise unreachable(directory, error) from error
    owner = directory.lstat().st_uid
    if owner != (account.uid if account else os.geteuid()) or directory.is_symlink():
        raise DatabaseError(
            f"The database directory {directory} belongs to another user (uid {owner}).",
            "Run OreSight as that user, or delete the directory.",
            sentence_zh=f"数据库目录 {directory} 属于其他用户（uid {owner}）。",
            hint_zh="请以该用户运行 OreSight，或删除该目录。",
        )


def _give(path: Path, account: Account) -> None:
    try:
        os.chown(path, account.uid, account.gid)
    except OSError as error:
        raise _cannot_switch(account, error) from error


def _owner(base: Path) -> Account | None:
    try:
        entry = pwd.getpwuid(base.stat().st_uid)
    except (OSError, KeyError):
        return None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _cannot_switch(account: Account, error: BaseException) -> DatabaseError:
    return DatabaseError(
        f"PostgreSQL must not run as root, and this system does not let it run as “{account.name}”: {error}.",
        "Run OreSight as an ordinary user, or set DATABASE_URL to a PostGIS that is already running.",
        sentence_zh=f"PostgreSQL 不能以 root 运行，而系统不允许以账户 {account.name} 运行它：{error}。",
        hint_zh="请以普通用户运行，或用 DATABASE_URL 指向已运行的 PostGIS。",
    )
