"""Choosing the kind of feature of a layer, with what speaks for it, or defining a kind of its own."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.service import LayerInfo, mapping_draft
from core.service.binding import NewKind, Present
from core.session import StateManager
from core.vocabulary.card import NEAR_M
from core.vocabulary.mappings import EntityTypeEntry
from core.vocabulary.proposals import POSSIBLE, Proposal
from pages.components.product import product
from pages.components.texts import plain, t

NEW, NONE = "__new__", ""
BETWEEN = "; "


@dataclass(frozen=True)
class Chosen:
    """The kind of feature as it is chosen now."""

    entity_type: str
    """"" when nothing is chosen or a new kind is defined."""
    kind: NewKind | None = None


def choose(info: LayerInfo, now: Present, guess: Proposal) -> Chosen:
    """Draw the choice; what is chosen."""
    app, table, language = product(), info.record.table, StateManager().language
    known = mapping_draft.facts(app, info.record)
    kinds = {
        x.id: x
        for x in app.context().mappings.entity_types
        if known.geometry is None or known.geometry in x.geometry
    }
    sure = {x.entity_type: x for x in guess.kinds}
    options = [x.entity_type for x in guess.kinds if x.entity_type in kinds]
    options += [x for x in kinds if x not in options]
    saved = now.state.table.entity_type if now.state.table is not None else None
    first = saved if saved in kinds else guess.entity_type or NONE

    def named(option: str) -> str:
        if option in (NEW, NONE):
            return t("map_ed_kind_new" if option == NEW else "map_ed_kind_none")
        label = kinds[option].labels.zh if language == "zh" else kinds[option].labels.en
        if option == saved or option not in sure or sure[option].confidence < POSSIBLE:
            return label
        return t("map_ed_kind_sure", label=label, percent=round(100 * sure[option].confidence))

    options_ = [*([NONE] if first == NONE else []), *options, NEW]
    left, right = st.columns([1, 2], gap="medium", vertical_alignment="bottom")
    kept = f"map_kind_{table}_{now.mark}"
    before = st.session_state.get(kept, first)
    picked = left.selectbox(
        t("map_ed_kind"), options_, options_.index(before if before in options_ else first), format_func=named,
        key=f"{kept}_{language}",  # the box keeps its texts while its key is the same
    )  # fmt: skip
    st.session_state[kept] = picked
    right.caption(_why(picked, saved, guess, kinds, language))
    if picked == NEW:
        return Chosen("", _define(table, known.geometry, None))
    own = now.state.kind
    if own is not None and picked == own.id:
        return Chosen(picked, _define(table, known.geometry, own))
    return Chosen(picked or "")


def _why(
    picked: str | None, saved: str | None, guess: Proposal, kinds: dict[str, EntityTypeEntry], language: str
) -> str:
    if picked in {saved, NEW}:
        return ""
    found = next((x for x in guess.kinds if x.entity_type == picked), None)
    if found is None or not found.reasons:
        return t("map_ed_kind_unclear") if not picked else ""
    label = kinds[found.entity_type].labels
    return plain(t("map_ed_kind_why", label=label.zh if language == "zh" else label.en, why=found.why(language)))


def _define(table: str, geometry: str | None, own: EntityTypeEntry | None) -> NewKind:
    """The words of a kind that a person defines."""
    st.html(f'<h4 class="os-sub">{t("map_ed_new_title")}</h4>')
    a, b, c, d = st.columns([2, 2, 2, 1], gap="small")
    key = f"map_own_{table}_{own.id if own else ''}"
    en = a.text_input(t("map_ed_label_en"), own.labels.en if own else "", key=f"{key}_en")
    zh = b.text_input(t("map_ed_label_zh"), own.labels.zh if own else "", key=f"{key}_zh")
    plural = c.text_input(t("map_ed_plural"), own.plural.en if own else "", key=f"{key}_plural")
    near = d.number_input(
        t("map_ed_near"), min_value=1.0, value=own.near_m if own else NEAR_M, step=500.0, format="%.0f",
        key=f"{key}_near",
    )  # fmt: skip
    before = BETWEEN.join(x for x in own.synonyms if x not in (own.labels.en, own.labels.zh)) if own else ""
    words = st.text_input(t("map_ed_synonyms"), before, help=t("map_ed_list_help"), key=f"{key}_words")
    kinds = own.geometry if own else ((geometry,) if geometry else ("point", "line", "polygon"))
    return NewKind(en.strip(), zh.strip(), plural.strip(), listed(words), kinds, float(near))  # type: ignore[arg-type]


def listed(text: str) -> tuple[str, ...]:
    """Words that are parted by semicolons."""
    return tuple(x.strip() for x in text.replace("；", ";").split(";") if x.strip())
