"""A kept analysis as evidence: values with an address, cited and found again from the address alone.

An address is ``<analysis id>/<key>`` for the value of a fact, ``…@label`` for its label in a language,
``…@<n>`` for the n-th part of its key, ``…#<product>/<row>/<property>`` for a property of a geometry product, and
``…~name``, ``…~radius``, ``…~count`` and ``…~<row>`` for what lies near a named feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.analysis.record import AnalysisRecord, Fact, LayerUse
from core.answer.check_values import number_agrees
from core.answer.model import Citation
from core.answer.numbers import distance, fixed, integer, quantity, radius
from core.errors import Language
from core.vocabulary.units import Units

Properties = Mapping[str, Any]


@dataclass(frozen=True)
class Near:
    """The features of a geometry product that lie near a named feature."""

    name: str
    """Name of the feature, as the question has it."""
    radius_m: float
    metres: Mapping[int, float]
    """Row of the product → geodesic metres, for those within the radius."""


@dataclass(frozen=True)
class Finding:
    """One kept analysis that an answer rests on."""

    record: AnalysisRecord
    facts: Mapping[str, Fact]
    places: Mapping[str, tuple[Properties, ...]] = field(default_factory=dict)
    """Geometry product → the properties of its features, in order."""
    changed: tuple[LayerUse, ...] = ()
    """Layers that were replaced or removed since it was made."""
    stated_in: Language = "en"
    near: Near | None = None

    def has(self, key: str) -> bool:
        """Whether there is a fact `key` with a value."""
        return key in self.facts and self.facts[key].value is not None

    def value(self, key: str) -> Any:
        """The value of a fact, None where there is none."""
        return self.facts[key].value if key in self.facts else None

    def keys(self, start: str, end: str = "") -> Iterator[str]:
        """Keys of facts with a value that begin with `start` and end with `end`, in order."""
        return (x for x in self.facts if x.startswith(start) and x.endswith(end) and self.has(x))

    # --- citing --------------------------------------------------------------------------------------------

    def number(self, key: str, *, decimals: int | None = None, unit: str = "") -> Citation:
        """The number of a fact, with its unit."""
        fact = self.facts[key]
        unit = unit or fact.unit
        return self._cite(key, _shown(fact.value, decimals, unit, self.stated_in), fact.value, unit)

    def metres(self, key: str) -> Citation:
        """The distance of a fact in metres."""
        value = self.facts[key].value
        return self._cite(key, distance(float(value or 0), self.stated_in), value, "m")

    def words(self, key: str) -> Citation:
        """The words that are the value of a fact."""
        return self._cite(key, str(self.facts[key].value), self.facts[key].value)

    def label(self, key: str) -> Citation:
        """The label of a fact: a sentence or a name."""
        text = self.facts[key].label.in_(self.stated_in)
        return self._cite(f"{key}@label", text, text)

    def part(self, key: str, index: int) -> Citation:
        """A part of the key of a fact that says which one it is: ``3`` of ``class.3.samples``."""
        text = key.split(".")[index]
        return self._cite(f"{key}@{index}", text, text)

    def title(self) -> Citation:
        """What the analysis is called."""
        text = self.record.title.in_(self.stated_in)
        return self._cite("@title", text, text)

    def changed_layers(self) -> Citation:
        """The layers that changed since, by title."""
        text = self._titles(self.changed)
        return self._cite("@changed", text, text)

    def invented_layers(self) -> Citation:
        """The layers of invented data that it used, by title."""
        text = self._titles(self._invented)
        return self._cite("@invented", text, text)

    @property
    def _invented(self) -> tuple[LayerUse, ...]:
        return tuple(x for x in self.record.layers if x.invented)

    def _titles(self, layers: tuple[LayerUse, ...]) -> str:
        titles = dict.fromkeys(x.title.in_(self.stated_in) for x in layers)
        return ("、" if self.stated_in == "zh" else ", ").join(titles)

    def place(self, product: str, row: int, name: str, *, decimals: int | None = None, unit: str = "") -> Citation:
        """A property of the `row`-th feature of a geometry product."""
        value = self.places[product][row][name]
        numeric = isinstance(value, int | float)
        shown = _shown(value, decimals, unit, self.stated_in) if numeric else str(value)
        if unit == "m" and numeric:
            shown = distance(float(value), self.stated_in)
        return self._cite(f"#{product}/{row}/{name}", shown, value, unit)

    def nearby(self, what: str) -> Citation:
        """``name``, ``radius``, ``count`` of what lies near the named feature, or the distance of a row."""
        value = self._nearby(what)
        if isinstance(value, str):
            return self._cite(f"~{what}", value, value)
        if what == "count":
            return self._cite("~count", integer(int(value), self.stated_in), value)
        shown = radius if what == "radius" else distance
        return self._cite(f"~{what}", shown(value, self.stated_in), value, "m")

    def _nearby(self, what: str) -> str | float:
        if self.near is None:
            raise KeyError(what)
        known: dict[str, str | float] = {
            "name": self.near.name,
            "radius": self.near.radius_m,
            "count": float(len(self.near.metres)),
        }
        return known[what] if what in known else self.near.metres[int(what)]

    def _cite(self, address: str, text: str, value: Any, unit: str = "") -> Citation:
        return Citation(
            number=0, kind="finding", text=text, column=f"{self.record.id}/{address}", value=value,
            unit=unit or None, source=self._source(),
        )  # fmt: skip

    def _source(self) -> str:
        title = self.record.title.in_(self.stated_in)
        return f"{title} ({self.record.created:%Y-%m-%d %H:%M} UTC)"

    # --- checking ------------------------------------------------------------------------------------------

    def supports(self, citation: Citation, units: Units) -> bool:
        """Whether the address of `citation` holds what its text states."""
        address = (citation.column or "").partition("/")[2]
        words = {
            "@title": (self.record.title.en, self.record.title.zh),
            "@changed": (self._titles(self.changed),),
            "@invented": (self._titles(self._invented),),
        }
        if address in words:
            return citation.text in words[address]
        key, _, which = address.partition("@")
        if which:
            labels = (self.facts[key].label.en, self.facts[key].label.zh)
            return citation.text in (labels if which == "label" else (key.split(".")[int(which)],))
        value, unit = self._at(address)
        return _agrees(citation, value, unit or citation.unit, units)

    def _at(self, address: str) -> tuple[Any, str]:
        """The value at an address and its unit."""
        if address.startswith("#"):
            product, row, name = address[1:].split("/")
            return self.places[product][int(row)][name], ""
        if address.startswith("~"):
            return self._nearby(address[1:]), ""
        return self.facts[address].value, self.facts[address].unit


def _shown(value: Any, decimals: int | None, unit: str, language: Language) -> str:
    if decimals is not None:
        text = fixed(float(value), decimals)
    else:
        text = integer(value, language) if isinstance(value, int) else quantity(float(value), language)
    text = text.replace("-", "−")
    if not unit:
        return text
    return f"{text}{unit}" if unit == "°" or (unit == "%" and language == "zh") else f"{text} {unit}"


def _agrees(citation: Citation, value: Any, unit: str | None, units: Units) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return citation.text == str(value)
    return number_agrees(citation.text, value, unit, units)
