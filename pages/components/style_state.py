"""Styles of layers as the pages see them: the present one, the one being made, and what each does to the layer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from core.mapping.style_columns import Groups, columns_of, groups_of, numbers_of
from core.mapping.style_feed import StyleFeed
from core.mapping.style_model import StyleLayer
from core.mapping.style_store import Applied, Origin, apply_style, style_history, undo_style
from core.mapping.style_trial import StyleDraft, Trial, settled, trial
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components.product import feeds, product


def applied(table: str) -> Applied | None:
    """What the layer was given last, None while it always had the default style."""
    return feeds().store.current(table)


def origin_of(table: str) -> tuple[Origin, str]:
    """Where the present style comes from, and the name of its file."""
    now = applied(table)
    return ("default", "") if now is None or now.style is None else (now.origin, now.source)


def draft_of(layer: Layer) -> StyleDraft | None:
    """What is being made for the layer; a draft begun from another style than the present one is dropped."""
    found = StateManager().style_drafts.get(layer.table)
    now = applied(layer.table)
    if found is not None and found.base != (now.number if now else 0):
        discard(layer)
        return None
    return found


def discard(layer: Layer) -> None:
    """Forget what is being made."""
    state = StateManager()
    state.style_drafts = {k: v for k, v in state.style_drafts.items() if k != layer.table}


def edit(
    layer: Layer,
    style: StyleLayer,
    *,
    columns: Mapping[str, str] | None = None,
    origin: Origin | None = None,
    source: str = "",
) -> None:
    """Put `style` in the place of what is being made; without `columns` and `origin` those of before hold."""
    state, now = StateManager(), applied(layer.table)
    before = draft_of(layer)
    if columns is None:
        columns = before.columns if before else now.columns if now and now.style else {}
    if origin is None:
        origin, source = "editor", before.source if before else now.source if now and now.style else ""
    made = StyleDraft(style, columns, origin, source, now.number if now else 0)
    state.style_drafts = {**state.style_drafts, layer.table: made}


def current(layer: Layer) -> tuple[StyleLayer, StyleFeed]:
    """The style that is shown: what is being made, else the present one."""
    draft = draft_of(layer)
    if draft is None:
        feed = feeds().get(product().card, layer)
        return feed.style, feed
    feed = feeds().of(product().card, layer, draft.style, draft.columns)
    return draft.style, feed


def tried(layer: Layer, feed: StyleFeed) -> Trial:
    """What a style does to the features of the layer."""
    return trial(feed, groups(layer, feed.columns))


def groups(layer: Layer, columns: tuple[str, ...]) -> Groups:
    """The combinations of values of some columns, kept while the data stay the same."""
    return _groups(layer.table, product().card.version, columns)


@lru_cache(maxsize=8)
def _groups(table: str, _version: str, columns: tuple[str, ...]) -> Groups:
    return groups_of(product().database, product().card.layer(table), columns)


@lru_cache(maxsize=64)
def _columns(table: str, _version: str) -> Mapping[str, str]:
    return columns_of(product().database, product().card.layer(table))


def columns(layer: Layer) -> Mapping[str, str]:
    """Column → type, without those that only say how a measured value is limited."""
    found = _columns(layer.table, product().card.version)
    return {c: x for c, x in found.items() if not c.endswith(("__qualifier", "__limit"))}


@lru_cache(maxsize=8)
def _numbers(table: str, _version: str, column: str) -> tuple[float, ...]:
    return tuple(numbers_of(product().database, product().card.layer(table), column))


def numbers(layer: Layer, column: str) -> tuple[float, ...]:
    """The numbers of a column in ascending order."""
    return _numbers(layer.table, product().card.version, column)


def keep(layer: Layer) -> None:
    """Apply what is being made."""
    draft = draft_of(layer)
    if draft is None:
        return
    feed = feeds().of(product().card, layer, draft.style, draft.columns)
    style = settled(feed, groups(layer, feed.columns)).model_copy(update={"own": True})
    origin: Origin = "file" if draft.origin == "file" else "editor"
    apply_style(product().database, layer.table, style, draft.columns, origin=origin, source=draft.source)
    _changed(layer)


def to_default(layer: Layer) -> None:
    """Draw the layer in its default style again; an undo brings the present one back."""
    apply_style(product().database, layer.table, None, {}, origin="default")
    _changed(layer)


def undo(layer: Layer, number: int) -> None:
    """Take the style `number` back, when it is still the present one."""
    undo_style(product().database, layer.table, number)
    _changed(layer)


def history(layer: Layer) -> tuple[Applied, ...]:
    """Styles of the layer, the present one first."""
    return style_history(product().database, layer.table)


def _changed(layer: Layer) -> None:
    feeds().store.forget()
    discard(layer)
