"""Messages of the operating system and of PostgreSQL turned into sentences for people."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from pathlib import Path

from core.errors import DatabaseError


@dataclass(frozen=True)
class Rule:
    """A message pattern, and what to say for it; ``{where}`` is the directory or the server."""

    pattern: str
    sentence: str
    hint: str
    sentence_zh: str
    hint_zh: str


_FULL = Rule(
    r"no space left on device|disk quota exceeded|disk full",
    "The disk that holds {where} is full.",
    "Free some space and start again; loaded data are kept.",
    "{where} 所在的磁盘已满。",
    "请释放空间后重新启动；已载入的数据不会丢失。",
)
_READ_ONLY = Rule(
    r"read-only file system",
    "The file system that holds {where} is read-only.",
    "Make it writable, or set ORESIGHT_LOCAL_DIR to a directory that can be written.",
    "{where} 所在的文件系统是只读的。",
    "请改为可写，或将 ORESIGHT_LOCAL_DIR 设为可写目录。",
)
_FORBIDDEN = Rule(
    r"permission denied|operation not permitted",
    "OreSight may not write to {where}.",
    "Run it as the user who owns that directory, or set ORESIGHT_LOCAL_DIR to another one.",
    "OreSight 没有写入 {where} 的权限。",
    "请以该目录的所有者身份运行，或设置 ORESIGHT_LOCAL_DIR。",
)
_SERVER_RULES = (
    _FULL,
    _READ_ONLY,
    Rule(
        r"cannot allocate memory|could not map anonymous shared memory|out of memory",
        "There is not enough memory to run the database in {where}.",
        "Close other programs and start again.",
        "内存不足，无法运行 {where} 中的数据库。",
        "请关闭其他程序后重试。",
    ),
    Rule(
        r"database files are incompatible with server|not compatible with this version",
        "The database in {where} was made by another version of PostgreSQL.",
        "Install that version, or delete the directory and load the data again.",
        "{where} 中的数据库由另一版本的 PostgreSQL 创建。",
        "请安装相应版本，或删除该目录并重新载入数据。",
    ),
    Rule(
        r"has (invalid permissions|wrong ownership)",
        "The database directory {where} has the wrong owner or permissions; its file system may not support them.",
        "Set ORESIGHT_LOCAL_DIR to a directory on a local disk, for example below your home directory.",
        "数据库目录 {where} 的所有者或权限不正确，该文件系统可能不支持这些权限。",
        "请将 ORESIGHT_LOCAL_DIR 设为本地磁盘上的目录。",
    ),
    Rule(
        r"could not look up effective user id|cannot be run as root|server is not permitted",
        "PostgreSQL refuses to run under the present user.",
        "Run OreSight as a user that is listed in /etc/passwd.",
        "PostgreSQL 拒绝以当前用户运行。",
        "请以 /etc/passwd 中列出的用户运行 OreSight。",
    ),
    Rule(
        r"pre-existing shared memory block|lock file \S+ already exists|address already in use",
        "Another server process still uses the database in {where}.",
        "Wait a moment and start again.",
        "另一个服务器进程仍在使用 {where} 中的数据库。",
        "请稍候再启动。",
    ),
    Rule(
        r"could not locate a valid checkpoint|invalid (data in file|checkpoint)|pg_control|incorrect checksum"
        r"|could not open directory|is missing or erroneous|could not find the database system",
        "The database files in {where} are damaged.",
        "Delete the directory and load the data again.",
        "{where} 中的数据库文件已损坏。",
        "请删除该目录并重新载入数据。",
    ),
    _FORBIDDEN,
)
_CONNECTION_RULES = (
    Rule(
        r"password authentication failed|no password supplied|no pg_hba.conf entry|authentication failed",
        "The database server at {where} refused the user or the password.",
        "Check DATABASE_URL.",
        "{where} 的数据库服务器拒绝了用户名或密码。",
        "请检查 DATABASE_URL。",
    ),
    Rule(
        r"could not translate host name|name or service not known|failed to resolve|nodename nor servname",
        "The database host of {where} cannot be found.",
        "Check the host name in DATABASE_URL.",
        "找不到数据库主机 {where}。",
        "请检查 DATABASE_URL 中的主机名。",
    ),
    Rule(
        r'database "[^"]*" does not exist',
        "The database {where} does not exist on its server.",
        "Create it, or correct DATABASE_URL.",
        "服务器上不存在数据库 {where}。",
        "请创建它，或更正 DATABASE_URL。",
    ),
    Rule(
        r"too many (clients|connections)|remaining connection slots",
        "The database server at {where} has no free connection.",
        "Close other programs that use it, or raise max_connections.",
        "{where} 的数据库服务器没有空闲连接。",
        "请关闭其他连接，或提高 max_connections。",
    ),
    Rule(
        r"connection refused|no such file or directory|timeout expired|connection timed? ?out"
        r"|is the server running|server closed the connection|network is unreachable|no route to host",
        "No database server answers at {where}.",
        "Start it, or correct DATABASE_URL.",
        "{where} 没有数据库服务器应答。",
        "请启动服务器，或更正 DATABASE_URL。",
    ),
)


def unreachable(path: Path, error: OSError) -> DatabaseError:
    """The error for a directory or file of the cluster that the operating system refuses."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return _say(_FULL, str(path))
    if error.errno == errno.EROFS:
        return _say(_READ_ONLY, str(path))
    if error.errno in {errno.EACCES, errno.EPERM}:
        return _say(_FORBIDDEN, str(path))
    reason = error.strerror or str(error)
    return DatabaseError(
        f"The database directory {path} cannot be used: {reason}.",
        sentence_zh=f"无法使用数据库目录 {path}：{reason}。",
    )


def server_failure(where: Path, message: str) -> DatabaseError:
    """The error for a server or ``initdb`` that ended with `message` (its log)."""
    return _match(_SERVER_RULES, str(where), message) or DatabaseError(
        f"The database in {where} did not start: {_last_line(message)}",
        f"The log is {where / 'server.log'}.",
        sentence_zh=f"{where} 中的数据库未能启动：{_last_line(message)}",
        hint_zh=f"日志：{where / 'server.log'}。",
    )


def connection_failure(where: str, message: str) -> DatabaseError:
    """The error for a connection to `where` (host and database, never a password) refused with `message`."""
    return (
        _match(_CONNECTION_RULES, where, message)
        or _match((_FULL, _READ_ONLY), where, message)
        or DatabaseError(
            f"The database at {where} cannot be used: {_last_line(message)}",
            sentence_zh=f"无法使用 {where} 的数据库：{_last_line(message)}",
        )
    )


def _match(rules: tuple[Rule, ...], where: str, message: str) -> DatabaseError | None:
    for rule in rules:
        if re.search(rule.pattern, message, re.IGNORECASE):
            return _say(rule, where)
    return None


def _say(rule: Rule, where: str) -> DatabaseError:
    return DatabaseError(
        rule.sentence.format(where=where),
        rule.hint,
        sentence_zh=rule.sentence_zh.format(where=where),
        hint_zh=rule.hint_zh,
    )


def _last_line(message: str) -> str:
    """The most telling line: the last FATAL, PANIC or error line, else the last one."""
    lines = [x.strip() for x in message.splitlines() if x.strip()]
    telling = [x for x in lines if re.search(r"fatal|panic|error", x, re.IGNORECASE)]
    return (telling or lines or ["no message"])[-1]
