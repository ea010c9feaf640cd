"""Reading of text documents: Markdown and plain text, UTF-8, with an optional head of ``key: value`` lines.

The head stands between two lines ``---`` at the very start and may give ``title``, ``language`` (``en`` or
``zh``) and ``source`` (where the statements come from, one line).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.errors import KnowledgeError

Language = Literal["en", "zh"]

SUFFIXES = (".md", ".markdown", ".txt")
MAX_BYTES = 5_000_000
"""Larger files are refused: a report of this size (about 800 pages) is no text document for this reader."""

_HEAD = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_HEAD_LINE = re.compile(r"^([A-Za-z_]+)[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_FIRST_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True)
class Document:
    """One text document as it was read."""

    name: str
    """Path relative to the library's directory, with ``/``."""
    title: str
    language: Language
    source: str
    """Where its statements come from; "" when the head says nothing."""
    sha256: str
    size: int
    """Bytes of the file."""
    text: str
    """The whole decoded text, head included; passage spans count in it."""
    body_start: int
    """Index in `text` where the head ends."""


def read_document(path: Path, name: str | None = None) -> Document:
    """Read one document.

    Args:
        path: the file.
        name: how it is called in citations; the file name when None.

    Raises:
        KnowledgeError: not readable, larger than :data:`MAX_BYTES`, not UTF-8 text, or without any text.
    """
    name = name or path.name
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            limit = f"{size:,} > {MAX_BYTES:,}"
            raise _refuse(name, f"is too large ({limit} bytes)", f"太大（{limit} 字节）")
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise _refuse(name, f"cannot be read ({reason})", f"无法读取（{reason}）") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = error.start
        raise _refuse(name, f"is not UTF-8 text (byte {at})", f"不是 UTF-8 文本（第 {at} 字节）") from error
    if "\x00" in text:
        raise _refuse(name, "is not a text file (it holds NUL characters)", "不是文本文件（含有空字符）")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head, body_start = _head(text)
    body = text[body_start:]
    if not body.strip():
        raise _refuse(name, "is empty", "没有内容")
    return Document(
        name=name,
        title=head.get("title") or _title(body, path),
        language=_language(head.get("language", ""), body, name),
        source=head.get("source", ""),
        sha256=hashlib.sha256(data).hexdigest(),
        size=size,
        text=text,
        body_start=body_start,
    )


def detect_language(text: str) -> Language:
    """``zh`` when Chinese characters outnumber Latin words, else ``en``."""
    return "zh" if len(_CJK.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"


def _head(text: str) -> tuple[dict[str, str], int]:
    match = _HEAD.match(text)
    if match is None:
        return {}, 0
    return {key.lower(): value.strip("\"'") for key, value in _HEAD_LINE.findall(match[1])}, match.end()


def _title(body: str, path: Path) -> str:
    heading = _FIRST_HEADING.search(body)
    return heading[1] if heading else path.stem


def _language(stated: str, body: str, name: str) -> Language:
    if not stated:
        return detect_language(body)
    if stated == "en":
        return "en"
    if stated == "zh":
        return "zh"
    what = f"states the language “{stated}”; use en or zh"
    raise _refuse(name, what, f"声明的语言“{stated}”无效，请用 en 或 zh")


def _refuse(name: str, what: str, what_zh: str) -> KnowledgeError:
    return KnowledgeError(f"The document {name} {what}.", sentence_zh=f"文档 {name} {what_zh}。")
