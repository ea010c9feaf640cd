"""One style object for web map, legend and print: layers, classes, labels, and what could not be kept.

:meth:`StyleDocument.to_json` writes it for storage; :meth:`StyleDocument.from_json` reads it back, checked anew.
Symbols are in :mod:`core.mapping.style_symbols`; lengths are CSS pixels, angles counter-clockwise.
"""

from __future__ import annotations

from typing import Literal

from pydantic import ValidationError

from core.errors import SettingsError
from core.mapping.predicate import Predicate
from core.mapping.style_symbols import Color, Fill, Geometry, Plain, StyleSymbol


class StyleClass(Plain):
    """One entry of the legend and the features it stands for."""

    key: str
    label: str
    label_zh: str = ""
    symbol: StyleSymbol
    description: str = ""
    heading: str = ""
    visible: bool = True
    values: tuple[tuple[str | None, ...], ...] = ()
    """Unique values: each inner tuple runs parallel to the fields of the renderer; None is NULL."""
    lower: float | None = None
    upper: float | None = None
    """Class breaks: lower < value ≤ upper; the lowest class holds its lower bound too."""

    def say(self, language: str = "en") -> str:
        """The label in `language`."""
        return self.label_zh if language == "zh" and self.label_zh else self.label


class Growth(Plain):
    """Symbols that grow with a value: linear size = `size` × √(value / `at`), kept within `low` … `high`."""

    field: str
    at: float
    size: float
    low: float
    high: float


class Renderer(Plain):
    """Which class a feature belongs to; ``keyed`` leaves that to the caller, who knows the keys."""

    kind: Literal["simple", "unique", "breaks", "proportional", "keyed", "unsupported"] = "simple"
    fields: tuple[str, ...] = ()
    classes: tuple[StyleClass, ...] = ()
    default: StyleClass | None = None
    """Drawn for everything else; None draws nothing for it."""
    normalise: Literal["", "field", "percent"] = ""
    normalise_field: str = ""
    normalise_total: float | None = None
    growth: Growth | None = None
    falling: bool = False
    """Legend from the largest class to the smallest."""


class RasterRenderer(Plain):
    """How the cells of a raster get their colours."""

    kind: Literal["stretch", "classes", "unique", "rgb", "colormap", "unsupported"]
    bands: tuple[int, ...] = (0,)
    """Counted from 0."""
    stops: tuple[tuple[float, Color, float], ...] = ()
    invert: bool = False
    stretch: str = ""
    low: float | None = None
    high: float | None = None
    percent: tuple[float, float] = (0.0, 0.0)
    deviations: float = 0.0
    gamma: float = 1.0
    field: str = ""
    classes: tuple[StyleClass, ...] = ()
    default: StyleClass | None = None
    nodata: Fill | None = None


class LabelPart(Plain):
    """A piece of a label: fixed `text`, or the value of `field` put through `functions`."""

    text: str = ""
    field: str = ""
    functions: tuple[str, ...] = ()
    """Applied from left to right; ``round:2`` carries its number after a colon."""


class LabelStyle(Plain):
    """One label class."""

    name: str = ""
    parts: tuple[LabelPart, ...] = ()
    where: Predicate | None = None
    visible: bool = True
    size: float = 13.0
    font: str = ""
    bold: bool = False
    italic: bool = False
    color: Color = "#000000"
    halo: Fill | None = None
    halo_width: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    case: Literal["", "upper", "lower"] = ""
    angle_field: str = ""
    min_scale: float = 0.0
    max_scale: float = 0.0


class FieldName(Plain):
    """What the style says about one column."""

    name: str
    alias: str = ""
    visible: bool = True


class Rotation(Plain):
    """Symbols turned by a value: ``geographic`` clockwise from north, ``arithmetic`` the other way from east."""

    field: str
    direction: Literal["geographic", "arithmetic"] = "arithmetic"


class Note(Plain):
    """Something of the file that is drawn otherwise or not at all."""

    code: str
    severity: Literal["warning", "info"] = "warning"
    text: str
    text_zh: str = ""
    classes: tuple[str, ...] = ()
    """Labels of the first classes concerned."""
    count: int = 1
    """How many classes are concerned."""

    def say(self, language: str = "en") -> str:
        """The sentence in `language`."""
        return self.text_zh if language == "zh" and self.text_zh else self.text


class Fidelity(Plain):
    """How many symbol layers of the file are drawn as they are, drawn approximately, or left out."""

    faithful: int = 0
    approximate: int = 0
    dropped: int = 0

    @property
    def total(self) -> int:
        """All symbol layers that the file means to be drawn."""
        return self.faithful + self.approximate + self.dropped

    def __add__(self, other: Fidelity) -> Fidelity:
        return Fidelity(
            faithful=self.faithful + other.faithful,
            approximate=self.approximate + other.approximate,
            dropped=self.dropped + other.dropped,
        )


class StyleLayer(Plain):
    """One layer of a style document; what its groups say about visibility, opacity and scales is worked in."""

    id: str
    name: str
    groups: tuple[str, ...] = ()
    """Names of the groups around it, outermost first."""
    geometry: Geometry = "unknown"
    own: bool = True
    """False for the default style of the project as it is."""
    visible: bool = True
    opacity: float = 1.0
    min_scale: float = 0.0
    max_scale: float = 0.0
    """Scale denominators: drawn while max_scale ≤ denominator ≤ min_scale; 0 is no limit."""
    dataset: str = ""
    display_field: str = ""
    fields: tuple[FieldName, ...] = ()
    query: Predicate | None = None
    query_text: str = ""
    """The definition query as the file has it, to be shown; never run."""
    renderer: Renderer | None = None
    raster: RasterRenderer | None = None
    rotation: Rotation | None = None
    labels: tuple[LabelStyle, ...] = ()
    labels_on: bool = False
    notes: tuple[Note, ...] = ()
    fidelity: Fidelity = Fidelity()

    @property
    def classes(self) -> tuple[StyleClass, ...]:
        """The classes of the renderer, the default last."""
        found = self.renderer or self.raster
        if found is None:
            return ()
        return found.classes if found.default is None else (*found.classes, found.default)


class StyleDocument(Plain):
    """The styles one file holds, topmost layer first."""

    version: str = ""
    layers: tuple[StyleLayer, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def fidelity(self) -> Fidelity:
        """The sum over all layers."""
        return sum((x.fidelity for x in self.layers), Fidelity())

    def to_json(self) -> str:
        """Text for storage."""
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> StyleDocument:
        """The document that :meth:`to_json` wrote.

        Raises:
            SettingsError: the text is not a stored style.
        """
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            where = " › ".join(str(x) for x in error.errors()[0]["loc"])
            raise SettingsError(
                f"The stored style cannot be read; it is wrong at {where or 'its beginning'}.",
                "Apply the style file again.",
                sentence_zh=f"保存的样式无法读取，出错位置：{where or '开头'}。",
                hint_zh="请重新应用样式文件。",
            ) from error
