"""Reading of HTML files: what a person would read on the page, without menus, scripts and hidden parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lxml.etree
import lxml.html

from core.knowledge.blocks import Block, tidy
from core.knowledge.limits import Limits
from core.knowledge.readings import Reading, RefusedError

GONE = {
    "script", "style", "noscript", "template", "nav", "header", "footer", "aside", "form", "button", "select",
    "textarea", "svg", "math", "iframe", "object", "embed", "applet", "audio", "video", "canvas", "head", "dialog",
}  # fmt: skip
BLOCKS = {
    "p", "div", "section", "article", "main", "li", "dd", "dt", "blockquote", "pre", "figcaption", "caption", "td",
    "th", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "ul", "ol", "dl", "body", "html", "hr", "address",
    "center",
}  # fmt: skip
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]+)", re.IGNORECASE)
MAX_CHILDREN = 500_000
DEEPEST = 2_048
"""Levels of nesting that libxml2 reads."""


def read_html(path: Path, limits: Limits) -> Reading:
    """Read an HTML file.  Nothing is fetched, nothing is run.

    Raises:
        RefusedError: it is no HTML, too damaged, or nested so deep that nothing of it can be read.
    """
    data = path.read_bytes()
    if b"\x00" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RefusedError("disguised", kind="HTML")
    if b"<" not in data[:100_000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RefusedError("disguised", kind="HTML")
    parser = lxml.html.HTMLParser(
        encoding=_encoding(data), no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        root = lxml.html.document_fromstring(data, parser=parser)
    except (lxml.etree.LxmlError, ValueError, UnicodeError, LookupError) as error:
        raise RefusedError("malformed") from error
    title = tidy(root.findtext(".//title") or "")
    blocks, letters = [], 0
    for block in _walk(root):
        letters += len(block.text) + sum(map(len, block.cells))
        if letters > limits.characters:
            break
        blocks.append(block)
    deep = any(x.type == lxml.etree.ErrorTypes.ERR_RESOURCE_LIMIT for x in parser.error_log)
    if deep and not blocks:
        raise RefusedError("deep", limit=f"{DEEPEST:,}")
    return Reading(tuple(blocks), 0, title[:300], deep=DEEPEST if deep else 0)


def _encoding(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        stated = _CHARSET.search(data[:4096])
        name = stated[1].decode("ascii").lower() if stated else ""
        return name if name in {"big5", "shift_jis", "iso-8859-1", "windows-1252", "euc-kr"} else "gb18030"
    return "utf-8"


def _walk(root: Any) -> Iterator[Block]:
    """Blocks in the order of the page; without recursion, however deep it is nested."""
    text: list[str] = []
    kind, level = "text", 1
    stack: list[tuple[Any, bool]] = [(root, False)]
    steps = 0

    def flush() -> Iterator[Block]:
        words = tidy("".join(text))
        text.clear()
        if words:
            yield Block(kind, words, 0, level)  # type: ignore[arg-type]

    while stack and steps < MAX_CHILDREN:
        steps += 1
        element, leaving = stack.pop()
        tag = element.tag if isinstance(element.tag, str) else ""
        if leaving:
            if tag in BLOCKS:
                yield from flush()
                kind, level = "text", 1
            text.append(element.tail or "")
            continue
        if not tag or tag in GONE or _hidden(element):
            text.append(element.tail or "")
            continue
        if tag == "table" and _is_data(element):
            yield from flush()
            yield from _rows(element)
            text.append(element.tail or "")
            continue
        if tag in BLOCKS:
            yield from flush()
            kind = "heading" if re.fullmatch(r"h[1-6]", tag) else "item" if tag == "li" else "text"
            level = int(tag[1]) if kind == "heading" else 1
        text.append("\n" if tag == "br" else element.text or "")
        stack.append((element, True))
        stack.extend((child, False) for child in reversed(element))
    yield from flush()


def _hidden(element: Any) -> bool:
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    return bool(_HIDDEN.search(element.get("style") or ""))


def _is_data(table: Any) -> bool:
    """A table of values; one that holds another only arranges the page."""
    return next(table.iterdescendants("table"), None) is None


def _rows(table: Any) -> Iterator[Block]:
    caption = table.find("caption")
    if caption is not None:
        yield Block("text", tidy("".join(caption.itertext())))
    for row in table.iter("tr"):
        cells = tuple(tidy(_words(x)) for x in row if x.tag in ("td", "th") and not _hidden(x))
        if len(cells) > 1:
            yield Block("row", "", cells=cells)
        elif cells and cells[0]:
            yield Block("text", cells[0])


def _words(cell: Any) -> str:
    parts: list[str] = []
    for element in cell.iter():
        if isinstance(element.tag, str) and element.tag not in GONE:
            parts.append(element.text or "")
        if element is not cell:
            parts.append(element.tail or "")
    return " ".join(parts)
