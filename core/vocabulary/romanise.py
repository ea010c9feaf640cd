"""Names that are looked for but not written in the data: pinyin of Chinese names, endings left out or added."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from core.script import CJK, has_cjk

_BRACKETS = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_MIN_CORE = 2


def forms(name: str) -> tuple[str, ...]:
    """A name and the names inside it: ``甲河(乙河、丙河)`` is also each of the three, ``甲/乙`` both."""
    plain = _BRACKETS.sub("", name).strip()
    inner = [
        y.strip() for x in re.findall(r"[(（\[]([^()（）\[\]]*)[)）\]]", name) for y in re.split("[、,，;；/]", x)
    ]
    parts = [x.strip() for x in plain.split("/")] if "/" in plain else []
    joined = ["".join(parts)] if parts else []
    found = dict.fromkeys([name, plain, *parts, *joined, *inner])
    return tuple(x for x in found if len(x) >= _MIN_CORE)


def without_suffix(name: str, suffixes: Iterable[str]) -> str:
    """The name without the longest of `suffixes` it ends with; itself where too little would be left."""
    for suffix in sorted(suffixes, key=len, reverse=True):
        if name.endswith(suffix) and len(name) - len(suffix) >= _MIN_CORE:
            return name[: -len(suffix)].rstrip()
    return name


def with_endings(name: str, endings: Sequence[str], suffixes: Iterable[str]) -> tuple[str, ...]:
    """The name with each ending of its own script, unless it has one already."""
    if any(name.endswith(x) for x in (*endings, *suffixes)):
        return ()
    cjk = has_cjk(name)
    return tuple(name + x if cjk else f"{name} {x}" for x in endings if has_cjk(x) == cjk)


def pinyin(name: str) -> str:
    """A Chinese name in Latin letters, one word with a capital; "" for other names or without pypinyin."""
    if not name or not all(CJK.match(x) for x in name):
        return ""
    converter = _converter()
    if converter is None:
        return ""
    return "".join(str(x) for x in converter(name)).replace("ü", "v").capitalize()


def _converter() -> Any:
    try:
        from pypinyin import lazy_pinyin  # noqa: PLC0415  # its tables load on first use
    except ImportError:  # without it Chinese names are found in Chinese only
        return None
    return lazy_pinyin
