"""Which database and which card a command works with."""

from __future__ import annotations

import argparse
from typing import Any

from core.settings import Settings, get_settings


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings of the process with the command's ``--database`` and ``--card``."""
    update: dict[str, Any] = {}
    database = getattr(arguments, "database", None)
    if database:
        update |= (
            {"database_url": database} if "://" in database else {"database_name": database, "database_url": None}
        )
    if getattr(arguments, "card", None):
        update["card"] = arguments.card
    return get_settings().model_copy(update=update)
