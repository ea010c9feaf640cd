"""``history``: earlier answers on the command line: list them, show one, ask it again, compare two."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from core.answer.serialise import to_dict
from core.cli.text import printable, table
from core.errors import SettingsError
from core.service import MineralApp
from core.service.history import History, Kept, run_again
from core.service.history_compare import Comparison, compare, rows, said
from core.settings import get_settings

SHOWN = 40
"""Rows and lines of a comparison that are printed; how many more there are is said."""
Entry = tuple[Kept, Mapping[str, Any]]


def history(arguments: argparse.Namespace) -> int:
    """Run one of the actions; returns the exit code.

    Raises:
        SettingsError: there is no such entry.
        DatabaseError: a question is asked again, and the database does not answer.
    """
    kept = History(get_settings().local_dir / "history")
    if arguments.action == "list":
        return _list(kept, arguments.limit)
    if arguments.action == "show":
        return _show(_entry(kept, arguments.entry), whole=arguments.json)
    if arguments.action == "compare":
        first, second = sorted((_entry(kept, x) for x in (arguments.first, arguments.second)), key=_id)
        for kept_one, _ in (first, second):
            print(f"{_when(kept_one)}  {printable(kept_one.question)}")
        return _differences(compare(first[1], second[1]))
    return _again(kept, _entry(kept, arguments.entry))


def _id(entry: Entry) -> str:
    return entry[0].id  # begins with the time


def _when(kept: Kept) -> str:
    return datetime.fromisoformat(kept.made).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _list(history: History, limit: int) -> int:
    found = history.list()
    if not found:
        print("No answers are kept yet. Those given on the page are, and those of ask --keep.")
        return 0
    shown = found[:limit] if limit > 0 else found
    lines = [
        (str(i), _when(x), x.question, "" if x.total is None else f"{x.total:,}", x.status, x.data_version[:12])
        for i, x in enumerate(shown, start=1)
    ]
    print("\n".join(table(("no.", "when", "question", "found", "status", "data"), lines)))
    if len(shown) < len(found):
        print(f"{len(found) - len(shown)} more; --limit 0 lists all.")
    return 0


def _entry(history: History, named: str) -> Entry:
    """The entry with a number of the list, or whose id begins so.

    Raises:
        SettingsError: there is none, or there are several, or it cannot be read.
    """
    found = history.list()
    if named.isdigit() and 1 <= int(named) <= len(found):
        chosen = [found[int(named) - 1]]
    else:
        chosen = [x for x in found if named and x.id.startswith(named)]
    loaded = history.load(chosen[0].id) if len(chosen) == 1 else None
    if loaded is None:
        what = "fits several kept answers" if len(chosen) > 1 else "is no kept answer"
        raise SettingsError(f"“{printable(named)}” {what}.", "python -m core history list shows their numbers.")
    return loaded


def _show(entry: Entry, *, whole: bool) -> int:
    kept, document = entry
    if whole:
        print(json.dumps(document, ensure_ascii=False, indent=2))
        return 0
    print(f"{printable(kept.question)}\n{_when(kept)} · {kept.id} · data {kept.data_version[:12]}\n")
    claims = document.get("claims", [])
    for text in [c["text"] for c in claims] or [document.get("message", "")]:
        print(printable(text))
    found = list(rows(document).values())
    if found:
        print()
        _table(found)
    return 0


def _table(found: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    labels = list(dict.fromkeys(k for _, cells in found for k in cells if k != "name"))
    lines = [(name, *(said(k, cells.get(k)) for k in labels)) for name, cells in found[:SHOWN]]
    print("\n".join(table(("name", *labels), lines)))
    if len(found) > SHOWN:
        print(f"{len(found) - SHOWN} more rows; --json prints all.")


def _again(history: History, entry: Entry) -> int:
    kept, document = entry
    app = MineralApp.open(get_settings())
    try:
        answer = run_again(app, kept, document)
        new = history.write(answer, on_map=kept.on_map)
    finally:
        app.close()
    print(f"{printable(kept.question)}\n{printable(new.lead)}\nKept as {new.id}.")
    if kept.on_map:
        print("What the question took from the view or the selection of the map is not kept.")
    return _differences(compare(document, to_dict(answer)))


def _differences(found: Comparison) -> int:
    if found.partial:
        print("A run lists fewer rows than it found; rows beyond the list are not compared.")
    if found.equal:
        print(f"No difference in {found.same:,} rows.")
        return 0
    for label, names in (("added", found.added), ("removed", found.removed)):
        if names:
            print("\n  ".join((f"{label} ({len(names)}):", *(printable(x) for x in names[:SHOWN]))))
            if len(names) > SHOWN:
                print(f"  {len(names) - SHOWN} more")
    changes = [(c.name, *cell) for c in found.changed for cell in c.cells]
    if changes:
        print(f"changed ({len(found.changed)}):")
        print("\n".join(table(("name", "what", "before", "after"), changes[:SHOWN])))
        if len(changes) > SHOWN:
            print(f"{len(changes) - SHOWN} more changes")
    print(f"without any difference: {found.same:,}")
    return 0
