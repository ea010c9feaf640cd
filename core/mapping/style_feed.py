"""Class numbers, sizes and turns of the features of one layer: what its style makes of the values in its columns.

The same object serves the file of a layer, its tiles and its legend: :attr:`StyleFeed.columns` are read,
:meth:`StyleFeed.given` says how each feature is drawn, and ``static/map/oresight-style.js`` draws it by number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from core.mapping.style_classify import NONE
from core.mapping.style_defaults import default_layer
from core.mapping.style_match import StyleBinding
from core.mapping.style_model import StyleLayer
from core.mapping.style_payload import payload_tag, payload_text
from core.mapping.style_scale import factors, turns
from core.mapping.styles import Classifier, Styles
from core.vocabulary.card import Layer, SchemaCard

NO_LABELS = '{"styles":[],"items":[],"total":0}'


@dataclass(frozen=True)
class Given:
    """How the features of a layer are drawn, one entry a feature."""

    numbers: np.ndarray
    """Class number as int32, -1 for features that are not drawn at all."""
    factors: np.ndarray | None = None
    """How many times as large as its class; None where all are 1."""
    turns: np.ndarray | None = None
    """By how many degrees, counter-clockwise; None where none is turned."""

    def properties(self, i: int) -> dict[str, Any]:
        """What the browser is told of feature `i`: ``k``, and ``g`` and ``t`` where they say something."""
        found: dict[str, Any] = {"k": int(self.numbers[i])}
        if self.factors is not None and self.factors[i] != 1:
            found["g"] = round(float(self.factors[i]), 3)
        if self.turns is not None and self.turns[i]:
            found["t"] = round(float(self.turns[i]), 1)
        return found


class StyleFeed:
    """The style of one layer and what it needs of the rows."""

    def __init__(self, style: StyleLayer, columns: tuple[str, ...]) -> None:
        self.style = style
        self.columns = columns
        """Columns of the table whose values :meth:`given` wants."""
        self.read_labels: Callable[[], str] = lambda: NO_LABELS
        """Reads the labels from the database, see :mod:`core.mapping.style_texts`."""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Class key of each class number."""
        return tuple(c.key for c in self.style.classes)

    @cached_property
    def payload(self) -> str:
        """The style for the browser, JSON."""
        return payload_text(self.style)

    @cached_property
    def labels(self) -> str:
        """What is written at the features, JSON; read when it is first asked for."""
        return self.read_labels()

    @cached_property
    def tag(self) -> str:
        """Changes with anything that is drawn otherwise: part of the addresses of files, tiles and styles."""
        rules = self.style.model_dump_json(include={"renderer", "query", "rotation", "labels", "labels_on"})
        return payload_tag(self.payload + rules + repr(self.columns))

    def given(self, values: Mapping[str, Sequence[Any]], length: int) -> Given:
        """How `length` features are drawn.

        Args:
            values: column → one value a feature, at least those of :attr:`columns`.
        """
        raise NotImplementedError


class DefaultFeed(StyleFeed):
    """The default style, or one made of it (`style`): classes by the concepts of the vocabulary."""

    def __init__(self, styles: Styles, card: SchemaCard, layer: Layer, style: StyleLayer | None = None) -> None:
        self._classifier = Classifier(styles, card, layer)
        self._columns = {a: layer.columns[a].name for a in self._classifier.attributes}
        super().__init__(style or default_layer(styles, card, layer), tuple(dict.fromkeys(self._columns.values())))
        self._number = {key: i for i, key in enumerate(self.keys)}
        self._known: dict[tuple[Any, ...], int] = {}

    def given(self, values: Mapping[str, Sequence[Any]], length: int) -> Given:
        """Class numbers; equal values are looked up once."""
        rest = len(self.keys) - 1
        if not self._columns:
            return Given(np.full(length, rest, dtype=np.int32))
        numbers = np.empty(length, dtype=np.int32)
        for i, row in enumerate(zip(*(values[c] for c in self._columns.values()), strict=True)):
            found = self._known.get(row)
            if found is None:
                key = self._classifier.class_of(dict(zip(self._columns, row, strict=True)))
                found = self._known[row] = self._number.get(key, rest)
            numbers[i] = found
        return Given(numbers)


class AppliedFeed(StyleFeed):
    """A style that was applied to the layer: its own classes on the columns of the table."""

    def __init__(self, style: StyleLayer, columns: Sequence[str], chosen: Mapping[str, str]) -> None:
        self.binding = StyleBinding(style, columns, chosen)
        super().__init__(style, self.binding.needs)

    def given(self, values: Mapping[str, Sequence[Any]], length: int) -> Given:
        """Class numbers without what the definition query leaves out, sizes and turns by value."""
        numbers, kept = self.binding.classify(values, length)
        style, renderer = self.style, self.binding.renderer
        sizes = angles = None
        if renderer.growth is not None and (column := self.binding.column(renderer.growth.field)):
            sizes = factors(renderer.growth, values[column])
        if style.rotation is not None and (column := self.binding.column(style.rotation.field)):
            angles = turns(style.rotation, values[column])
        return Given(np.where(kept, numbers, NONE).astype(np.int32), sizes, angles)
