"""New styles from the data: one symbol, a class a value, classes of numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from core.mapping.style_look import colored
from core.mapping.style_model import LabelPart, LabelStyle, Renderer, StyleClass, StyleLayer
from core.mapping.style_names import canon
from core.mapping.style_symbols import Fill, StyleSymbol

Method = Literal["quantile", "equal", "natural", "log"]
METHODS: tuple[Method, ...] = ("quantile", "equal", "natural", "log")
MAX_CLASSES = 60
"""Classes by value; what occurs less often is drawn like everything else."""
REST = StyleClass(key="other", label="other", label_zh="其他", symbol=StyleSymbol())
NATURAL_SAMPLE = 2_000
"""Natural breaks are sought among so many numbers, evenly taken from all in their order."""

# Colours that tell kinds apart: those of Paul Tol's "muted" and "bright" schemes, which readers with any kind of
# colour vision can part (https://personal.sron.nl/~pault/).
KINDS = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#cc6677", "#332288", "#ddcc77", "#117733",
    "#88ccee", "#882255", "#44aa99", "#999933", "#aa4499", "#bbbbbb",
)  # fmt: skip
# Runs of colours: viridis (CC0, matplotlib), and those of ColorBrewer (Apache 2.0, Cynthia Brewer).
RAMPS: dict[str, tuple[str, ...]] = {
    "viridis": ("#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"),
    "yellow_red": ("#ffffb2", "#fecc5c", "#fd8d3c", "#f03b20", "#bd0026"),
    "blues": ("#eff3ff", "#bdd7e7", "#6baed6", "#3182bd", "#08519c"),
    "greens": ("#edf8e9", "#bae4b3", "#74c476", "#31a354", "#006d2c"),
    "purples": ("#f2f0f7", "#cbc9e2", "#9e9ac8", "#756bb1", "#54278f"),
    "greys": ("#f7f7f7", "#cccccc", "#969696", "#636363", "#252525"),
    "blue_red": ("#2c7bb6", "#abd9e9", "#ffffbf", "#fdae61", "#d7191c"),
}


def single(layer: StyleLayer, symbol: StyleSymbol, title: str) -> StyleLayer:
    """One symbol for every feature."""
    entry = StyleClass(key="c0", label=title, symbol=symbol)
    return _with(layer, Renderer(kind="simple", classes=(entry,)))


def by_value(
    layer: StyleLayer, column: str, values: Sequence[object], symbol: StyleSymbol, colors: Sequence[str] = KINDS
) -> StyleLayer:
    """A class for each of the first `values`, which come most frequent first; the rest is grey."""
    known: dict[str, str] = {}
    for value in values:
        text = canon(value)
        if text is not None and text != "" and text not in known and len(known) < MAX_CLASSES:
            known[text] = colors[len(known) % len(colors)]
    classes = tuple(
        StyleClass(key=f"c{i}", label=text, symbol=colored(symbol, color), values=((text,),))
        for i, (text, color) in enumerate(known.items())
    )
    rest = REST.model_copy(update={"symbol": colored(symbol, "#c8c8c8")})
    return _with(layer, Renderer(kind="unique", fields=(column,), classes=classes, default=rest))


def by_number(
    layer: StyleLayer, column: str, breaks: Sequence[float], symbol: StyleSymbol, ramp: Sequence[str]
) -> StyleLayer:
    """Classes between `breaks`: the lowest bound, then the upper bound of each; no number is the rest."""
    colors = spread(ramp, len(breaks) - 1)
    classes = tuple(
        StyleClass(
            key=f"c{i}", label=f"{show(low)} – {show(high)}", symbol=colored(symbol, color),
            lower=low if i == 0 else None, upper=high,
        )
        for i, (low, high, color) in enumerate(zip(breaks[:-1], breaks[1:], colors, strict=True))
    )  # fmt: skip
    rest = REST.model_copy(
        update={"symbol": colored(symbol, "#d8d8d8"), "label": "no value", "label_zh": "无数值"}
    )
    return _with(layer, Renderer(kind="breaks", fields=(column,), classes=classes, default=rest))


def labelled(layer: StyleLayer, column: str | None, size: float = 12.0) -> StyleLayer:
    """`layer` with the values of `column` written at its features; None writes nothing."""
    if column is None:
        return layer.model_copy(update={"labels_on": False})
    halo = Fill(color="#ffffff", opacity=0.9)
    made = LabelStyle(parts=(LabelPart(field=column),), size=size, color="#22282d", halo=halo, halo_width=1.5)
    return layer.model_copy(update={"labels": (made,), "labels_on": True})


def breaks_of(numbers: Sequence[float], method: Method, count: int) -> tuple[float, ...]:
    """Bounds of up to `count` classes of ascending `numbers`, the smallest first; fewer where values repeat.

    ``natural`` is Fisher's exact optimum (Fisher 1958): classes with the least sum of squared deviations.
    ``log`` makes steps of equal ratio from the smallest number above zero; what is below joins the lowest.
    """
    values = np.asarray(numbers, dtype=float)
    if not len(values):
        return ()
    low, high = float(values[0]), float(values[-1])
    if low == high:
        return (low, high)
    if method == "quantile":
        inner = np.quantile(values, np.linspace(0, 1, count + 1)[1:-1], method="inverted_cdf")
    elif method == "natural":
        inner = _natural(values, count)
    elif method == "log" and high > 0:
        least = float(values[values > 0][0])
        inner = np.geomspace(least, high, count + 1)[1:-1] if least < high else np.array([])
    else:
        inner = np.linspace(low, high, count + 1)[1:-1]
    bounds = [low]
    short = [float(f"{v:.3g}") for v in inner] if method == "equal" else _short(inner, values)
    for value in short:
        if bounds[-1] < value < high:
            bounds.append(value)
    return (*bounds, high)


def _short(inner: np.ndarray, values: np.ndarray) -> list[float]:
    """Bounds with as few digits as move no number into another class for the inner ones, up to three per cent."""
    found = []
    for value in inner.tolist():
        short = value
        for digits in (1, 2, 3, 4, 6):
            short = float(f"{value:.{digits}g}")
            moved = abs(
                int(np.searchsorted(values, short, "right")) - int(np.searchsorted(values, value, "right"))
            )
            if moved <= 0.03 * len(values) / max(len(inner), 1):
                break
        found.append(short)
    return found


def _natural(values: np.ndarray, count: int) -> np.ndarray:
    """Upper bounds of the classes but the last, by dynamic programming over sorted numbers."""
    if len(values) > NATURAL_SAMPLE:
        values = values[np.linspace(0, len(values) - 1, NATURAL_SAMPLE).astype(int)]
    x = np.unique(values)
    weight = np.diff(np.append(np.searchsorted(values, x), len(values))).astype(float)
    n, k = len(x), min(count, len(x))
    ones, sums, squares = (np.concatenate([[0.0], np.cumsum(weight * x**p)]) for p in (0, 1, 2))

    def cost(first: np.ndarray, last: int) -> np.ndarray:
        w, s, q = ones[last + 1] - ones[first], sums[last + 1] - sums[first], squares[last + 1] - squares[first]
        return q - s * s / w

    best = np.array([cost(np.array([0]), j)[0] for j in range(n)])
    starts = np.zeros((k, n), dtype=int)
    for level in range(1, k):
        now = np.full(n, math.inf)
        for j in range(level, n):
            first = np.arange(level, j + 1)
            total = best[first - 1] + cost(first, j)
            at = int(np.argmin(total))
            now[j], starts[level, j] = total[at], first[at]
        best = now
    bounds, j = [], n - 1
    for level in range(k - 1, 0, -1):
        j = int(starts[level, j]) - 1
        bounds.append(float(x[j]))
    return np.array(bounds[::-1])


def spread(ramp: Sequence[str], count: int) -> tuple[str, ...]:
    """`count` colours evenly along a run of colours."""
    if count <= 0:
        return ()
    stops = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in ramp], dtype=float)
    at = np.linspace(0, len(ramp) - 1, count) if count > 1 else np.array([(len(ramp) - 1) / 2])
    mixed = np.stack([np.interp(at, np.arange(len(ramp)), stops[:, i]) for i in range(3)], axis=1)
    return tuple("#" + "".join(f"{round(v):02x}" for v in row) for row in mixed)


def show(value: float) -> str:
    """A bound as the legend writes it."""
    return f"{value:,.6g}" if abs(value) < 1e9 else f"{value:.4g}"


def _with(layer: StyleLayer, renderer: Renderer) -> StyleLayer:
    """`layer` with another renderer; what only its old file knew is gone."""
    return layer.model_copy(
        update={
            "renderer": renderer,
            "raster": None,
            "rotation": None,
            "query": None,
            "query_text": "",
            "notes": (),
        }
    )
