"""Packs: a vocabulary with invented data, each in a database of its own."""

from __future__ import annotations

from pathlib import Path

from core.database.engine import Database
from core.database.registry import list_layers
from core.service.request import Progress
from core.settings import Settings

PACKS = ("urban",)
SPEC = "city.json"
CARD = "card.json"


def pack_settings(settings: Settings, pack: str) -> Settings:
    """The settings that answer questions about a pack."""
    name = (
        pack
        if settings.database_name == Settings.model_fields["database_name"].default
        else settings.database_name
    )
    return settings.model_copy(update={"database_name": name, "card": card_of(settings, pack)})


def card_of(settings: Settings, pack: str) -> Path:
    """The card file of a pack."""
    return settings.mappings_dir / pack / CARD


def load_pack(
    db: Database, settings: Settings, pack: str, progress: Progress | None = None, *, force: bool = False
) -> tuple[str, ...]:
    """Generate the files of a pack and load the layers that are missing (all with `force`); the tables loaded.

    Raises:
        IngestError: a file could not be loaded; layers loaded before it stay.
    """
    from core.demo.urban import generate_city, read_spec  # noqa: PLC0415 - loading needs packages that questions do not
    from core.ingest import load  # noqa: PLC0415
    from core.service.demo_files import decisions  # noqa: PLC0415

    say = progress or (lambda *_: None)
    present = {x.table for x in list_layers(db)}
    files = generate_city(pack_directory(settings, pack), read_spec(settings.mappings_dir / pack / SPEC))
    wanted = [x for x in files if force or x.table not in present]
    for number, file in enumerate(wanted):
        say(file.table, number / len(wanted))
        load(db, file.path, decisions(file, replace=file.table in present))
    say("", 1.0)
    return tuple(x.table for x in wanted)


def pack_directory(settings: Settings, pack: str) -> Path:
    """Where the source files of a pack are written."""
    return settings.local_dir / "packs" / pack
