"""Which text encoding a file is in, decided from its bytes and never silently.

Order: only ASCII (nothing to decide) · what the file states, when every text decodes so and the statement can be
wrong at all · strict UTF-8 · strict GB18030 · Windows-1252.  Detectors that count letter frequencies are not used:
short Chinese geological terms mislead them.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from core.ingest.wording import refusal

Cut = Callable[[bytes], bool]
"""Whether a text may have been cut in the middle of a character (it fills its field)."""

SAMPLES = 10
BLOCK = 8 << 20
WIDE_CANDIDATES = ("utf-8", "gb18030", "big5", "cp1252")
ALWAYS = frozenset({"iso8859-1", "cp1252", "iso8859-15", "cp437", "cp850", "mac-roman", "ascii"})
"""Encodings that decode (nearly) any bytes, so a statement of them proves nothing."""


@dataclass(frozen=True)
class Choice:
    """An encoding and why."""

    name: str
    why: str
    why_zh: str
    assumed: bool = False
    stated_wrong: str = ""
    candidates: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Encodings that decode every text, with samples of the texts that are not ASCII."""


def canonical(name: str) -> str:
    """Python's name of an encoding; GB2312 and GBK become GB18030, which contains both.

    Raises:
        IngestError: there is no such encoding.
    """
    text = name.strip().lower()
    if text.isdigit():  # code pages as .cpg files write them: 936, 65001, 1252
        text = {"936": "gb18030", "65001": "utf-8", "950": "big5", "20936": "gb18030"}.get(text, f"cp{text}")
    text = text.removeprefix("ansi ") if text.startswith("ansi ") else text
    if text.startswith("oem ") or text.replace("ansi", "").strip().isdigit():
        text = "cp" + "".join(x for x in text if x.isdigit())
    try:
        found = codecs.lookup(text).name
    except (LookupError, ValueError) as error:
        raise refusal("encoding_unknown", encoding=name) from error
    return "gb18030" if found in {"gbk", "gb2312", "cp936"} else found


def decodes(texts: Iterable[bytes], encoding: str, cut: Cut | None = None) -> bool:
    """Whether every text is valid in `encoding`; a cut last character is forgiven where `cut` allows it."""
    for text in texts:
        try:
            text.decode(encoding)
        except UnicodeDecodeError as error:
            at_end = error.end >= len(text) and len(text) - error.start < 4
            if not (at_end and cut is not None and cut(text)):
                return False
    return True


def file_decodes(path: Path, encoding: str) -> bool:
    """Whether a whole file is valid in `encoding`."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def rewrite_as_utf8(path: Path, encoding: str, target: Path) -> Path:
    """A copy of a text file in UTF-8, without a byte order mark.

    Raises:
        UnicodeError: a byte does not belong to `encoding`.
    """
    with path.open(encoding=encoding, newline="") as source, target.open("w", encoding="utf-8", newline="") as out:
        while block := source.read(BLOCK):
            out.write(block)
    return target


def choose(texts: list[bytes], stated: str | None, cut: Cut | None = None, whole: Path | None = None) -> Choice:
    """The encoding of `texts` (distinct byte strings; ASCII ones do no harm).

    Args:
        stated: what a ``.cpg`` file or the like says, or None.
        whole: text file that must be valid throughout, where `texts` are only some of its lines.
    """
    wide = [x for x in texts if not x.isascii()]
    if not wide:
        return Choice("utf-8", "they hold only ASCII characters", "全部为 ASCII 字符")
    claim = _claim(stated)
    able = [x for x in dict.fromkeys([*([claim] if claim else []), *WIDE_CANDIDATES]) if decodes(wide, x, cut)]
    able = [x for x in able if whole is None or file_decodes(whole, x)]
    candidates = tuple((x, _samples(wide, x)) for x in able)
    if claim in able and claim not in ALWAYS:
        return Choice(
            str(claim),
            "the file says so and all texts are valid",
            "文件如此声明且全部文本有效",
            False,
            "",
            candidates,
        )
    wrong = stated or "" if claim not in able else ""
    if "utf-8" in able:
        return Choice(
            "utf-8",
            "all texts are valid UTF-8",
            "全部文本为有效的 UTF-8",
            False,
            wrong or _not_utf8(claim),
            candidates,
        )
    if claim in able:
        why = "the file says so, but these bytes prove nothing"
        return Choice(str(claim), why, "文件如此声明，但字节无法证明", True, "", candidates)
    if "gb18030" in able and _looks_chinese(wide):
        why = "the texts are not UTF-8 and all are valid GB18030 (GBK)"
        return Choice("gb18030", why, "不是 UTF-8，且全部为有效的 GB18030（GBK）", True, wrong, candidates)
    return Choice(
        "cp1252", "the texts are neither UTF-8 nor GB18030", "既不是 UTF-8 也不是 GB18030", True, wrong, candidates
    )


def _claim(stated: str | None) -> str | None:
    if not stated or not stated.strip():
        return None
    try:
        return canonical(stated)
    except Exception:  # an unknown statement counts as a wrong one
        return None


def _not_utf8(claim: str | None) -> str:
    return claim if claim and claim != "utf-8" else ""


def _samples(wide: list[bytes], encoding: str) -> tuple[str, ...]:
    return tuple(x.decode(encoding, "replace") for x in wide[:SAMPLES])


def _looks_chinese(wide: list[bytes]) -> bool:
    """Whether high bytes come in pairs, as in GB2312; accented Latin letters stand alone between ASCII ones."""
    pairs = single = 0
    for text in wide:
        i = 0
        while i < len(text):
            if text[i] < 0x80:
                i += 1
            elif i + 1 < len(text) and text[i + 1] >= 0xA1:
                pairs += 1
                i += 2
            else:
                single += 1
                i += 2
    return pairs >= single
