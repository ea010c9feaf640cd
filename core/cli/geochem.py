"""``geochem``: element association of a loaded sample layer, its files copied into a directory."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import replace
from typing import Any

from shapely.geometry import box

from core.analysis.association_request import AssociationRequest, RockColumn
from core.analysis.record import facts_to_plain, record_to_plain
from core.analysis.store import Analysis
from core.cli.ask import view_of
from core.cli.text import printable
from core.errors import AnalysisError
from core.geochem.associate import Plan
from core.geochem.bounds import check_settings
from core.service import MineralApp
from core.service.analyses import analysis_store
from core.service.associating import Associating
from core.settings import get_settings

OF_CHOICES = ("censored", "max_censored", "max_missing")
OF_PLAN = (
    "transform", "scaling", "factors", "score_rule", "score_limit", "classes", "measure", "groups", "threshold",
    "together", "eps_m", "least", "seed",
)  # fmt: skip
"""Settings whose arguments are taken as they are."""


def geochem(arguments: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    if arguments.out is not None and arguments.out.exists() and any(arguments.out.iterdir()):
        raise AnalysisError(f"{arguments.out} is not empty.", "Name a new directory.")
    check_settings(vars(arguments))
    settings = get_settings()
    app = MineralApp.open(settings)
    try:
        work = Associating(app.database, analysis_store(settings, app.library))
        request = _request(work, app, arguments)
        found = work.run(app.card, app.units, request, step=_progress, plots=not arguments.no_plots)
    finally:
        app.close()
    if arguments.out is not None:
        shutil.copytree(found.directory, arguments.out, dirs_exist_ok=True)
    print(
        json.dumps(_plain(found), ensure_ascii=False, allow_nan=False)
        if arguments.json
        else _said(found, arguments)
    )
    return 0


def _request(work: Associating, app: MineralApp, arguments: argparse.Namespace) -> AssociationRequest:
    view = view_of(arguments.area)
    layers = {x.table for x in app.card.layers}
    if arguments.layer and arguments.layer not in layers:
        known = ", ".join(x.table for x in work.layers(app.card))
        raise AnalysisError(f"There is no layer “{arguments.layer}”.", f"Sample layers: {known or 'none'}.")
    start = work.start(app.card, arguments.layer, arguments.region, box(*view) if view else None)
    only = tuple(x.strip() for x in (arguments.only_rocks or "").split(";") if x.strip())
    rocks = _rocks(work, app, start, arguments.rocks) if arguments.rocks else start.rocks
    return replace(start, plan=planned(start.plan, arguments), rocks=rocks, only_rocks=only)


def planned(usual: Plan, arguments: argparse.Namespace) -> Plan:
    """The plan with everything that the arguments give; what they leave out stays as it is."""
    given = {k: v for k, v in vars(arguments).items() if v is not None}
    lists = {k: _list(given.get(k)) for k in ("elements", "forced", "subjects")}
    choices = replace(
        usual.choices, elements=lists["elements"] or usual.choices.elements, forced=lists["forced"],
        merge=not arguments.every_sample, **{k: given[k] for k in OF_CHOICES if k in given},
    )  # fmt: skip
    return replace(
        usual, choices=choices, robust=arguments.robust, by_rock=arguments.by_rock, subjects=lists["subjects"],
        **{k: given[k] for k in OF_PLAN if k in given},
    )  # fmt: skip


def _rocks(work: Associating, app: MineralApp, start: AssociationRequest, text: str) -> RockColumn:
    known = work.rocks(app.card, app.card.layer(start.layer))
    for one in known:
        if f"{one.table}.{one.attribute}" == text:
            return one
    names = ", ".join(f"{x.table}.{x.attribute}" for x in known)
    raise AnalysisError(f"“{text}” does not say what the samples lie on.", f"It can be: {names or 'nothing'}.")


def _list(text: str | None) -> tuple[str, ...]:
    return tuple(x.strip() for x in (text or "").replace("，", ",").split(",") if x.strip())


def _progress(name: str, share: float) -> None:
    if sys.stderr.isatty():
        print(f"\r{100 * share:3.0f} %  {name:<12}", end="" if share < 1 else "\n", file=sys.stderr, flush=True)


def _plain(found: Analysis) -> dict[str, Any]:
    return {"record": record_to_plain(found.record), "facts": facts_to_plain(found.facts())}


def _said(found: Analysis, arguments: argparse.Namespace) -> str:
    lines = found.report(arguments.language).splitlines()
    lines += ["", f"{found.record.id}", *([str(arguments.out)] if arguments.out is not None else [])]
    return "\n".join(printable(x) for x in lines)
