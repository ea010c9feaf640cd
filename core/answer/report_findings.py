"""The figures of kept analyses that an answer states, as tables: a line a figure, and a line a target."""

from __future__ import annotations

from collections.abc import Mapping

from core.analysis.record import Fact
from core.answer.assessed.zoning import PRODUCT
from core.answer.model import Answer, Citation
from core.answer.report_model import Grid, GridColumn
from core.answer.report_words import headed, interface, say
from core.errors import Language

Facts = Mapping[str, Mapping[str, Fact]]
"""Id of an analysis → key → fact."""
_TARGET = ("target", "lon", "lat", "area_km2", "mean")
_NEAREST = ("occurrence", "line")


def finding_grids(answer: Answer, facts: Facts) -> tuple[Grid, ...]:
    """The tables, none for an answer that cites no analysis."""
    cited = [c for claim in answer.claims for c in claim.citations if c.kind == "finding"]
    made = (_figures(cited, facts, answer.language), _targets(cited, answer.language))
    return tuple(x for x in made if x is not None)


def _figures(cited: list[Citation], facts: Facts, language: Language) -> Grid | None:
    rows: dict[str, tuple[str, str, str]] = {}
    for c in cited:
        analysis, _, key = (c.column or "").partition("/")
        fact = facts.get(analysis, {}).get(key)
        if fact is not None:
            rows.setdefault(c.column or "", (headed(fact.label.in_(language)), c.text, f"[{c.number}]"))
    columns = (
        GridColumn(say("figure_label", language)), GridColumn(say("figure_value", language), "right"),
        GridColumn(say("src_number", language)),
    )  # fmt: skip
    return Grid(columns, tuple(rows.values()), say("figures", language)) if rows else None


def _targets(cited: list[Citation], language: Language) -> Grid | None:
    """Of each target that the text tells: number, place, size, potential, what is nearest."""
    told: dict[str, dict[str, str]] = {}
    for c in cited:
        _, found, rest = (c.column or "").partition(f"/#{PRODUCT}/")
        if found:
            row, _, name = rest.partition("/")
            told.setdefault(row, {})[name] = c.text
    if not told:
        return None
    columns = [GridColumn(headed(_label(x, language)), "right") for x in _TARGET]
    columns += [GridColumn(headed(_label(x, language))) for x in _NEAREST]
    columns.append(GridColumn(say("target_leading", language)))
    rows = [
        (*(cells.get(x, "") for x in _TARGET), *(_nearest(cells, x, language) for x in _NEAREST),
         cells.get(f"leading_{language}", ""))
        for cells in told.values()
    ]  # fmt: skip
    return Grid(tuple(columns), tuple(rows), say("targets", language))


def _nearest(cells: Mapping[str, str], what: str, language: Language) -> str:
    name = cells.get(f"{what}_zh") if language == "zh" else None
    return " · ".join(x for x in (name or cells.get(what, ""), cells.get(f"{what}_m", "")) if x)


def _label(name: str, language: Language) -> str:
    return say(name, language) if name in ("lon", "lat") else interface(f"mpm_tip_{name}", language)
