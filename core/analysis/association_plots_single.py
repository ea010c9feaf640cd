"""The figures of an analysis of element association that look at one element or place at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.analysis.association_names import RockNames
from core.analysis.association_plots import Plot, in_units, words_of
from core.analysis.plotting import COLOURS, GREY, INK, RED, log_ticks
from core.analysis.wording import Words, number
from core.geochem.associate import Association
from core.geochem.fractal import concentration_area
from core.geochem.rare_earths import CHONDRITE
from core.geochem.summary import normal_scores
from core.geochem.thresholds import LEAST_IN_GROUP

PANELS = 40
"""Elements shown in a figure of many small panels; of more it says so."""
ROCKS = 10
SERIES = (*list(CHONDRITE)[:4], "Pm", *list(CHONDRITE)[4:])
"""Places of the rare earths on the axis: those that were not analysed leave a gap, as does promethium."""
QUANTILES = 400


def single_plots(found: Association, called: RockNames) -> dict[str, Plot]:
    """Name → figure; those that the data do not allow are missing.  `called` names the rocks."""
    rows = -(-min(len(found.names), PANELS) // 5)
    panels = (9.4, 0.5 + 1.75 * rows)
    plots: dict[str, Plot] = {
        "histograms": (panels, lambda f, x: _histograms(f, found, words_of(x))),
        "quantiles": (panels, lambda f, x: _quantiles(f, found, words_of(x))),
        "anomalies": ((7.2, 5.6), lambda f, x: _anomalies(f, found, words_of(x))),
    }
    if _rocks_of(found):
        plots["rocks"] = (
            (9.4, 3.0 * -(-min(len(found.names), 4) // 2)),
            lambda f, x: _rocks(f, found, words_of(x), called),
        )
    if any(_curve(found, x) for x in _fractal_names(found)):
        plots["fractal"] = ((9.4, 2.9), lambda f, x: _fractal(f, found, words_of(x)))
    if found.rare_earths is not None:
        plots["spider"] = ((6.8, 4.2), lambda f, x: _spider(f, found, words_of(x)))
    return plots


def _panels(figure: Any, found: Association) -> list[tuple[Any, str]]:
    names = found.names[:PANELS]
    rows = -(-len(names) // 5)
    figure.set_layout_engine(None)  # so many panels are laid out faster by hand
    height = float(figure.get_figheight())
    figure.subplots_adjust(
        left=0.075, right=0.99, top=1 - 0.3 / height, bottom=0.55 / height, wspace=0.36, hspace=0.5
    )  # fmt: skip
    axes = figure.subplots(rows, 5, squeeze=False).ravel()
    for one in axes[len(names) :]:
        one.set_visible(False)
    return list(zip(axes, names, strict=False))


def _left_out(found: Association, words: Words) -> str:
    """That a figure of panels does not hold every element, "" when it does."""
    if len(found.names) <= PANELS:
        return ""
    return "  |  " + words("panels_left", shown=PANELS, total=len(found.names))


def _threshold(found: Association, name: str) -> float | None:
    """The chosen threshold of an element in ppm."""
    chosen = (x for x in found.thresholds if x.subject == name and x.method == found.plan.threshold)
    return next((x.value for x in chosen), None)


def _histograms(figure: Any, found: Association, words: Words) -> None:
    for axes, name in _panels(figure, found):
        values, unit = in_units(found, name)
        scale = found.cleaned.samples.elements[found.names.index(name)].ppm
        axes.stairs(
            *np.histogram(values, np.geomspace(values.min(), values.max(), 32)), fill=True, color=COLOURS[0]
        )
        axes.set_xscale("log")
        limit = _threshold(found, name)
        if limit is not None:
            axes.axvline(limit / scale, color=RED, lw=1)
        axes.set_title(f"{name} ({unit})", fontsize=8.5)
        axes.tick_params(labelsize=6.5)
        log_ticks(axes.xaxis)
    figure.supylabel(words("samples"), fontsize=8.5)
    told = f"{words('content')}  |  {words('threshold')}: {words('method_' + found.plan.threshold)}"
    figure.supxlabel(told + _left_out(found, words), fontsize=8.5)


def _quantiles(figure: Any, found: Association, words: Words) -> None:
    n = len(found.values)
    places = np.unique(np.linspace(0, n - 1, min(n, QUANTILES)).astype(int))
    scores = normal_scores(n)[places]
    for axes, name in _panels(figure, found):
        values, unit = in_units(found, name)
        axes.plot(scores, np.sort(values)[places], ".", ms=2.5, color=COLOURS[0])
        axes.set_yscale("log")
        axes.set_title(f"{name} ({unit})", fontsize=8.5)
        axes.tick_params(labelsize=6.5)
        log_ticks(axes.yaxis)
    figure.supxlabel(words("normal_score") + _left_out(found, words), fontsize=8.5)
    figure.supylabel(words("content"), fontsize=8.5)


def _rocks_of(found: Association) -> list[str]:
    groups = np.array(found.cleaned.samples.groups, dtype=object)
    counts = [(x, int((groups == x).sum())) for x in sorted(set(found.cleaned.samples.groups)) if x]
    large = [x for x in counts if x[1] >= LEAST_IN_GROUP]
    return [name for name, _ in sorted(large, key=lambda x: -x[1])[:ROCKS]]


def _leading(found: Association, count: int) -> list[str]:
    """Elements that differ most from class to class."""
    spread = np.ptp(found.classes.transformed / found.prepared.transformed.std(axis=0), axis=0)
    return [found.names[i] for i in np.argsort(-spread, kind="stable")[:count]]


def _rocks(figure: Any, found: Association, words: Words, called: RockNames) -> None:
    rocks = _rocks_of(found)
    groups = np.array(found.cleaned.samples.groups, dtype=object)
    names = _leading(found, 4)
    grid = figure.subplots(-(-len(names) // 2), min(2, len(names)), sharey=True, squeeze=False)
    for axes, name in zip(grid.ravel(), names, strict=False):
        values, unit = in_units(found, name)
        boxes = axes.boxplot(
            [values[groups == x] for x in rocks], orientation="horizontal", whis=(5, 95), showfliers=False,
            patch_artist=True, widths=0.62, medianprops={"color": RED},
        )  # fmt: skip
        for box in boxes["boxes"]:
            box.set(facecolor="#cfdcea", edgecolor=COLOURS[0])
        axes.set_xscale("log")
        axes.set_title(f"{name} ({unit})", fontsize=9)
        labels = [f"{called(x, words.language)[:34]} ({int((groups == x).sum()):,})" for x in rocks]
        axes.set_yticks(range(1, len(rocks) + 1), labels, fontsize=7)
        axes.set_ylim(len(rocks) + 0.6, 0.4)
        axes.tick_params(axis="x", labelsize=7)
        log_ticks(axes.xaxis)
    for axes in grid.ravel()[len(names) :]:
        axes.set_visible(False)
    figure.supxlabel(words("content"), fontsize=8.5)


def _fractal_names(found: Association) -> list[str]:
    return _leading(found, 3)


def _curve(found: Association, name: str) -> Any:
    return concentration_area(found.values[:, found.names.index(name)], found.areas)


def _fractal(figure: Any, found: Association, words: Words) -> None:
    names = [x for x in _fractal_names(found) if _curve(found, x) is not None]
    for axes, name in zip(figure.subplots(1, len(names), squeeze=False)[0], names, strict=True):
        curve = _curve(found, name)
        element = found.cleaned.samples.elements[found.names.index(name)]
        scale = 1e-6 if found.areas is not None else 1.0
        axes.loglog(curve.concentration / element.ppm, curve.area * scale, ".", ms=3.5, color=COLOURS[0])
        for x in curve.breaks:
            axes.axvline(x / element.ppm, color=RED, lw=1, ls="--")
            axes.text(
                x / element.ppm,
                axes.get_ylim()[1],
                f" {number(x / element.ppm)}",
                fontsize=7.5,
                color=RED,
                va="top",
            )
        axes.set_title(name)
        axes.set_xlabel(f"{words('content')} ({element.unit})")
        log_ticks(axes.xaxis)
        log_ticks(axes.yaxis)
    figure.supylabel(words("area_axis" if found.areas is not None else "samples"), fontsize=9)


def _spider(figure: Any, found: Association, words: Words) -> None:
    earths = found.rare_earths
    if earths is None:
        return
    axes = figure.add_subplot()
    places = np.array([SERIES.index(x) for x in earths.elements])
    axes.fill_between(places, *earths.quartiles, color="#dde3e8", label=words("middle_half"), lw=0)
    axes.plot(places, earths.patterns[0][1], color=INK, lw=1.6, ls="--", label=words("all_samples"))
    for k, (_, row) in enumerate(earths.patterns[1:]):
        label = words("class_n", number=k + 1, n=f"{found.classes.sizes[k]:,}")
        axes.plot(places, row, color=COLOURS[k % len(COLOURS)], marker="o", ms=4.5, lw=1.4, label=label)
    axes.set_yscale("log")
    axes.set_xticks(range(len(SERIES)), [x if x in earths.elements else "" for x in SERIES])
    axes.tick_params(axis="x", length=0)
    log_ticks(axes.yaxis)
    axes.set_ylabel(words("over_chondrite"))
    axes.grid(axis="y", which="both", color="#eef1f3")
    axes.legend(fontsize=8)


def _anomalies(figure: Any, found: Association, words: Words) -> None:
    axes = figure.add_subplot()
    samples, anomalies = found.cleaned.samples, found.anomalies
    flagged = anomalies.flags >= anomalies.together
    for rows, colour, size, label in (
        (~flagged, "#cfd6dc", 2.0, "other_samples"),
        (flagged & (anomalies.labels == 0), COLOURS[1], 6.0, "anomalous"),
        (flagged & (anomalies.labels > 0), RED, 6.0, "in_cluster"),
    ):
        text = f"{words(label)} ({int(rows.sum()):,})"
        axes.scatter(samples.lon[rows], samples.lat[rows], s=size, color=colour, lw=0, rasterized=True, label=text)
    for x in anomalies.clusters[:12]:
        place = (float(samples.lon[x.rows].mean()), float(samples.lat[x.rows].mean()))
        axes.annotate(
            str(x.number), place, (6, 6), textcoords="offset points", fontsize=8, weight="bold", color=INK
        )
    axes.set_aspect(1 / np.cos(np.radians(float(np.mean(samples.lat)))))
    axes.set_xlabel(words("longitude"))
    axes.set_ylabel(words("latitude"))
    axes.ticklabel_format(useOffset=False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize=8, markerscale=2.5)
    axes.grid(color=GREY, alpha=0.2)
