"""What a process that reads other people's files may still do: hardly anything.

Limits of memory, processor time and file size hold everywhere.  On Linux the kernel is asked for two things more,
each where it has it: Landlock (files: the program's own to read, the staging directory to write) and a seccomp
filter (no sockets, no new processes, no other process's memory).  Both only take rights away and need none.

Sources: Linux manual pages landlock(7), seccomp(2), setrlimit(2); numbers of system calls from the kernel's
``syscall_64.tbl`` and ``asm-generic/unistd.h``.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import struct
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

from core.settings import ROOT

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
LANDLOCK = (444, 445, 446)
"""landlock_create_ruleset, landlock_add_rule, landlock_restrict_self: the same on all processors."""
READ_FILE, READ_DIR = 1 << 2, 1 << 3
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Version of Landlock → how many rights on files it knows; later versions know no more of them."""
SCOPES = 0b11
"""No abstract sockets and no signals to processes outside."""

# name of the machine → audit architecture, numbers that end with EPERM, number of clone
_COMMON = {"clone3": 435, "io_uring_setup": 425, "pidfd_getfd": 438}
_X86 = (
    41, 42, 49, 50,  # socket, connect, bind, listen
    57, 58, 59, 322,  # fork, vfork, execve, execveat
    62, 101, 310, 311,  # kill, ptrace, process_vm_readv, process_vm_writev
    165, 166, 155, 161, 272, 308,  # mount, umount2, pivot_root, chroot, unshare, setns
    248, 249, 250, 298, 321, 323,  # keys, perf_event_open, bpf, userfaultfd
)  # fmt: skip
_ARM = (198, 203, 200, 201, 221, 281, 129, 117, 270, 271, 40, 39, 41, 51, 97, 268, 217, 218, 219, 241, 280, 282)
MACHINES = {"x86_64": (0xC000003E, _X86, 56), "aarch64": (0xC00000B7, _ARM, 220)}
CLONE_THREAD = 0x10000
X32 = 0x40000000


def confine(directory: Path, readable: Iterable[Path], memory: int, seconds: int, file_bytes: int) -> list[str]:
    """Give up what this process does not need, for good.

    Args:
        directory: the only place where it may write.
        readable: single files, or directories whose names it may list.
        memory: bytes of its data beyond the file mappings.
        seconds: processor time.
        file_bytes: size of the largest file it may write.

    Returns:
        the protections that are in force: ``limits``, ``files``, ``network``.
    """
    _limit(memory, seconds, file_bytes)
    held = ["limits"]
    if sys.platform != "linux":
        return held
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if _landlock(libc, directory, readable):
        held.append("files")
    if _seccomp(libc):
        held.append("network")
    return held


def die_with_parent() -> None:
    """Ask the kernel to end this process when the one that made it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0)


def _limit(memory: int, seconds: int, file_bytes: int) -> None:
    import resource  # noqa: PLC0415 - not on Windows

    mapped = memory + file_bytes + (2 << 30)  # files are mapped, too
    wanted = [
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_AS, mapped),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
    ]
    for which, most in wanted:
        hard = resource.getrlimit(which)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        top = allowed + (5 if which == resource.RLIMIT_CPU and hard == resource.RLIM_INFINITY else 0)
        with contextlib.suppress(ValueError, OSError):  # macOS knows no limit of addresses
            resource.setrlimit(which, (allowed, top))


def _landlock(libc: ctypes.CDLL, directory: Path, readable: Iterable[Path]) -> bool:
    create, add, restrict = LANDLOCK
    version = libc.syscall(create, None, 0, 1)
    if version < 1:
        return False
    everything = (1 << RIGHTS[min(version, 5)]) - 1
    network = 0b11 if version >= 4 else 0
    attributes = struct.pack("<QQQ", everything, network, SCOPES if version >= 6 else 0)
    attributes = attributes[: 24 if version >= 6 else 16 if version >= 4 else 8]
    rules = libc.syscall(create, attributes, len(attributes), 0)
    if rules < 0:
        return False
    allowed = [(x, READ_FILE | READ_DIR) for x in _own_files()]
    allowed += [(x, READ_DIR if x.is_dir() else READ_FILE) for x in readable]
    for path, rights in [*allowed, (directory, everything)]:
        with contextlib.suppress(OSError):  # what is not there needs no permission
            beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
            given = rights if path.is_dir() else rights & ~READ_DIR
            libc.syscall(add, rules, 1, struct.pack("<Qi", given, beneath), 0)
            os.close(beneath)
    done = libc.syscall(restrict, rules, 0) == 0
    os.close(rules)
    return done


def _own_files() -> set[Path]:
    """What Python, its libraries and this program read while they run; no settings, no data."""
    names = {sys.base_prefix, *(sysconfig.get_path(x) for x in ("stdlib", "platstdlib", "purelib", "platlib"))}
    names |= {x for x in sys.path if "site-packages" in x or "dist-packages" in x}
    names |= {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/urandom"}
    return {Path(x) for x in names} | {ROOT / "core"}


def _seccomp(libc: ctypes.CDLL) -> bool:
    machine = MACHINES.get(platform.machine())
    if machine is None:
        return False
    program = _filter(*machine)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    return bool(libc.prctl(PR_SET_SECCOMP, 2, header, 0, 0) == 0)


def _filter(architecture: int, refused: tuple[int, ...], clone: int) -> bytes:
    """The filter as a program of the classic packet filter: everything is allowed but what is named."""
    load, equal, at_least, has, give = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, no, absent = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS

    def step(code: int, value: int, yes: int = 0, other: int = 0) -> bytes:
        return struct.pack("<HBBI", code, yes, other, value)

    numbers = [*refused, _COMMON["io_uring_setup"], _COMMON["pidfd_getfd"]]
    lines = [step(load, 4), step(equal, architecture, 1, 0), step(give, no), step(load, 0)]
    lines += [step(at_least, X32, 0, 1), step(give, no)]
    for number in numbers:
        lines += [step(equal, number, 0, 1), step(give, no)]
    lines += [step(equal, _COMMON["clone3"], 0, 1), step(give, absent)]  # so that clone is used, whose flags show
    lines += [step(equal, clone, 0, 3), step(load, 16), step(has, CLONE_THREAD, 1, 0), step(give, no)]
    return b"".join([*lines, step(give, allow)])
