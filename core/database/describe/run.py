"""``describe``: open the database, draft the card, prepare copies."""

from __future__ import annotations

from collections.abc import Callable

from core.database.describe.copying import copy_layer
from core.database.describe.drafting import Wish, draft
from core.database.engine import Database
from core.settings import Settings
from core.vocabulary.card_file import CardFile
from core.vocabulary.common import load_common
from core.vocabulary.mappings import load_mappings
from core.vocabulary.units import Units


def describe(settings: Settings, wish: Wish, progress: Callable[[str], object] = lambda _: None) -> CardFile:
    """The card of the schema; copies of its tables are made unless the database is only read.

    Raises:
        DatabaseError: the database cannot be reached, or the schema has nothing to ask about.
        SettingsError: a vocabulary file is missing or malformed.
    """
    common = load_common(settings.mappings_dir)
    units = Units(load_mappings(settings.mappings_dir).units)
    opener = Database.attach if wish.read_only else Database.open
    database = opener(settings, name=settings.database_name)
    try:
        progress(f"looking at {wish.schema}")
        with database.owner.connect() as connection:
            found = draft(connection, wish, common, units)
        for copy in found.copies:
            progress(f"copying {copy.relation.name}")
            copy_layer(database, copy)
        return found.card
    finally:
        database.close()
