"""Results of analyses on the map: what is drawn, and the legend of it."""

from __future__ import annotations

from html import escape
from typing import Any

from core.analysis.map_look import ANOMALOUS, CLUSTER, NUMBERED, RAMP, TARGET
from core.analysis.plotting import COLOURS
from core.analysis.store import Analysis
from core.answer.assessed.zoning import PRODUCT
from core.mapping.state import ROOT_URL
from core.session import StateManager
from pages.components import geochem_state as geochem
from pages.components import prospect_home
from pages.components.texts import t

PICKED = "#111111"


def specs() -> list[dict[str, Any]]:
    """The overlays of the map's state, the lowest first."""
    analysis, state = geochem.opened(), geochem.read()
    targets = _targets()
    if analysis is None or not state.shown:
        return targets
    order = (geochem.HEAT, geochem.CLASSES, *_components(state.shown), geochem.ANOMALOUS, geochem.CLUSTERS)
    marked = [] if state.sample is None else [_sample(analysis, state.sample)]
    return [*(_spec(analysis, x, state) for x in order if x in state.shown), *targets, *marked]


def _sample(analysis: Analysis, row: int) -> dict[str, Any]:
    """The sample that was picked, ringed."""
    identifier = analysis.record.id
    return {
        "id": f"{identifier}/picked", "url": f"{ROOT_URL}/api/analyses/{identifier}/sample_points.geojson",
        "field": "fid", "opacity": 1.0, "one": "{number}", "brush": {}, "only": ["fid", row], "number": "fid",
        "numbered": 0, "tip": _tip(geochem.CLASSES), "kind": "points", "ramp": [[0, PICKED]], "ring": True,
    }  # fmt: skip


def _targets() -> list[dict[str, Any]]:
    """Outlines of the targets that the answer on the screen speaks of, and of the result on the map."""
    state, own = StateManager(), prospect_home.on_map()
    answer = state.answer
    told = [x.analysis for x in (answer.overlays if answer is not None else ()) if x.product == PRODUCT]
    shown = dict.fromkeys([*told, *([own] if own is not None else [])])
    own_name = "_zh" if state.language == "zh" else ""
    tip = [[x, t(f"mpm_tip_{x}")] for x in ("target", "area_km2", "mean")]
    tip += [[x + own_name, t(f"mpm_tip_{x}")] for x in ("any_known", "occurrence", "line")]
    return [
        {
            "id": f"{x}/{PRODUCT}", "url": f"{ROOT_URL}/api/analyses/{x}/{PRODUCT}.geojson",
            "field": "target", "opacity": 1.0, "one": t("mpm_target_one"), "brush": {}, "only": None,
            "number": "target", "numbered": NUMBERED, "kind": "polygons", "tip": tip, "color": TARGET,
            "selected": state.prospect_target if x == own else None,
        }
        for x in shown
    ]  # fmt: skip


def _components(shown: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(x for x in shown if x.startswith("PC"))


def _spec(analysis: Analysis, name: str, state: geochem.GeochemState) -> dict[str, Any]:
    identifier = analysis.record.id
    clusters = name == geochem.CLUSTERS
    file = "cluster_outlines" if clusters else "sample_points"
    spec: dict[str, Any] = {
        "id": f"{identifier}/{name}", "url": f"{ROOT_URL}/api/analyses/{identifier}/{file}.geojson",
        "field": name, "opacity": 1.0, "one": t("geo_cluster_one"), "brush": dict(state.brush), "only": None,
        "number": "cluster", "numbered": NUMBERED, "tip": _tip(name),
        "kind": "polygons" if clusters else "heat" if name == geochem.HEAT else "points",
    }  # fmt: skip
    if clusters:
        return spec | {"color": CLUSTER, "selected": state.cluster}
    if name == geochem.CLASSES:
        only = ["class", state.only_class] if state.only_class is not None else None
        if only is not None:
            spec["brush"] = {}  # a class alone is shown whole
        return spec | {"classes": {str(i + 1): x for i, x in enumerate(COLOURS)}, "only": only}
    if name in (geochem.ANOMALOUS, geochem.HEAT):
        only = [geochem.ANOMALOUS, 1]
        return spec | {"only": only, "field": "exceeds", "ramp": [[1, "#f0a35c"], [_most(analysis), ANOMALOUS]]}
    return spec | {"ramp": [list(x) for x in RAMP]}


def _most(analysis: Analysis) -> int:
    plan = analysis.record.settings.get("plan", {})
    subjects = plan.get("subjects") or plan.get("choices", {}).get("elements") or ()
    return max(2, len(subjects))


def _tip(name: str) -> list[list[str]]:
    if name == geochem.CLUSTERS:
        fields = ("samples", "area_km2", "leading", "contrast", "peak")
    else:
        fields = ("class", *((name,) if name.startswith("PC") else ()), "exceeds", "cluster")
    return [[x, x if x.startswith("PC") else t(f"geo_tip_{x}")] for x in fields]


def legend_html() -> str:
    """What the colours of the overlays mean, as HTML whose every text is escaped; "" without any."""
    analysis, state = geochem.opened(), geochem.read()
    targets = [_row(TARGET, t("mpm_on_targets"), hollow=True)] if _targets() else []
    if analysis is None or not state.shown:
        parts = [f"<h4>{escape(t('geo_legend'))}</h4>", *targets] if targets else []
        return f'<div class="os-legend" role="list">{"".join(parts)}</div>' if parts else ""
    parts = [f"<h4>{escape(t('geo_legend'))}</h4>", *targets]
    for name in state.shown:
        if name == geochem.CLASSES:
            parts += [
                _row(COLOURS[i % len(COLOURS)], t("geo_class", number=i + 1))
                for i in range(_classes(analysis))
                if state.only_class in (None, i + 1)
            ]
        elif name == geochem.CLUSTERS:
            parts.append(_row(CLUSTER, t("geo_on_clusters"), hollow=True))
        elif name == geochem.ANOMALOUS:
            parts.append(_row(ANOMALOUS, t("geo_on_anomalous")))
        elif name == geochem.HEAT:
            parts.append(_row("#fc4e2a", t("geo_on_heat")))
        else:
            parts.append(_bar(name))
    return f'<div class="os-legend" role="list">{"".join(parts)}</div>'


def _classes(analysis: Analysis) -> int:
    return next((int(x.value or 0) for x in analysis.facts() if x.key == "classes"), 0)


def _row(colour: str, text: str, *, hollow: bool = False) -> str:
    look = f"border:2px solid {colour}" if hollow else f"background:{colour}"
    swatch = (
        f'<b style="display:inline-block;width:11px;height:11px;border-radius:6px;margin-right:6px;{look}"></b>'
    )
    return f'<span role="listitem">{swatch}<i>{escape(text)}</i></span>'


def _bar(name: str) -> str:
    stops = ",".join(f"{colour} {100 * (value + 3) / 6:.0f}%" for value, colour in RAMP)
    look = f"flex:none;display:inline-block;width:56px;height:10px;background:linear-gradient(90deg,{stops})"
    bar = f'<b style="{look}"></b>'
    title = escape(t("geo_deviations"), quote=True)
    return f'<span role="listitem" title="{title}"><b style="flex:none">{escape(name)}</b> −3{bar}+3 σ</span>'
