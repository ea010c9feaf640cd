"""The script of a text: Chinese characters or not, and traditional ones as simplified ones."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

CJK = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""One Chinese character of the unified, compatibility or further planes."""


def has_cjk(text: str) -> bool:
    """Whether a Chinese character stands anywhere in `text`."""
    return bool(CJK.search(text))


def suits(text: str, language: str) -> bool:
    """Whether `text` is written in the script of `language` (``"en"`` or ``"zh"``)."""
    return has_cjk(text) == (language == "zh")


def simplified(text: str) -> str:
    """`text` with traditional Chinese characters as simplified ones; as it is without opencc."""
    converter = _converter() if has_cjk(text) else None
    return str(converter.convert(text)) if converter is not None else text


@lru_cache(maxsize=1)
def _converter() -> Any:
    try:
        from opencc import OpenCC  # noqa: PLC0415  # optional; its tables load on first use
    except ImportError:
        return None
    return OpenCC("t2s")
