"""Thinking blocks taken out of a text that comes piece by piece."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


class Visible:
    """Passes on what stands outside ``<think>…</think>``; pieces may break anywhere."""

    def __init__(self) -> None:
        self._held = ""
        self._inside = False
        self._begun = False

    def feed(self, piece: str) -> str:
        """The visible part of what is known so far."""
        self._held += piece
        out = ""
        while self._held:
            mark = _CLOSE if self._inside else _OPEN
            found = self._held.find(mark)
            if found >= 0:
                out += "" if self._inside else self._held[:found]
                self._held = self._held[found + len(mark) :]
                self._inside = not self._inside
                continue
            kept = _beginning(self._held, mark)
            out += "" if self._inside else self._held[: len(self._held) - kept]
            self._held = self._held[len(self._held) - kept :]
            break
        return self._trimmed(out)

    def end(self) -> str:
        """What was held back; an unfinished block is dropped."""
        rest, self._held = ("" if self._inside else self._held), ""
        return self._trimmed(rest)

    def _trimmed(self, text: str) -> str:
        """Without the blank lines that stand between a block and the text."""
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        return text


def _beginning(text: str, mark: str) -> int:
    """Length of the end of `text` that may be the beginning of `mark`."""
    return next((n for n in range(min(len(mark) - 1, len(text)), 0, -1) if text.endswith(mark[:n])), 0)


def without_thinking(text: str) -> str:
    """A whole text without thinking blocks; also without one whose opening mark stood in the prompt."""
    head, mark, tail = text.partition(_CLOSE)
    if mark and _OPEN not in head:
        text = tail
    visible = Visible()
    return (visible.feed(text) + visible.end()).strip()
