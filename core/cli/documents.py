"""``documents list|add|remove|restore|search|rebuild``: the documents that questions about knowledge quote."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.cli.text import printable, table
from core.errors import KnowledgeError
from core.knowledge.passages import Passage
from core.knowledge.search import Library
from core.knowledge.wording import refusal
from core.service.library import open_library
from core.settings import get_settings

QUOTED = 300


def documents(arguments: argparse.Namespace) -> int:
    """Run one action; returns the exit code.

    Raises:
        KnowledgeError: the document is unknown, or the store cannot be written.
    """
    actions = {
        "list": _list, "add": _add, "remove": _remove, "restore": _restore, "search": _search, "rebuild": _rebuild,
    }  # fmt: skip
    library = open_library(get_settings())
    try:
        return actions[arguments.action](library, arguments)
    finally:
        for found in library.notes():
            print(printable(found.text), file=sys.stderr)
        library.close()


def _list(library: Library, _: argparse.Namespace) -> int:
    counts: dict[str, int] = {}
    for passage in library.passages():
        counts[passage.document] = counts.get(passage.document, 0) + 1
    rows = [
        [x.name, x.title, x.language, str(x.pages or "–"), str(counts.get(x.name, 0)), f"{x.size / 1024:,.0f} KB"]
        for x in library.documents()
    ]
    _print(table(("file", "title", "language", "pages", "passages", "size"), rows))
    state = library.state()
    model = f"{state.model}: {state.compared:,} of {state.passages:,} passages compared" if state.model else "none"
    print(f"\n{state.documents:,} documents, {state.passages:,} passages. Search by meaning: {model}.")
    for name in library.current().waiting:
        print(printable(f"{name} has still to be read: python -m core documents rebuild"))
    for problem in library.problems():
        print(printable(problem.say()), file=sys.stderr)
    for source in library.deleted():
        print(printable(f"{source.reason}: {source.name}; python -m core documents restore {source.id}"))
    return 0


def _add(library: Library, arguments: argparse.Namespace) -> int:
    failed = 0
    for path in arguments.files:
        try:
            added = library.add(Path(path))
        except KnowledgeError as error:
            failed += 1
            print(printable(error.say()), file=sys.stderr)
            continue
        words = {"added": "Added", "twin": "Not added", "replaced": "Replaced"}[added.outcome]
        notes = " ".join(x.text for x in added.notes)
        print(printable(f"{words}: {added.document.name}. {notes}".strip()))
    _complete(library)
    return 1 if failed else 0


def _remove(library: Library, arguments: argparse.Namespace) -> int:
    source = library.delete(_identifier(library, arguments.document))
    again = f"python -m core documents restore {source.id}"
    print(printable(f"Removed {source.name}. It comes back with: {again}"))
    return 0


def _restore(library: Library, arguments: argparse.Namespace) -> int:
    wanted = arguments.document
    found = [x for x in library.deleted() if wanted in (x.id, x.name)]
    source = library.restore(found[0].id if found else wanted)
    print(printable(f"Brought back {source.name}."))
    _complete(library)
    return 0


def _search(library: Library, arguments: argparse.Namespace) -> int:
    found = library.search(
        arguments.text, language=arguments.language, limit=arguments.limit, documents=arguments.document or None,
        mentioning=arguments.mentioning or (),
    )  # fmt: skip
    if not found:
        print("Nothing in the documents.")
    for number, passage in enumerate(found, start=1):
        print(printable(f"{number}. {_place(passage)}"))
        text = " ".join(passage.text.split())
        print(printable("   " + (text if len(text) <= QUOTED else text[:QUOTED] + "…")))
    return 0


def _rebuild(library: Library, _: argparse.Namespace) -> int:
    done = library.rebuild(_progress)
    print(f"Read {done.read:,} documents, compared {done.compared:,} passages, stored {done.stored:,} vectors.")
    return 0


def _place(passage: Passage) -> str:
    """Where a passage stands and how well it fits."""
    pages = ""
    if passage.pages is not None:
        first, last = passage.pages
        pages = f", p. {first}" if first == last else f", pp. {first}–{last}"
    heading = " › ".join(dict.fromkeys((passage.title, *passage.heading)))
    words = f"words of the subject {passage.words * 100:.0f} %"
    meaning = f", meaning {passage.meaning:.2f}" if passage.meaning is not None else ""
    return f"{heading} ({passage.document}{pages}; score {passage.score:.2f}, {words}{meaning})"


def _identifier(library: Library, wanted: str) -> str:
    """The id of a kept document that is named by its id or its name."""
    for document in library.documents():
        if wanted in (document.name, document.id):
            if not document.id:
                raise refusal("built_in", file=document.name)
            return document.id
    raise refusal("unknown", file=wanted)


def _complete(library: Library) -> None:
    done = library.complete(_progress)
    if done.compared or done.stored:
        print(f"Compared {done.compared:,} passages.")


def _progress(done: int, total: int, step: str) -> None:
    if sys.stderr.isatty():
        words = {"reading": "reading documents", "comparing": "comparing passages", "storing": "storing vectors"}
        print(f"\r{words[step]}: {done:,} of {total:,}   ", end="" if done < total else "\n", file=sys.stderr)


def _print(lines: list[str]) -> None:
    for line in lines:
        print(printable(line))
