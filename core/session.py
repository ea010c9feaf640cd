"""Typed session state.

:class:`StateManager` is the only way the pages reach ``st.session_state``: each field has a type, a default and
a prefixed key of its own, so widget keys and state cannot collide and a misspelt field is an error.  This is the
only module outside ``pages/`` that imports streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast, overload

import streamlit as st

from core.analysis.prospect_request import ProspectRequest
from core.answer.model import Answer
from core.errors import Language
from core.mapping.state import Look
from core.mapping.style_trial import StyleDraft
from core.query.layers import Box
from core.query.result import FeatureRef
from core.query.selection import Selection
from core.question.reading import Intent

T = TypeVar("T")

PREFIX = "oresight."
HISTORY = 10
"""Answers kept per session."""


@dataclass(frozen=True)
class Picked:
    """A click on the map: where, and the feature that was hit, if any."""

    lon: float
    lat: float
    feature: FeatureRef | None = None
    chosen: tuple[FeatureRef, ...] = ()
    """All features that are chosen on the map after the click."""
    number: int = 0
    """Tells a second click at the same place from the first."""


class Field(Generic[T]):
    """One typed value of the session; reads give the default until something was stored."""

    def __init__(self, default: Callable[[], T]) -> None:
        self._default = default
        self._key = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._key = PREFIX + name

    @overload
    def __get__(self, instance: None, owner: type) -> Field[T]: ...
    @overload
    def __get__(self, instance: StateManager, owner: type) -> T: ...
    def __get__(self, instance: StateManager | None, owner: type) -> Field[T] | T:
        if instance is None:
            return self
        try:
            return cast(T, instance.store[self._key])
        except KeyError:
            instance.store[self._key] = value = self._default()
            return value

    def __set__(self, instance: StateManager, value: T) -> None:
        instance.store[self._key] = value


class StateManager:
    """The state of one browser session, over ``st.session_state`` or, in tests, any mapping."""

    language: Field[Language] = Field(lambda: "en")
    region: Field[str | None] = Field(lambda: None)
    """Canonical name of the chosen study area; None is everything loaded."""
    area: Field[Selection | None] = Field(lambda: None)
    """A study area without a name: a polygon; `region` is None then."""
    region_moves: Field[int] = Field(int)
    """How often the study area was chosen for the user: at the start, and by an answer that lies elsewhere."""
    intent: Field[Intent | None] = Field(lambda: None)
    """The branch the user forces for the next question."""
    hidden_layers: Field[frozenset[str]] = Field(frozenset)
    """Tables that are switched off on the map; layers loaded later are visible by default."""
    shown_rasters: Field[frozenset[str]] = Field(frozenset)
    """Rasters that are switched on; all are off at first."""
    raster_opacity: Field[Mapping[str, float]] = Field(dict)
    """Raster → opacity from 0 to 1, where the user chose one."""
    looks: Field[Mapping[str, Look]] = Field(dict)
    """Table → how the user wants its layer to be shown, where it differs from the usual."""
    layer_order: Field[tuple[str, ...]] = Field(tuple)
    """Tables from the topmost to the lowest, as the user put them; others stand where their kind belongs."""
    tuning: Field[str | None] = Field(lambda: None)
    """Table of the layer whose settings are open in the sidebar."""
    question: Field[str] = Field(str)
    """The question that runs or was run last."""
    answer: Field[Answer | None] = Field(lambda: None)
    previous: Field[Answer | None] = Field(lambda: None)
    """The answer the next question may lean on: the last one that was given."""
    selection: Field[Selection | None] = Field(lambda: None)
    """What the user drew on the map."""
    bounds: Field[tuple[float, float, float, float] | None] = Field(lambda: None)
    """West, south, east, north of the map as it is shown, degrees."""
    history: Field[tuple[Answer, ...]] = Field(tuple)
    """Earlier answers of the session, newest first."""
    selected: Field[FeatureRef | None] = Field(lambda: None)
    """The feature the map zooms to and the table marks."""
    job: Field[str | None] = Field(lambda: None)
    """Id of the running job, if any."""
    known_layers: Field[frozenset[str]] = Field(frozenset)
    """Tables whose default visibility was applied; a table that is new to the session is not among them."""
    view: Field[tuple[int, tuple[float, float, float, float]] | None] = Field(lambda: None)
    """Where the map was last told to look: a running number and west, south, east, north in degrees."""
    picked: Field[Picked | None] = Field(lambda: None)
    """What the user clicked on the map."""
    chosen: Field[tuple[FeatureRef, ...]] = Field(tuple)
    """The features that are chosen on the map, in the order of the clicks."""
    drop: Field[str] = Field(str)
    """Token of the drop that files may be sent to now."""
    imports: Field[tuple[str, ...]] = Field(tuple)
    """Ids of the imports of this session, the oldest first."""
    importing: Field[str | None] = Field(lambda: None)
    """Id of the import that is shown."""

    prospect_job: Field[str | None] = Field(lambda: None)
    """Id of the prospectivity run that was started and not looked at yet."""
    prospect_shown: Field[str | None] = Field(lambda: None)
    """Id of the kept prospectivity result that is shown."""
    prospect_target: Field[int | None] = Field(lambda: None)
    """Number of the target that is set off."""
    prospect_preview: Field[bool] = Field(bool)
    """Whether the evidence is looked at."""
    prospect_undo: Field[bool] = Field(lambda: False)
    """Whether a result was just deleted, so that the way to bring it back stays in sight."""
    prospect_start: Field[tuple[str, ProspectRequest, Box, float] | None] = Field(lambda: None)
    """Area and state of the data, the request to start from there, box (degrees) and size (m²) of the area."""

    style_drafts: Field[Mapping[str, StyleDraft]] = Field(dict)
    """Table → the style being made for it, not applied yet."""

    def __init__(self, store: MutableMapping[str, Any] | None = None) -> None:
        self.store: MutableMapping[str, Any] = (
            store if store is not None else cast(MutableMapping[str, Any], st.session_state)
        )

    def move_to(self, region: str | None) -> None:
        """Choose a study area for the user."""
        self.region = region
        self.region_moves += 1

    def look(self, bounds: tuple[float, float, float, float]) -> None:
        """Tell the map to show `bounds`; the same bounds again count as a new order."""
        self.view = ((self.view[0] if self.view else 0) + 1, bounds)

    def show(self, answer: Answer) -> None:
        """Make `answer` the current one, put it on top of the history, and drop the old selection."""
        self.answer = answer
        self.question = answer.question
        self.selected = None
        if leads_on(answer):
            self.previous = answer
        others = tuple(x for x in self.history if x.id != answer.id)
        self.history = (answer, *others)[:HISTORY]

    def reopen(self, answer_id: str) -> bool:
        """Show an answer of the history again; False when it is no longer kept."""
        for answer in self.history:
            if answer.id == answer_id:
                self.answer = answer
                self.question = answer.question
                self.selected = None
                if leads_on(answer):
                    self.previous = answer
                return True
        return False

    def clear(self) -> None:
        """Back to the first sight; language and region stay."""
        self.answer = None
        self.previous = None
        self.question = ""
        self.selected = None
        self.intent = None


def leads_on(answer: Answer) -> bool:
    """True for an answer from the layers: the next question may lean on it."""
    return answer.status == "answered" and answer.reading is not None and answer.reading.ir.query is not None
