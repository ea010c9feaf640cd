"""The guided choice of a run: what to look for, from what evidence, by what method; defaults from the data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, get_args

import streamlit as st

from core.analysis.association_request import content_columns, sample_layers, usual_elements
from core.analysis.prospect_choices import (
    category_columns,
    label_attributes,
    label_layers,
    label_values,
    near,
    shape_choices,
)
from core.analysis.prospect_choices import shape_layers as shapes_of
from core.analysis.prospect_estimate import Estimate, estimate, square_metres
from core.analysis.prospect_names import shape_label
from core.analysis.prospect_request import (
    PUBLISHED_BLOCKS,
    CategoryFeature,
    LabelRule,
    ProspectRequest,
    RasterFeature,
    SampleFeature,
    ShapeFeature,
)
from core.prospectivity.balance import Method as Balance
from core.prospectivity.interpolate import Method
from core.prospectivity.models import KINDS, ModelSpec, published
from core.prospectivity.placebo import SETS, Pattern
from core.session import StateManager
from core.vocabulary.card import Layer, SchemaCard
from pages.components.choosing import one, several, whole
from pages.components.product import product
from pages.components.prospect_home import prospecting
from pages.components.texts import t

ALL = ""
METHODS: tuple[Method, ...] = get_args(Method)
BALANCES: tuple[Balance, ...] = get_args(Balance)
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


@dataclass(frozen=True)
class _Start:
    request: ProspectRequest
    key: str
    """Widgets of another area or layer are other widgets."""
    box: tuple[float, float, float, float]
    size: float
    """Square metres of the study area."""


def choose() -> tuple[ProspectRequest, Estimate]:
    """Draw the choices; the request they make, and what it amounts to.

    Raises:
        AnalysisError: nothing in the area could give labels.
    """
    start = _start()
    labels = _labels(start)
    shapes, categories, samples, rasters = _evidence(start, labels.table)
    request = replace(
        start.request, labels=labels, shapes=shapes, categories=categories, samples=samples, rasters=rasters
    )
    request = _method(request, start.key)
    return request, estimate(request, start.size)


def _start() -> _Start:
    """Defaults for the area of the sidebar; computed once for each area and state of the data."""
    state, card = StateManager(), product().card
    area = state.area.geometry if state.area is not None else None
    key = f"{card.version}|{state.region}|{area.wkt[:200] if area is not None else ''}"
    kept = state.prospect_start
    if kept is None or kept[0] != key:
        work = prospecting()
        request = work.start(card, state.region, area)
        shape = work.area(card, state.region, area)
        w, s, e, n = shape.bounds
        kept = (key, request, (w, s, e, n), square_metres(shape))
        state.prospect_start = kept
    number = abs(hash(kept[0])) % 10**8
    return _Start(kept[1], f"mpm_{number}", kept[2], kept[3])


def _title(layer: Layer) -> str:
    return layer.title.in_(StateManager().language)


def _labels(start: _Start) -> LabelRule:
    card, roles, language = product().card, prospecting().roles(), StateManager().language
    st.html(f'<h4 class="os-sub">{t("mpm_what")} <small>{t("mpm_what_hint")}</small></h4>')
    layers = {x.table: x for x in near(label_layers(card, roles), start.box)}
    table = one(
        t("mpm_labels"), list(layers), format_func=lambda x: _title(layers[x]), key=f"{start.key}_labels",
        index=list(layers).index(start.request.labels.table),
    )  # fmt: skip
    own = start.request.labels if start.request.labels.table == table else LabelRule(table)
    names = [ALL, *label_attributes(card, layers[table], roles)]
    attribute = one(
        t("mpm_by"), names, index=names.index(own.attribute or ALL), key=f"{start.key}_{table}_by",
        format_func=lambda x: t("mpm_all") if x == ALL else card.attributes[x].labels.in_(language),
    )  # fmt: skip
    if attribute == ALL:
        return LabelRule(table)
    values = {v.id: v for v in label_values(card, layers[table], attribute)}
    usual = [v for v in own.values if own.attribute == attribute and v in values]
    chosen = several(
        t("mpm_values"), list(values), default=usual,
        format_func=lambda x: values[x].labels.in_(language), key=f"{start.key}_{table}_{attribute}_values",
        placeholder=t("mpm_choose"),
    )  # fmt: skip
    if len(chosen) > 1:
        st.caption(t("mpm_mixed"))
    return LabelRule(table, attribute, tuple(chosen)) if chosen else LabelRule(table)


def _evidence(start: _Start, labels: str) -> tuple[Any, ...]:
    st.html(f'<h4 class="os-sub">{t("mpm_evidence")} <small>{t("mpm_evidence_hint")}</small></h4>')
    card, key = product().card, start.key
    shapes = _shapes(start, card, labels)
    columns = {(c.table, c.attribute): c for c in category_columns(card, prospecting().roles())}
    inside = {x.table for x in near(card.layers, start.box)}
    pairs = [k for k in columns if k[0] in inside and k[0] != labels]
    chosen = several(
        t("mpm_geology"), pairs, key=f"{key}_geology", placeholder=t("mpm_none"), format_func=_column_name,
        default=[(c.table, c.attribute) for c in start.request.categories if (c.table, c.attribute) in pairs],
    )  # fmt: skip
    return shapes, tuple(CategoryFeature(*x) for x in chosen), _samples(start, card), _rasters(start)


def _column_name(pair: tuple[str, str]) -> str:
    card = product().card
    return f"{card.attributes[pair[1]].labels.in_(StateManager().language)} · {_title(card.layer(pair[0]))}"


def _shapes(start: _Start, card: SchemaCard, labels: str) -> tuple[ShapeFeature, ...]:
    language, roles = StateManager().language, prospecting().roles()
    options = [x for layer in near(shapes_of(card, labels), start.box) for x in shape_choices(card, layer, roles)]
    chosen = several(
        t("mpm_shapes"), options, key=f"{start.key}_shapes", placeholder=t("mpm_none"),
        default=[x for x in start.request.shapes if x in options],
        format_func=lambda x: shape_label(card, x, by_title=True).in_(language),
    )  # fmt: skip
    return tuple(chosen)


def _samples(start: _Start, card: SchemaCard) -> SampleFeature | None:
    layers = {x.table: x for x in near(sample_layers(card), start.box)}
    if not layers:
        return None
    own = start.request.samples
    names = [ALL, *layers]
    table = one(
        t("mpm_samples"), names, index=names.index(own.table) if own and own.table in layers else 0,
        format_func=lambda x: t("mpm_no_samples") if x == ALL else _title(layers[x]), key=f"{start.key}_samples",
    )  # fmt: skip
    if table == ALL:
        return None
    every = list(content_columns(card, layers[table]))
    with st.expander(t("mpm_elements")):
        elements = several(
            t("mpm_elements"), every, default=list(usual_elements(card, layers[table])),
            label_visibility="collapsed", key=f"{start.key}_{table}_elements", placeholder=t("mpm_none"),
        )  # fmt: skip
        method = one(
            t("mpm_interpolation"), METHODS, format_func=lambda x: t(f"mpm_method_{x}"), key=f"{start.key}_method"
        )
        reach = whole(t("mpm_reach"), 100, 100_000, 3_000, 500, key=f"{start.key}_reach")
        count = whole(t("mpm_components"), 0, 10, 0, 1, key=f"{start.key}_components")
    if not elements:
        return None
    return SampleFeature(table, tuple(elements), method, reach=float(reach), components=int(count))


def _rasters(start: _Start) -> tuple[RasterFeature, ...]:
    known = {x.name: x for x in prospecting().raster_choices()}
    if not known:
        return ()
    chosen = several(
        t("mpm_rasters"), list(known), default=[x.name for x in start.request.rasters if x.name in known],
        format_func=lambda x: known[x].title, key=f"{start.key}_rasters", placeholder=t("mpm_none"),
    )  # fmt: skip
    return tuple(known[x] for x in chosen)


def _method(request: ProspectRequest, key: str) -> ProspectRequest:
    st.html(f'<h4 class="os-sub">{t("mpm_method")}</h4>')
    kind = one(t("mpm_model"), KINDS, format_func=lambda x: t(f"mpm_model_{x}"), key=f"{key}_model")
    with st.expander(t("mpm_more")):
        cell = whole(t("mpm_cell"), 10, 5_000, 200, 50, key=f"{key}_cell")
        radius = whole(t("mpm_radius"), 50, 10_000, 1_000, 100, key=f"{key}_radius")
        balance = one(
            t("mpm_balance"), BALANCES, format_func=lambda x: t(f"mpm_balance_{x}"), key=f"{key}_balance"
        )
        draws = whole(t("mpm_draws"), 1, 20, 5, 1, key=f"{key}_draws")
        sets = whole(t("mpm_placebos"), 0, 200, SETS, 10, key=f"{key}_placebos", help=t("mpm_placebos_help"))
        pattern = one(
            t("mpm_pattern"),
            PATTERNS,
            format_func=lambda x: t(f"mpm_pattern_{x}"),
            key=f"{key}_pattern",
        )
        sizes = several(
            t("mpm_blocks"), list(PUBLISHED_BLOCKS), default=[0.05], format_func=lambda x: f"{x:g}°",
            key=f"{key}_blocks", placeholder=t("mpm_none"),
        )  # fmt: skip
        repeats = whole(t("mpm_repeats"), 1, 10, 3, 1, key=f"{key}_repeats")
        seed = whole(t("mpm_seed"), 0, 10_000, 0, 1, key=f"{key}_seed")
    if kind == "published":
        st.caption(t("mpm_published_hint"))
        model = published()
    else:
        model = ModelSpec(kind, draws=int(draws), balance=balance)
    return replace(
        request, model=model, cell=float(cell), radius=float(radius), placebos=int(sets), pattern=pattern,
        block_sizes=tuple(sizes), block_repeats=int(repeats), repeats=int(repeats), seed=int(seed),
    )  # fmt: skip
