"""``ask``: one question, answered as text or JSON."""

from __future__ import annotations

import argparse
import json
import sys

from core.answer.serialise import to_dict
from core.cli.render import render
from core.service import MineralApp
from core.settings import get_settings

EXIT = {"answered": 0, "clarify": 3, "refused": 4}


def ask(arguments: argparse.Namespace) -> int:
    """Answer the question and print the answer; returns the exit code."""
    question = sys.stdin.read().strip() if arguments.question == "-" else arguments.question
    app = MineralApp.open(get_settings())
    try:
        answer = app.ask(question, region=arguments.region, intent=arguments.intent, language=arguments.language)
        if arguments.json:
            print(json.dumps(to_dict(answer), ensure_ascii=False, indent=2, allow_nan=False))
        else:
            print(render(answer, app.card, app.units), end="")
    finally:
        app.close()
    return EXIT[answer.status]
