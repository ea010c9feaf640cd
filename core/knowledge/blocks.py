"""Pieces of a document in order, whatever format it came from, and the text in the common form made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

BlockKind = Literal["heading", "text", "item", "row"]

MAX_CELLS = 200
_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_INVISIBLE = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E])
_LIGATURES = str.maketrans(
    {
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
    }
)
_MARKUP = re.compile(r"^(\s*)(#{1,6}\s|```|~~~|---\s*$)")
_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


@dataclass(frozen=True)
class Block:
    """One heading, paragraph, item of a list, or row of a table."""

    kind: BlockKind
    text: str
    page: int = 0
    """From 1; 0 where the format has no pages."""
    level: int = 1
    """Of a heading, 1 to 6."""
    cells: tuple[str, ...] = ()
    """Of a row, instead of text."""
    joined: bool = False
    """It goes on from the block before, which ended at the end of a page."""


def tidy(text: str) -> str:
    """`text` on one line, without invisible characters, ligatures and runs of blanks."""
    return _BLANKS.sub(" ", " ".join(text.translate(_INVISIBLE).translate(_LIGATURES).split())).strip()


def glue(first: str, second: str, hyphenated: frozenset[str] = frozenset()) -> str:
    """Two lines of one paragraph as one: Chinese without a blank, a parted word whole again.

    Args:
        hyphenated: words that the document writes with a hyphen inside a line; such a one keeps it.
    """
    if not first or not second:
        return first or second
    if first[-1] in "-\u2010" and len(first) > 1 and first[-2].isalpha() and second[0].islower():
        head, tail = re.split(r"\s", first)[-1], re.split(r"\s", second)[0]
        whole = (head + tail).replace("\u2010", "-").strip(".,;:()").lower()
        return first + second if whole in hyphenated else first[:-1] + second
    if _CJK.match(first[-1]) and _CJK.match(second[0]):
        return first + second
    return f"{first} {second}"


def assembled(blocks: Iterable[Block], pages: int) -> tuple[str, tuple[int, ...]]:
    """The text of `blocks` with Markdown headings, lists and tables, and where each of the `pages` begins."""
    parts: list[str] = []
    length, starts = 0, [0] * min(pages, 1)
    before: Block | None = None
    for block in blocks:
        gap, text = _gap(before, block), _written(block, before)
        if not text:
            continue
        while len(starts) < min(block.page, pages):
            starts.append(length + len(gap))
        parts.extend((gap, text))
        length += len(gap) + len(text)
        before = block
    starts.extend([length] * (pages - len(starts)))
    return "".join(parts) + "\n", tuple(starts)


def _gap(before: Block | None, block: Block) -> str:
    if before is None:
        return ""
    if block.joined and before.kind == block.kind == "text":
        return "" if _CJK.match(before.text[-1]) and _CJK.match(block.text[0]) else "\n"
    return "\n" if before.kind == block.kind and block.kind in ("row", "item") else "\n\n"


def _written(block: Block, before: Block | None) -> str:
    if block.kind == "heading":
        words = tidy(block.text)
        return f"{'#' * min(max(block.level, 1), 6)} {words}" if words else ""
    if block.kind == "row":
        cells = [tidy(x).replace("|", "/") for x in block.cells[:MAX_CELLS]]
        if not any(cells):
            return ""
        row = f"| {' | '.join(cells)} |"
        first = before is None or before.kind != "row"
        return row + "\n|" + " --- |" * len(cells) if first else row
    words = _MARKUP.sub(r"\1 \2", tidy(block.text)).replace("```", "'''").replace("~~~", "'''")
    words = words if not words.startswith("#") else f"\u200a{words}"
    return f"- {words}" if block.kind == "item" and words else words


def as_plain(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    """`blocks` for a message between processes."""
    return [{**x.__dict__, "cells": list(x.cells)} for x in blocks]


def from_plain(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    """The blocks of such a message.

    Raises:
        ValueError, TypeError, KeyError: it is none.
    """
    kinds: dict[str, BlockKind] = {"heading": "heading", "text": "text", "item": "item", "row": "row"}
    return [
        Block(
            kinds[row["kind"]], str(row["text"]), int(row["page"]), int(row["level"]),
            tuple(str(x) for x in row["cells"]), bool(row["joined"]),
        )
        for row in rows
    ]  # fmt: skip
