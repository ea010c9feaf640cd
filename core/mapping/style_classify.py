"""Which class of a style each feature belongs to, for whole columns at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.mapping.style_model import Renderer, StyleClass
from core.mapping.style_names import canon, spellings

NONE = -1
"""No class, and no default: the feature is not drawn."""
Key = tuple[str | None, ...]


class StyleClassifier:
    """Finds classes by number: i is the i-th class of the renderer, the number after the last one its default."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.default = NONE if renderer.default is None else len(renderer.classes)
        self._lookup = Lookup(renderer.classes) if renderer.kind == "unique" else None

    @property
    def keys(self) -> tuple[str, ...]:
        """Key of each class number."""
        last = (self.renderer.default.key,) if self.renderer.default else ()
        return (*(c.key for c in self.renderer.classes), *last)

    @property
    def needs(self) -> tuple[str, ...]:
        """Fields of the style whose values decide."""
        more = (self.renderer.normalise_field,) if self.renderer.normalise_field else ()
        return (*self.renderer.fields, *more) if self.renderer.kind in {"unique", "breaks", "proportional"} else ()

    def classify(self, columns: Mapping[str, Sequence[Any]], length: int) -> np.ndarray:
        """The class number of each of `length` features as int32; hidden classes keep their number.

        Args:
            columns: field of the style → one value a feature; a missing field counts as NULL everywhere.
        """
        kind = self.renderer.kind
        if kind == "simple":
            return np.zeros(length, dtype=np.int32)
        if kind in {"unsupported", "keyed"}:
            return np.full(length, self.default, dtype=np.int32)
        if kind == "unique":
            return self._unique(columns, length)
        values = _floats(columns.get(self.renderer.fields[0]), length)
        if kind == "proportional":
            return np.where(np.isnan(values), self.default, 0).astype(np.int32)
        return self._breaks(self._normalised(values, columns, length))

    def _unique(self, columns: Mapping[str, Sequence[Any]], length: int) -> np.ndarray:
        """Each field is reduced to numbers of its distinct values; only distinct combinations are looked up."""
        combined = np.zeros(length, dtype=np.int64)
        texts: list[list[str | None]] = []
        for field in self.renderer.fields:
            codes, known = _codes(columns.get(field), length)
            texts.append(known)
            combined = combined * len(known) + codes
            distinct, combined = np.unique(combined, return_inverse=True)
            texts = _paired(texts, distinct)
        assert self._lookup is not None  # noqa: S101 - made for this kind
        rows: list[Key] = list(zip(*texts, strict=True)) if texts else []
        found = np.array([self._lookup.find(row) for row in rows], dtype=np.int32)
        numbers = found[combined] if len(found) else np.full(length, NONE, dtype=np.int32)
        return np.where(numbers == NONE, self.default, numbers).astype(np.int32)

    def _normalised(self, values: np.ndarray, columns: Mapping[str, Sequence[Any]], length: int) -> np.ndarray:
        how = self.renderer.normalise
        with np.errstate(divide="ignore", invalid="ignore"):
            if how == "field":
                return values / _floats(columns.get(self.renderer.normalise_field), length)
            if how == "percent":
                total = self.renderer.normalise_total or float(np.nansum(values))
                return 100 * values / total
        return values

    def _breaks(self, values: np.ndarray) -> np.ndarray:
        classes = self.renderer.classes
        if not classes:
            return np.full(len(values), self.default, dtype=np.int32)
        order = sorted(range(len(classes)), key=lambda i: _upper(classes[i]))
        uppers = np.array([_upper(classes[i]) for i in order])
        lowest = classes[order[0]].lower
        place = np.searchsorted(uppers, values, side="left")
        outside = np.isnan(values) | (place >= len(uppers))
        if lowest is not None:
            outside |= values < lowest
        numbers = np.array(order, dtype=np.int32)[np.minimum(place, len(uppers) - 1)]
        return np.where(outside, self.default, numbers).astype(np.int32)


class Lookup:
    """Finds the class of a combination of values; exact spelling first, then numbers and dates, then case."""

    def __init__(self, classes: Sequence[StyleClass]) -> None:
        self._exact: dict[Key, int] = {}
        self._other: dict[Key, int] = {}
        folded: dict[Key, set[int]] = {}
        for number, entry in enumerate(classes):
            for raw in entry.values:
                key = tuple(canon(x) for x in raw)
                self._exact.setdefault(key, number)
                self._other.setdefault(_respelt(key), number)
                folded.setdefault(_folded(key), set()).add(number)
        self._folded = {key: next(iter(found)) for key, found in folded.items() if len(found) == 1}

    def find(self, key: Key) -> int:
        """The number of the class, :data:`NONE` without one; an empty text counts as NULL, and the reverse."""
        for table, spelt in ((self._exact, key), (self._other, _respelt(key)), (self._folded, _folded(key))):
            if spelt in table:
                return table[spelt]
        swapped = tuple(None if x == "" else "" if x is None else x for x in key)
        return NONE if swapped == key else self._exact.get(swapped, NONE)


def _respelt(key: Key) -> Key:
    return tuple(x if x is None else (spellings(x) or (x,))[0] for x in key)


def _folded(key: Key) -> Key:
    return tuple(x if x is None else x.casefold() for x in _respelt(key))


def _codes(values: Sequence[Any] | None, length: int) -> tuple[np.ndarray, list[str | None]]:
    """The canonical text of each value as a number, and the texts."""
    if values is None:
        return np.zeros(length, dtype=np.int64), [None]
    codes, distinct = pd.factorize(pd.Series(list(values), dtype=object), use_na_sentinel=True)
    known: list[str | None] = [*(canon(x) for x in distinct), None]
    numbers: dict[str | None, int] = {}
    lookup = np.array([numbers.setdefault(text, len(numbers)) for text in known], dtype=np.int64)
    return lookup[np.where(codes < 0, len(known) - 1, codes)], list(numbers)


def _paired(texts: list[list[str | None]], distinct: np.ndarray) -> list[list[str | None]]:
    """The texts of each field for the distinct combinations that occur."""
    last = texts[-1]
    before, after = np.divmod(distinct, len(last))
    return [*([t[i] for i in before] for t in texts[:-1]), [last[i] for i in after]]


def _floats(values: Sequence[Any] | None, length: int) -> np.ndarray:
    if values is None:
        return np.full(length, np.nan)
    series = pd.Series(list(values), dtype=object)
    numbers = pd.to_numeric(series, errors="coerce").to_numpy(dtype=float)
    return np.where(np.isinf(numbers), np.nan, numbers)


def _upper(entry: StyleClass) -> float:
    return 0.0 if entry.upper is None else entry.upper
