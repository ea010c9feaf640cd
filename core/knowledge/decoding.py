"""Bytes of a text file to characters: UTF-8, UTF-16 with its mark, GB18030; single-byte pages are not guessed."""

from __future__ import annotations

import codecs
import re

from core.knowledge.wording import refusal

_BOMS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_STRANGE = re.compile(r"[^\x00-\x7f]")


def decode(data: bytes, name: str) -> tuple[str, str]:
    """The text of `data` and the encoding it was read in.

    Raises:
        KnowledgeError: none of the encodings fits, or the text holds NUL characters.
    """
    text, encoding = _decode(data, name)
    if "\x00" in text:
        raise refusal("binary", file=name)
    return text, encoding


def _decode(data: bytes, name: str) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), "UTF-16"
            except UnicodeDecodeError as error:
                raise refusal("encoding", file=name, at=error.start) from error
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError as error:
        if b"\x00" in data:
            raise refusal("binary", file=name) from error
        try:
            text = data.decode("gb18030")
        except UnicodeDecodeError:
            raise refusal("encoding", file=name, at=error.start) from error
        # Almost any bytes decode as GB18030; but Chinese prose consists of characters of GB 2312, both of whose
        # bytes are high, while a high letter of a Western page is followed by a low one.
        strange = _STRANGE.findall(text)
        common = sum(min(x.encode("gb18030")) >= 0xA1 for x in strange)
        if common < 0.9 * len(strange):
            raise refusal("encoding", file=name, at=error.start) from error
        return text, "GB18030"
