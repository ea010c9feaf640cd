"""``prospect``: a prospectivity run from the loaded layers, its files copied into a directory."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.analysis.prospect_data import area_of
from core.analysis.prospect_estimate import estimate, square_metres
from core.analysis.prospect_request import ProspectRequest, as_published
from core.analysis.store import Analysis
from core.cli.ask import view_of
from core.cli.text import printable
from core.errors import AnalysisError
from core.service import MineralApp
from core.service.analyses import analysis_store
from core.service.prospecting import Prospecting
from core.settings import get_settings


def prospect(arguments: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    view = view_of(arguments.area)
    settings = get_settings()
    app = MineralApp.open(settings)
    try:
        work = Prospecting(app.database, settings, analysis_store(settings, app.library))
        request = _request(work, app, arguments, box(*view) if view else None)
        if not arguments.json:
            size = square_metres(area_of(app.database, app.card, request))
            print(estimate(request, size).said.in_(arguments.language), file=sys.stderr)
        found = work.run(
            app.card, app.units, request, tell=_progress(arguments), workers=arguments.workers,
            scheduler=arguments.scheduler, again=arguments.again,
        )  # fmt: skip
    finally:
        app.close()
    if arguments.out:
        _copy(found, arguments.out)
    print(
        json.dumps(_plain(found), ensure_ascii=False, default=str) if arguments.json else _said(found, arguments)
    )
    return 0


def _request(
    work: Prospecting, app: MineralApp, arguments: argparse.Namespace, area: BaseGeometry | None
) -> ProspectRequest:
    if arguments.settings:
        try:
            plain = json.loads(arguments.settings.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise AnalysisError(f"The settings {arguments.settings.name} cannot be read: {error}.") from error
        request = ProspectRequest.from_plain(plain)
    else:
        request = work.start(app.card, arguments.region, area, labels=arguments.labels)
    if arguments.by:
        rule = replace(request.labels, attribute=None, values=())
        if arguments.by != "all":
            attribute, _, values = arguments.by.partition("=")
            rule = replace(
                rule, attribute=attribute, values=tuple(x.strip() for x in values.split(",") if x.strip())
            )
        request = replace(request, labels=rule)
    if arguments.published:
        request = as_published(request)
    named = {x.name: x for x in work.raster_choices()}
    for name in arguments.raster:
        if name not in named:
            raise AnalysisError(f"There is no raster “{name}”.", sentence_zh=f"没有名为“{name}”的栅格。")
        request = replace(request, rasters=(*request.rasters, named[name]))
    own = {x: getattr(arguments, x) for x in ("cell", "radius", "placebos") if getattr(arguments, x) is not None}
    model = replace(request.model, **{
        k: v for k, v in (("kind", arguments.model), ("balance", arguments.balance)) if v
    })  # fmt: skip
    return replace(request, model=model, **own)


def _progress(arguments: argparse.Namespace) -> Any:
    if arguments.json or not sys.stderr.isatty():
        return None
    return lambda step, share: print(f"\r{100 * share:3.0f} % {step:<12}", end="", file=sys.stderr, flush=True)


def _copy(found: Analysis, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for path in found.directory.iterdir():
        shutil.copyfile(path, target / path.name)
    text = json.dumps(dict(found.record.settings), ensure_ascii=False, indent=1, default=str)
    (target / "settings.json").write_text(text, encoding="utf-8")


def _plain(found: Analysis) -> dict[str, Any]:
    return {
        "id": found.record.id, "title": vars(found.record.title), "settings": dict(found.record.settings),
        "files": [x.file for x in found.record.products],
        "facts": {x.key: x.value for x in found.facts()},
    }  # fmt: skip


def _said(found: Analysis, arguments: argparse.Namespace) -> str:
    lines = found.report(arguments.language).splitlines()
    return "\n".join(printable(x) for x in lines)
