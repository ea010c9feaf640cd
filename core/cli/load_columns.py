"""``load --propose``: the columns of a loaded file get the meaning that is proposed for them, each told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.cli.text import printable, table
from core.database.registry import list_layers
from core.service import MineralApp
from core.service.binding import Binding, from_proposal, save_binding
from core.service.proposing import propose_for_layer
from core.settings import Settings

UNTOLD = ("nothing", "taken")
"""Why a column got no meaning where a person may see it otherwise; coordinates and technical columns need none."""


def bind_proposed(settings: Settings, tables: Sequence[str], kind: str | None) -> None:
    """Bind the columns of loaded layers as the page proposes them, and print what each was taken for.

    Args:
        kind: kind of feature; None takes the most probable one.

    Raises:
        MappingError: what is proposed does not fit the layer.
    """
    app = MineralApp.open(settings)
    try:
        records = {x.table: x for x in list_layers(app.database)}
        for name in tables:
            title = records[name].title
            proposal = propose_for_layer(app, records[name], kind)
            found = from_proposal(proposal, title, title)
            found = replace(found, entity_type=kind or found.entity_type)
            if not found.entity_type:
                print(f"  {name}: no kind of feature is likely; give it with --type.")
                continue
            save_binding(app, name, found)
            print(_said(name, found, {x.column for x in proposal.columns if x.unit and not x.unit_stated}))
            without = [x.column for x in proposal.skipped if x.reason.code in UNTOLD]
            if without:
                print(printable(f"  Columns that were given no meaning: {', '.join(without)}."))
    finally:
        app.close()


def _said(name: str, found: Binding, assumed: Collection[str]) -> str:
    """The binding as a table; `assumed` are columns whose unit is written nowhere."""
    rows = [
        [x.column, x.attribute, f"{x.unit} (assumed)" if x.column in assumed else x.unit] for x in found.columns
    ]
    lines = [f"  {name} is taken for “{found.entity_type}”; by their names and values its columns mean:"]
    lines += [f"  {x}" for x in table(("column", "means", "unit"), rows)]
    return "\n".join(printable(x) for x in lines)
