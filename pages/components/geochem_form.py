"""The form of a new analysis of element association, with sensible first choices from the data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import streamlit as st

from core.analysis.association_request import AssociationRequest, RockColumn
from core.geochem.associate import Plan
from core.geochem.bounds import BOUNDS
from core.geochem.censored import Rule
from core.geochem.cleaning import Choices
from core.geochem.components import ScoreRule
from core.geochem.element_groups import Measure
from core.geochem.rare_earths import CHONDRITE
from core.geochem.thresholds import Method
from core.geochem.transform import Choice, Scaling
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import geochem_state as geochem
from pages.components import values
from pages.components.product import product
from pages.components.sidebar import region_name
from pages.components.texts import plain, t

PRESETS = ("trace", "earths", "all")


def choose() -> AssociationRequest:
    """Draw the form and give the request it describes.

    Raises:
        AnalysisError: no layer of samples is loaded.
    """
    card, state, work = product().card, StateManager(), geochem.work()
    given = geochem.given()
    base = given or work.start(card, region=state.region)
    layers = work.layers(card, state.region)
    titles = {x.table: x.title.in_(state.language) for x in layers}
    tables = [x.table for x in layers]
    table = st.selectbox(
        t("geo_layer"), tables, index=tables.index(base.layer) if base.layer in tables else 0,
        format_func=lambda x: titles[x], key=_key("layer"),
    )  # fmt: skip
    layer = card.layer(table or base.layer)
    start = given if given is not None and given.layer == layer.table else work.start(card, layer.table)
    request = _placed(start, state)
    elements = _elements(layer, start)
    request, choices = _preparation(layer, request, elements)
    plan = _multivariate(replace(request.plan, choices=choices))
    return replace(request, plan=_anomalies(plan, has_rocks=request.rocks is not None))


def _key(name: str) -> str:
    return f"geo_{name}_{geochem.read().form}"


def _placed(start: AssociationRequest, state: StateManager) -> AssociationRequest:
    """The request limited to the place that is chosen."""
    outlines = (x.geometry for x in (state.selection, state.area) if x is not None)
    drawn = next((x for x in outlines if x is not None), None)
    places = ["all"]
    if start.region is not None or start.area is not None:
        places.append("given")
    if state.region and state.region != start.region:
        places.append("region")
    if drawn is not None:
        places.append("drawn")
    region = plain(region_name(state.region)) if state.region else ""
    names = {x: t(f"geo_where_{x}", region=region) for x in places}
    if start.region:
        names["given"] = plain(region_name(start.region))
    where = "all" if len(places) == 1 else st.radio(
        t("geo_where"), places, index=1, format_func=lambda x: names[x], horizontal=True,
        key=f"{_key('where')}_{'-'.join(places)}",
    )  # fmt: skip
    if where == "given":
        return start
    return replace(
        start, region=state.region if where == "region" else None, area=drawn if where == "drawn" else None
    )  # fmt: skip


def _elements(layer: Layer, start: AssociationRequest) -> tuple[str, ...]:
    every = geochem.work().elements(product().card, layer)
    key = f"{_key('elements')}_{layer.table}"
    sets = {
        "trace": start.plan.choices.elements, "earths": tuple(x for x in every if x in CHONDRITE), "all": every,
    }  # fmt: skip
    if key not in st.session_state:
        st.session_state[key] = list(start.plan.choices.elements)

    def preset(name: str) -> None:
        st.session_state[key] = list(sets[name])

    with st.container(horizontal=True, gap="small", key="geo_presets"):
        for name in PRESETS:
            if len(sets[name]) >= 2:
                st.button(
                    t(f"geo_set_{name}"), key=_key(f"set_{name}"), on_click=preset, args=(name,), type="tertiary"
                )
    return tuple(st.multiselect(t("geo_elements"), every, key=key, placeholder=t("geo_elements_none")))


def _pick(name: str, options: tuple[Any, ...], first: Any) -> Any:
    """A choice of one of `options`, each under a name of its own, with what it is about."""
    names = {x: t(f"geo_{name}_{x}") for x in options}
    return st.selectbox(
        t(f"geo_{name}"), options, index=options.index(first), format_func=lambda x: names[x], key=_key(name),
        help=t(f"geo_{name}_help"),
    )  # fmt: skip


def _number(name: str, first: float, step: float = 1) -> float:
    """A number within the bounds of a setting; whole where its step is."""
    bound = BOUNDS[name]
    kind = int if step == 1 else float
    least, most, usual = kind(bound.least), kind(bound.most), kind(bound.held(first))
    return float(st.number_input(t(f"geo_{name}"), least, most, usual, kind(step), key=_key(name)))


def _share(name: str, first: float) -> float:
    """A share within the bounds of a setting, chosen in per cent."""
    bound = BOUNDS[name]
    least, most, usual = (round(100 * x) for x in (bound.least, bound.most, bound.held(first)))
    return st.slider(t(f"geo_{name}"), least, most, usual, 5, "%d%%", key=_key(name)) / 100


def _whole(name: str) -> range:
    """Every whole number within the bounds of a setting."""
    return range(int(BOUNDS[name].least), int(BOUNDS[name].most) + 1)


def _preparation(
    layer: Layer, request: AssociationRequest, elements: tuple[str, ...]
) -> tuple[AssociationRequest, Choices]:
    usual = request.plan.choices
    with st.expander(t("geo_preparation"), icon=":material/tune:"):
        transform = _pick("transform", get_args(Choice), request.plan.transform)
        scaling: Scaling = (
            _pick("scaling", get_args(Scaling), request.plan.scaling) if transform != "ilr" else "none"
        )
        censored = _pick("censored", get_args(Rule), usual.censored)
        below = _share("max_censored", usual.max_censored)
        if censored == "ros":
            st.caption(t("geo_censored_ros_note"))
        forced = st.multiselect(
            t("geo_forced"), elements, [x for x in usual.forced if x in elements], key=_key("forced"),
            placeholder=t("geo_forced_none"), help=t("geo_forced_help"),
        )  # fmt: skip
        missing = _share("max_missing", usual.max_missing)
        merge = st.checkbox(t("geo_merge"), value=usual.merge, key=_key("merge"), help=t("geo_merge_help"))
        rocks = _rocks(layer, request)
        only = _only(rocks, request)
    choices = replace(
        usual, elements=elements, censored=censored, max_censored=below, max_missing=missing,
        forced=tuple(forced), merge=merge,
    )  # fmt: skip
    plan = replace(request.plan, transform=transform, scaling=scaling)
    return replace(request, rocks=rocks, only_rocks=only, plan=plan), choices


def _rocks(layer: Layer, request: AssociationRequest) -> RockColumn | None:
    card, language = product().card, StateManager().language
    known: list[RockColumn | None] = [*geochem.work().rocks(card, layer), None]

    def said(one: RockColumn | None) -> str:
        if one is None:
            return t("geo_rocks_none")
        title = card.layer(one.table).title.in_(language)
        return f"{card.attributes[one.attribute].labels.in_(language)} – {title}"

    return st.selectbox(
        t("geo_rocks"), known, index=known.index(request.rocks), format_func=said,
        key=f"{_key('rocks')}_{layer.table}",
    )  # fmt: skip


def _only(rocks: RockColumn | None, request: AssociationRequest) -> tuple[str, ...]:
    """The rocks to which the samples are limited; nothing to choose where their names are too many to hold."""
    if rocks is None:
        return ()
    known = geochem.work().rock_names(product().card, rocks)
    if not known:
        st.caption(t("geo_only_rocks_many"))
        return ()
    usual = [x for x in request.only_rocks if x in known] if rocks == request.rocks else []
    layer, language = product().card.layer(rocks.table), StateManager().language
    chosen = st.multiselect(
        t("geo_only_rocks"), known, usual, key=f"{_key('only')}_{rocks.table}_{rocks.attribute}",
        placeholder=t("geo_only_rocks_none"),
        format_func=lambda x: values.say(layer, rocks.attribute, x, language),
    )  # fmt: skip
    return tuple(chosen)


def _multivariate(plan: Plan) -> Plan:
    with st.expander(t("geo_multivariate"), icon=":material/scatter_plot:"):
        robust = st.checkbox(t("geo_robust"), value=plan.robust, key=_key("robust"), help=t("geo_robust_help"))
        counts = (0, -1, *_whole("factors"))
        factors = st.selectbox(
            t("geo_factors"), counts, index=counts.index(int(BOUNDS["factors"].held(plan.factors))),
            key=_key("factors"), help=t("geo_factors_help"),
            format_func=lambda x: str(x) if x > 0 else t("geo_factors_none" if x == 0 else "geo_factors_auto"),
        )  # fmt: skip
        rule = _pick("score_rule", get_args(ScoreRule), plan.score_rule)
        limit = _number("score_limit", plan.score_limit, 0.25)
        numbers = (0, *_whole("classes"))
        usual = int(BOUNDS["classes"].held(plan.classes)) if plan.classes else 0
        classes = st.selectbox(
            t("geo_classes"), numbers, index=numbers.index(usual), key=_key("classes"),
            format_func=lambda x: str(x) if x else t("geo_classes_auto"), help=t("geo_classes_help"),
        )  # fmt: skip
        measure = _pick("measure", get_args(Measure), plan.measure)
        groups, seed = _number("groups", plan.groups), _number("seed", plan.seed)
    return replace(
        plan, robust=robust, factors=int(factors), score_rule=rule, score_limit=float(limit),
        classes=classes or None, measure=measure, groups=int(groups), seed=int(seed),
    )  # fmt: skip


def _anomalies(plan: Plan, *, has_rocks: bool) -> Plan:
    with st.expander(t("geo_anomalies"), icon=":material/crisis_alert:"):
        method = _pick("threshold", get_args(Method), plan.threshold)
        text = st.text_input(
            t("geo_subjects"), ", ".join(plan.subjects), key=_key("subjects"), placeholder=t("geo_subjects_none"),
            help=t("geo_subjects_help"),
        )  # fmt: skip
        subjects = tuple(x.strip() for x in text.replace("，", ",").split(",") if x.strip())
        by_rock = st.checkbox(
            t("geo_by_rock"), value=plan.by_rock and has_rocks, key=_key("by_rock"), disabled=not has_rocks,
            help=t("geo_by_rock_help"),
        )  # fmt: skip
        most = max(1, len(subjects or plan.choices.elements))
        usual = min(plan.together or max(1, round(most / 5)), most)
        together = st.number_input(
            t("geo_together"), 1, most, usual, key=f"{_key('together')}_{most}", help=t("geo_together_help")
        )
        eps = st.number_input(
            t("geo_eps"), round(BOUNDS["eps_m"].least), round(BOUNDS["eps_m"].most),
            None if plan.eps_m is None else round(BOUNDS["eps_m"].held(plan.eps_m)), 100, key=_key("eps"),
            placeholder=t("geo_eps_auto"), help=t("geo_eps_help"),
        )  # fmt: skip
        least = _number("least", plan.least)
    return replace(
        plan, threshold=method, subjects=subjects, by_rock=by_rock and has_rocks, together=int(together),
        eps_m=None if eps is None else float(eps), least=int(least),
    )  # fmt: skip
