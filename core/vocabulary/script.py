"""The script of a text: Chinese characters or not, which decides in which language a name can be shown."""

from __future__ import annotations

import re

CJK = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""One Chinese character of the unified, compatibility or further planes."""


def has_cjk(text: str) -> bool:
    """Whether a Chinese character stands anywhere in `text`."""
    return bool(CJK.search(text))


def suits(text: str, language: str) -> bool:
    """Whether `text` is written in the script of `language` (``"en"`` or ``"zh"``)."""
    return has_cjk(text) == (language == "zh")
