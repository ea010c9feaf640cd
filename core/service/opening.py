"""Opening the database that the settings name."""

from __future__ import annotations

from core.confined.leftovers import sweep
from core.database.engine import Database
from core.settings import Settings
from core.vocabulary.card_file import load_card_file


def open_database(settings: Settings) -> Database:
    """The database of the settings; one whose card file says so is only read.

    Private directories that killed imports left behind are removed first.

    Raises:
        DatabaseError: it cannot be started, reached or prepared.
        SettingsError: the card file is missing or malformed.
    """
    sweep()
    if settings.card is not None and load_card_file(settings.card).read_only:
        return Database.attach(settings, name=settings.database_name)
    return Database.open(settings, name=settings.database_name)
