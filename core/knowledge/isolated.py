"""Reading of documents that others made: in a confined process of its own, which is thrown away afterwards."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

from core.confined.leftovers import private_directory
from core.confined.process import Ended, run_confined
from core.errors import KnowledgeError
from core.knowledge import ocr
from core.knowledge.blocks import Block, assembled, from_plain, glue
from core.knowledge.documents import SUFFIXES, TEXTS, Document, document_of, read_document
from core.knowledge.limits import Limits
from core.knowledge.wording import Note, cancelled, note, plain, refusal

READER = 2
"""Version of the readers; a change has all documents read again."""
_MAGIC = {".pdf": (b"%PDF-", "PDF"), ".docx": (b"PK", "DOCX")}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
"""How Word 97 files begin, and DOCX files with a password."""
_SHOWN = 12
_OUT_OF_MEMORY = {"SIGABRT", "SIGTRAP", "SIGILL"}
"""How C++ libraries, PDFium among them, end themselves when no memory is left."""
log = logging.getLogger(__name__)


class Cancel(Protocol):
    """Something that tells whether the person has cancelled."""

    @property
    def cancelled(self) -> bool:
        """True from then on."""
        ...


def read_isolated(
    path: Path, name: str, *, limits: Limits | None = None, cancel: Cancel | None = None
) -> Document:
    """Read a document of any format.

    Args:
        path: the file; its suffix tells the format, its first bytes must agree.
        name: how it is called in citations.
        cancel: looked at twenty times a second.

    Raises:
        KnowledgeError: it cannot be read; the sentence says why.
        KnowledgeCancelledError: the person cancelled.
    """
    limits = limits or Limits()
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise refusal("format", file=name)
    if suffix in TEXTS:
        return read_document(path, name)
    sha256, size = _checked(path, name, suffix, limits)

    def look() -> None:
        if cancel is not None and cancel.cancelled:
            raise cancelled(name)

    with private_directory() as directory:
        question = {
            "path": str(path.absolute()), "suffix": suffix, "directory": str(directory),
            "limits": asdict(limits), "pictures": bool(ocr.languages()),
        }  # fmt: skip
        told = run_confined("core.knowledge.worker", question, wall_s=limits.wall_s, look=look)
        if isinstance(told, Ended):
            raise _ended(told, name, limits)
        blocks, pages, title, notes = _understood(told, name)
        empty = [int(x) for x in told.get("empty", ())]
        blocks, more = _recognised(blocks, empty, directory, limits, look)
    if not blocks and empty:
        raise refusal(f"no_text_{_why()}", file=name)
    text, starts = assembled(blocks, pages)
    found = document_of(
        text, name=name, sha256=sha256, size=size, title=title, page_starts=starts,
        notes=(*notes, *more), fallback=Path(name).stem,
    )  # fmt: skip
    # A head of "key: value" lines is for texts that people write for the library; here it would be content.
    return replace(found, body_start=0, source="")


def _checked(path: Path, name: str, suffix: str, limits: Limits) -> tuple[str, int]:
    """Hash and size of the file, whose beginning must be that of its format."""
    digest = hashlib.sha256()
    try:
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise refusal("large", file=name, size=f"{size:,}", limit=f"{limits.file_bytes:,}")
        with path.open("rb") as file:
            head = file.read(1024)
            digest.update(head)
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise refusal("missing", file=name, why=error.strerror or error) from error
    if not size:
        raise refusal("empty", file=name)
    magic, kind = _MAGIC.get(suffix, (b"", ""))
    if suffix == ".docx" and head.startswith(_OLD_OFFICE):
        raise refusal("encrypted", file=name)
    if magic and magic not in (head if suffix == ".pdf" else head[:2]):
        raise refusal("disguised", file=name, kind=kind)
    return digest.hexdigest(), size


def _ended(ended: Ended, name: str, limits: Limits) -> KnowledgeError:
    if ended.why == "time":
        return refusal("time", file=name, limit=f"{limits.wall_s:,.0f}")
    if ended.why == "memory" or ended.detail in _OUT_OF_MEMORY:
        return refusal("memory", file=name, limit=f"{limits.memory_bytes >> 20:,}")
    log.warning("the reader of %s ended: %s %s", plain(name), ended.why, ended.detail)
    return refusal("crashed", file=name)


def _understood(told: Mapping[str, Any], name: str) -> tuple[list[Block], int, str, tuple[Note, ...]]:
    """The message of the reading process, of which nothing is believed."""
    if "refused" in told:
        values = told.get("values", {})
        known = {k: str(v) for k, v in values.items()} if isinstance(values, dict) else {}
        try:
            raise refusal(str(told["refused"]), **{**known, "file": name})
        except KeyError as error:
            raise refusal("malformed", file=name) from error
    try:
        blocks, pages = from_plain(told["blocks"]), int(told["pages"])
        left_out, deep, title = int(told["left_out"]), int(told["deep"]), str(told["title"])
    except (KeyError, TypeError, ValueError) as error:
        raise refusal("malformed", file=name) from error
    notes = [note("running", count=left_out)] if left_out else []
    notes += [note("deep_parts", limit=f"{deep:,}")] if deep else []
    return blocks, pages, title, tuple(notes)


def _recognised(
    blocks: list[Block], empty: Sequence[int], directory: Path, limits: Limits, look: Callable[[], None]
) -> tuple[list[Block], tuple[Note, ...]]:
    """Blocks with those of pages that are pictures, as far as they could be recognised."""
    if not empty:
        return blocks, ()
    found: dict[int, list[Block]] = {}
    for page in empty:
        picture = directory / f"{page}.png"
        parts = ocr.recognise(picture, limits.ocr_page_s, look) if picture.is_file() else ()
        found[page] = [Block("text", _lines(x), page) for x in parts]
    rest = [x for x in empty if not found[x]]
    read = [x for x in empty if found[x]]
    notes = [note("recognised", pages=_listed(read))] if read else []
    notes += [note(f"scanned_{_why()}", pages=_listed(rest))] if rest else []
    merged = sorted([*blocks, *(b for page in read for b in found[page])], key=lambda x: x.page)
    return merged, tuple(notes)


def _lines(paragraph: str) -> str:
    whole = ""
    for line in paragraph.splitlines():
        whole = glue(whole, line.strip())
    return whole


def _why() -> str:
    """Why a picture of a page gave no text."""
    return "nothing" if ocr.languages() else "absent"


def _listed(pages: Sequence[int]) -> str:
    shown = ", ".join(map(str, pages[:_SHOWN]))
    return shown + (" …" if len(pages) > _SHOWN else "")


def as_text(document: Document) -> str:
    """The document for the store of texts, JSON."""
    return json.dumps({**asdict(document), "notes": [asdict(x) for x in document.notes]}, ensure_ascii=False)


def from_text(payload: str) -> Document:
    """The document of :func:`as_text`.

    Raises:
        ValueError, TypeError, KeyError: it is none.
    """
    values = json.loads(payload)
    notes = tuple(Note(**x) for x in values.pop("notes"))
    starts = tuple(int(x) for x in values.pop("page_starts"))
    return Document(**values, page_starts=starts, notes=notes)
