"""``db describe``: the draft of a card for a database that nobody modelled."""

from __future__ import annotations

import argparse

from core.cli.choice import settings_of
from core.cli.text import printable
from core.database.describe.drafting import Wish
from core.database.describe.run import describe as run
from core.errors import SettingsError
from core.vocabulary.card_file import save_card_file


def describe(arguments: argparse.Namespace) -> int:
    """Look at the schema, prepare copies, write the card file and say what was guessed; returns the exit code."""
    settings = settings_of(arguments)
    if arguments.out.exists() and not arguments.force:
        raise SettingsError(
            f"The card file {arguments.out} is there already.",
            "Name another one with --out, or write over it with --force.",
        )
    wish = Wish(arguments.schema, arguments.read_only, tuple(arguments.extent))
    card = run(settings, wish, lambda step: print(f"  {printable(step)}", flush=True))
    save_card_file(arguments.out, card)
    print("\n".join(printable(x) for x in card.findings))
    print(f"{len(card.tables)} layers, {len(card.attributes)} attributes, {len(card.concepts)} values.")
    print(f"Written to {arguments.out}; look it through, then: python -m core ask --card {arguments.out} …")
    return 0
