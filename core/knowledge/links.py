"""How names stand in texts: as whole words, in one width and case."""

from __future__ import annotations

import unicodedata

SHORTEST, SHORTEST_CHINESE = 3, 2
"""Characters of a name; shorter ones stand in too many other words."""


def folded(text: str) -> str:
    """`text` as names are compared: one width and case, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_name(name: str) -> bool:
    """Whether a folded name is long enough to be sought in texts."""
    return len(name) >= (SHORTEST if name.isascii() else SHORTEST_CHINESE) and not name.isdigit()


def stands_in(text: str, name: str) -> bool:
    """Whether the folded `name` stands in the folded `text` by itself."""
    at = text.find(name)
    while at >= 0:
        if _whole(text, at, at + len(name)):
            return True
        at = text.find(name, at + 1)
    return False


def _whole(text: str, start: int, end: int) -> bool:
    """Whether no Latin letter or digit goes on at either side; Chinese is written without blanks."""
    before = start > 0 and _letter(text[start - 1]) and _letter(text[start])
    after = end < len(text) and _letter(text[end]) and _letter(text[end - 1])
    return not before and not after


def _letter(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"
