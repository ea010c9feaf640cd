"""``ask``: a question and those that follow it, answered as text or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from shapely.geometry import box

from core.answer.model import Answer
from core.answer.serialise import to_dict
from core.cli.ask_file import ask_file, format_of, save
from core.cli.choice import settings_of
from core.cli.render import render
from core.errors import SettingsError
from core.llm.choosing import no_model
from core.query.layers import Box
from core.query.selection import Selection
from core.service import MineralApp
from core.service.fluent import in_other_words
from core.service.history import History
from core.service.reports import Reports, written

EXIT = {"answered": 0, "clarify": 3, "refused": 4}
PROMPT = "? "


def ask(arguments: argparse.Namespace) -> int:
    """Answer the question and those after it, or a file of questions; the exit code is that of the last one."""
    if arguments.file is not None:
        return ask_file(arguments)
    if arguments.question is None:
        print("There is no question. Write one in quotation marks, or give a file with --file.", file=sys.stderr)
        raise SystemExit(2)
    form = format_of(arguments.report) if arguments.report is not None else None
    view = view_of(arguments.box)
    app = MineralApp.open(settings_of(arguments))
    found: list[Answer] = []
    try:
        for question in _questions(arguments):
            found.append(_answer(app, arguments, question, _last(found), view))
            if arguments.keep:
                History.of(app).write(found[-1], on_map=view is not None)
            if not arguments.json:
                _print(app, found, len(arguments.follow) > 0 or arguments.interactive)
        if form is not None:
            save(arguments.report, written(Reports(app).report(found[-1]), form))
            print(f"{arguments.report}", file=sys.stderr)
    finally:
        app.close()
    if arguments.json:
        document = [to_dict(x) for x in found] if len(found) > 1 else to_dict(found[0])
        print(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False))
    return EXIT[found[-1].status]


def view_of(text: str | None) -> Box | None:
    """West, south, east, north of ``--box``.

    Raises:
        SettingsError: it is not four numbers in that order.
    """
    if text is None:
        return None
    try:
        west, south, east, north = (float(x) for x in text.split(","))
    except ValueError:
        west = east = south = north = 0.0
    if not (west < east and south < north):
        raise SettingsError(
            f"“{text}” is not a box.", "Write west,south,east,north in degrees, such as 109,41,111,42."
        )
    return west, south, east, north


def _questions(arguments: argparse.Namespace) -> Iterator[str]:
    yield sys.stdin.read().strip() if arguments.question == "-" else arguments.question
    yield from arguments.follow
    if not arguments.interactive:
        return
    while True:
        print(PROMPT, end="", flush=True, file=sys.stderr)
        line = sys.stdin.readline()
        if not line or line.strip().lower() in ("", "quit", "exit", "q"):
            return
        yield line.strip()


def _last(found: list[Answer]) -> Answer | None:
    """The answer a question may lean on: the last one that was given."""
    return next((x for x in reversed(found) if x.status == "answered"), None)


def _answer(
    app: MineralApp, arguments: argparse.Namespace, question: str, previous: Answer | None, view: Box | None
) -> Answer:
    drawn = Selection(box(*view)) if view is not None else None
    found = app.ask(
        question, region=arguments.region, intent=arguments.intent if previous is None else None,
        language=arguments.language, previous=previous, selection=drawn, view=view,
    )  # fmt: skip
    if not arguments.fluent or found.status != "answered":
        return found
    if app.model is None:  # what was composed is an answer all the same
        print((app.model_error or no_model()).say(found.language), file=sys.stderr)
        return found
    return in_other_words(app, found, app.model)


def _print(app: MineralApp, found: list[Answer], several: bool) -> None:
    if several:
        print(f"{'' if len(found) == 1 else chr(10)}» {found[-1].question}\n")
    print(render(found[-1], app.card, app.units), end="", flush=True)
