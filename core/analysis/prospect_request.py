"""What a prospectivity run is asked for, as plain values that are kept with its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from core.errors import AnalysisError
from core.prospectivity.balance import Method as Balance
from core.prospectivity.folds import K
from core.prospectivity.interpolate import POWER, REACH_M
from core.prospectivity.interpolate import Method as Interpolation
from core.prospectivity.labels import RADIUS_M
from core.prospectivity.models import KINDS, ModelSpec, published
from core.prospectivity.placebo import SETS, Pattern

Measure = Literal["distance", "density", "crossings", "contacts"]
Preset = Literal["default", "published"]
PUBLISHED_BLOCKS = (0.02, 0.03, 0.05, 0.07, 0.10)


@dataclass(frozen=True)
class LabelRule:
    """Occurrences that make positive cells."""

    table: str
    attribute: str | None = None
    """Attribute whose values choose them; None takes all rows."""
    values: tuple[str, ...] = ()
    """Concept ids (narrower ones included) or values as the table spells them."""


@dataclass(frozen=True)
class ShapeFeature:
    """A feature from lines, polygons or points."""

    table: str
    measure: Measure = "distance"
    attribute: str | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class CategoryFeature:
    """The value of a polygon attribute at a cell."""

    table: str
    attribute: str


@dataclass(frozen=True)
class SampleFeature:
    """Element grids from samples."""

    table: str
    elements: tuple[str, ...]
    method: Interpolation = "idw"
    power: float = POWER
    reach: float = REACH_M
    components: int = 0
    """Leading principal components of the elements to add."""


@dataclass(frozen=True)
class RasterFeature:
    """A registered raster: its name, the file of its copy, and whether its values are codes."""

    name: str
    title: str
    path: str
    band: int = 1


@dataclass(frozen=True)
class ProspectRequest:
    """One run, as a person or a command asks for it."""

    labels: LabelRule
    region: str | None = None
    area: BaseGeometry | None = None
    """Polygon in degrees EPSG:4326; takes the place of the region."""
    cell: float = 200.0
    epsg: int | None = None
    """Metric system of the cells; None: the UTM zone of the area's middle."""
    radius: float = RADIUS_M
    shapes: tuple[ShapeFeature, ...] = ()
    categories: tuple[CategoryFeature, ...] = ()
    samples: SampleFeature | None = None
    rasters: tuple[RasterFeature, ...] = ()
    model: ModelSpec = field(default_factory=ModelSpec)
    folds: int = K
    repeats: int = 3
    """Repeats of the validation grouped by deposit."""
    block_sizes: tuple[float, ...] = (0.05,)
    block_repeats: int = 3
    placebos: int = SETS
    pattern: Pattern = "random"
    seed: int = 0

    def plain(self) -> dict[str, Any]:
        """The request as JSON values."""
        return asdict(self) | {"area": mapping(self.area) if self.area is not None else None}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ProspectRequest:
        """The request that :meth:`plain` wrote, or part of one: what is missing keeps its default.

        Raises:
            AnalysisError: a key is unknown or a value of the wrong kind.
        """
        try:
            return _request(cls, dict(plain))
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise AnalysisError(
                f"These settings of a prospectivity run cannot be read: {error}.",
                sentence_zh="无法读取这些成矿预测参数。",
            ) from error


def _request(cls: type[ProspectRequest], values: dict[str, Any]) -> ProspectRequest:
    unknown = set(values) - {f.name for f in fields(cls)}
    if unknown:
        raise ValueError(f"unknown {', '.join(sorted(unknown))}")
    values["labels"] = LabelRule(**_tuples(values["labels"]))
    for name, kind in (("shapes", ShapeFeature), ("categories", CategoryFeature), ("rasters", RasterFeature)):
        values[name] = tuple(kind(**_tuples(x)) for x in values.get(name, ()))
    if values.get("samples"):
        values["samples"] = SampleFeature(**_tuples(values["samples"]))
    if values.get("area"):
        values["area"] = shape(values["area"])
    if "model" in values:
        values["model"] = ModelSpec(**values["model"])
    if "block_sizes" in values:
        values["block_sizes"] = tuple(float(x) for x in values["block_sizes"])
    found = cls(**values)
    check(found)
    return found


def _tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}


def check(request: ProspectRequest) -> None:
    """Refuse values that cannot be used.

    Raises:
        AnalysisError: with the name of the value.
    """
    bounds: tuple[tuple[str, float, float, float], ...] = (
        ("cell", request.cell, 1, 100_000), ("radius", request.radius, 1, 100_000),
        ("folds", request.folds, 2, 20), ("repeats", request.repeats, 1, 20),
        ("block_repeats", request.block_repeats, 0, 20), ("placebos", request.placebos, 0, 500),
        ("trees", request.model.trees, 1, 2_000), ("leaf", request.model.leaf, 1, 10_000),
        ("draws", request.model.draws, 1, 100), ("rows", request.model.rows, 0, 1_000_000),
    )  # fmt: skip
    for name, value, low, high in bounds:
        if not low <= value <= high:
            raise AnalysisError(
                f"The value {value:g} of “{name}” is outside {low:g} to {high:g}.",
                sentence_zh=f"参数“{name}”的值 {value:g} 超出 {low:g} 至 {high:g}。",
            )
    if request.model.kind not in KINDS or any(not 0.001 <= x <= 10 for x in request.block_sizes):
        raise AnalysisError(
            "The model or a block size is none that can be used.", sentence_zh="模型或分块边长无效。"
        )
    west, south, east, north = request.area.bounds if request.area is not None else (0.0, 0.0, 1.0, 1.0)
    if not (-180 <= west < east <= 180 and -90 <= south < north <= 90):  # also an empty one: its bounds are NaN
        raise AnalysisError(
            "The study area is no area in degrees.", "Draw it anew.",
            sentence_zh="研究区不是以度为单位的有效区域。", hint_zh="请重新圈定。",
        )  # fmt: skip
    if not (request.shapes or request.categories or request.samples or request.rasters):
        raise AnalysisError(
            "No evidence is chosen.", "Choose lines, samples, polygons or a raster.",
            sentence_zh="没有选择任何证据。", hint_zh="请选择线、样品、面或栅格图层。",
        )  # fmt: skip


def as_published(request: ProspectRequest) -> ProspectRequest:
    """The request at the published protocol: forest of 50 pure trees, blocks of five sizes, ten repeats."""
    values = {f.name: getattr(request, f.name) for f in fields(request)}
    return ProspectRequest(
        **values | {"model": published(), "block_sizes": PUBLISHED_BLOCKS, "block_repeats": 10, "cell": 200.0}
        | {"radius": RADIUS_M}
    )  # fmt: skip


def balance_of(request: ProspectRequest) -> Balance:
    """How classes are balanced inside each fold."""
    return request.model.balance
