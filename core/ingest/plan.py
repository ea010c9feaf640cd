"""From the first pass to a plan: columns, geometry, conversion; and the decisions that are missing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.database.findings import Finding
from core.database.registry import GeometryType
from core.ingest.cells import apply_rules
from core.ingest.columns import Task, stored_columns, stored_type
from core.ingest.crs import Conversion
from core.ingest.crs_plan import choose_crs, pair_names
from core.ingest.kinds import column_type
from core.ingest.model import CrsCandidate, Invalid, LoadDecisions
from core.ingest.naming import column_names
from core.ingest.scan import Scan, ruled
from core.ingest.source import Description
from core.ingest.wording import finding
from core.vocabulary.card import GeometryKind

NONE = Conversion("", None, ())


@dataclass
class Plan:
    """What will be done; `findings` holds an error for every decision that is still missing."""

    tasks: list[Task]
    kind: GeometryKind
    geometry: GeometryType
    conversion: Conversion
    crs_candidates: tuple[CrsCandidate, ...] = ()
    findings: list[Finding] = field(default_factory=list)
    invalid: Invalid = "repair"


def make_plan(described: Description, found: Scan, decisions: LoadDecisions, file: str) -> Plan:
    """Plan an import.

    Raises:
        IngestError: a decided coordinate system is unknown.
    """
    notes: list[Finding] = []
    tasks = _tasks(described, found, decisions, file, notes)
    if found.pair is None:
        kind, problem = found.census.result(decisions.geometry, file)
    else:
        kind, problem = "point", _pair(described, found, notes)
    if problem:
        notes.append(problem)
    if kind is None:
        notes.append(finding("nothing_left", file=file, why="none of them has a geometry"))
    geometry = column_type(kind or "point", found.census.many_points)
    plan = Plan(tasks, kind or "point", geometry, NONE, findings=notes, invalid=decisions.invalid)
    chosen = choose_crs(described, found, decisions, file)
    plan.crs_candidates = chosen.candidates
    notes.extend(chosen.findings)
    if chosen.conversion is not None:
        plan.conversion = replace(chosen.conversion, swap=decisions.swap and found.pair is None)
        notes.extend(plan.conversion.findings)
    return plan


def _pair(described: Description, found: Scan, notes: list[Finding]) -> Finding | None:
    """Tell which columns hold the coordinates; an error when they are not numbers."""
    names = pair_names(described, found)
    if sum(x.name.strip() == names["x"].strip() for x in described.columns) > 1:
        notes.append(finding("tables_beside", **names))
    notes.append(finding("xy_northing" if found.turned else "xy_found", **names))
    return finding("xy_notation", example=found.example, **names) if found.strange * 2 > found.rows else None


def _tasks(
    described: Description, found: Scan, decisions: LoadDecisions, file: str, notes: list[Finding]
) -> list[Task]:
    chosen = []
    for i, column in enumerate(described.columns):
        profile = found.profiles.get(i)
        if not column.name.strip() and profile is not None and not profile.examples:
            continue  # neither a heading nor a value
        type_ = stored_type(column.type, profile)
        if type_ is None:
            why, why_zh = "it holds binary data", "含二进制数据"
            notes.append(finding("column_left_out", column=column.name, why=why, why_zh=why_zh))
            continue
        if profile is not None:
            notes.extend(profile.findings())
        chosen.append((i, column, type_, profile))
    known = {x.name for x in described.columns}
    asked = {*decisions.types, *decisions.cells, *(x.flag for x in decisions.cells.values() if x.flag)}
    notes.extend(finding("column_unknown", column=x, file=file) for x in asked if x not in known)
    censored = [ruled(decisions, x.name) if profile is None else profile.censored for _, x, _, profile in chosen]
    named = column_names([x.name for _, x, _, _ in chosen], censored)
    notes.extend(named.findings)
    tasks = [
        Task(i, column.name, column.unit, stored_columns(name, type_, limits), profile, described.decimal)
        for (i, column, type_, profile), name, limits in zip(chosen, named.names, censored, strict=True)
    ]
    notes.extend(apply_rules(tasks, described, decisions))
    return tasks
