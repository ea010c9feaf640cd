"""The figures of an analysis of element association: correlation, components, classes and groups."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.cluster.hierarchy import dendrogram

from core.analysis.association_tables import FILE, LOADING, component_names, unit_factors
from core.analysis.plotting import COLOURS, GREY, INK, RED, Drawing
from core.analysis.wording import Words
from core.errors import Language
from core.geochem.associate import Association

Plot = tuple[tuple[float, float], Drawing]
"""Size in inches and what draws it."""
WORDLESS = ("correlation", "loadings")
"""Figures of symbols and numbers only, the same in every language."""
MANY = 3_000
"""Of more samples a scatter shows so many, drawn evenly; the smallest classes are always whole."""


def multivariate_plots(found: Association) -> dict[str, Plot]:
    """Name → figure."""
    p = len(found.names)
    side = min(3.2 + 0.3 * p, 12.0)
    plots: dict[str, Plot] = {
        "correlation": ((side + 0.9, side), lambda f, _: _correlation(f, found)),
        "scree": ((6.2, 3.6), lambda f, x: _scree(f, found, Words(FILE, x))),
        "loadings": ((7.6, min(1.6 + 0.24 * p, 14.0)), lambda f, _: _loadings(f, found)),
        "biplot": ((7.0, 6.0), lambda f, x: _biplot(f, found, Words(FILE, x))),
        "classes": ((max(5.5, 0.42 * p + 2.2), 3.8), lambda f, x: _classes(f, found, Words(FILE, x))),
        "class_choice": ((7.2, 2.7), lambda f, x: _choice(f, found, Words(FILE, x))),
        "dendrogram": ((max(5.0, 0.38 * p + 1.5), 3.8), lambda f, x: _dendrogram(f, found, Words(FILE, x))),
    }
    return plots


def _correlation(figure: Any, found: Association) -> None:
    axes = figure.add_subplot()
    order = list(found.groups.order)
    r = found.pearson[np.ix_(order, order)]
    names = [found.names[i] for i in order]
    image = axes.imshow(r, cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=90 if len(names) > 16 else 0)
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    if len(names) <= 24:
        for i in range(len(names)):
            for j in range(i):
                colour = "white" if abs(r[i, j]) > 0.65 else INK
                axes.text(
                    j, i, f"{r[i, j]:.2f}".replace("0.", "."), ha="center", va="center", fontsize=6.5, color=colour
                )
    figure.colorbar(image, ax=axes, shrink=0.75, pad=0.02, label="r")


def _scree(figure: Any, found: Association, words: Words) -> None:
    axes = figure.add_subplot()
    parts = found.components
    count = min(len(parts.eigenvalues), 15)
    places = np.arange(1, count + 1)
    axes.bar(places, parts.eigenvalues[:count], color=COLOURS[0], width=0.65, zorder=2)
    if len(parts.random):
        axes.plot(places, parts.random[:count], color=RED, marker="o", ms=3.5, lw=1.2, label=words("random_level"))
        axes.legend()
    ticks = [f"PC{i}\n{100 * share:.1f}" for i, share in zip(places, parts.share, strict=False)]
    axes.set_xticks(places, ticks, fontsize=7.5)
    axes.set_ylabel(words("eigenvalue"))
    axes.set_xlabel(words("scree_title"), fontsize=8.5)
    axes.grid(axis="y", color="#e4e8eb", zorder=0)


def _loadings(figure: Any, found: Association) -> None:
    names = component_names(found)[:6]
    columns = figure.subplots(1, len(names), sharey=True, squeeze=False)[0]
    rows = np.arange(len(found.names))
    for axes, name, values, share in zip(
        columns, names, found.components.loadings.T, found.components.share, strict=False
    ):
        colours = [COLOURS[0] if v > LOADING else COLOURS[1] if v < -LOADING else "#c9d1d8" for v in values]
        axes.barh(rows, values, color=colours, height=0.72)
        axes.axvline(0, color=INK, lw=0.8)
        for x in (-LOADING, LOADING):
            axes.axvline(x, color=GREY, lw=0.6, ls=":")
        axes.set_xlim(-1, 1)
        axes.set_title(f"{name}  {100 * share:.2f} %", fontsize=8.5)
        axes.tick_params(labelsize=7.5)
    columns[0].set_yticks(rows, found.names)
    columns[0].invert_yaxis()


def _biplot(figure: Any, found: Association, words: Words) -> None:
    axes = figure.add_subplot()
    parts, labels = found.components, found.classes.labels
    scores = parts.standard_scores[:, :2]
    if scores.shape[1] < 2:
        scores = np.column_stack([scores[:, 0], np.zeros(len(scores))])
    for k, size in enumerate(found.classes.sizes):
        rows = np.flatnonzero(labels == k)
        rows = rows[:: max(1, len(rows) // (MANY // max(2, len(found.classes.sizes))))]
        axes.scatter(
            *scores[rows].T, s=7, color=COLOURS[k % len(COLOURS)], alpha=0.45, lw=0, rasterized=True,
            label=words("class_n", number=k + 1, n=f"{size:,}"),
        )  # fmt: skip
    plain = parts.loadings[:, :2] * np.sqrt(parts.eigenvalues[:2])
    reach = np.percentile(np.abs(scores), 99.5) / max(float(np.abs(plain).max()), 1e-9)
    _arrows(axes, found.names, plain * reach)
    for axis, i in ((axes.xaxis, 0), (axes.yaxis, 1)):
        share = f"{100 * parts.share[i]:.2f}" if i < len(parts.share) else "0"
        axis.set_label_text(words("score_axis", name=f"PC{i + 1}", share=share))
    axes.axhline(0, color=GREY, lw=0.6)
    axes.axvline(0, color=GREY, lw=0.6)
    axes.legend(loc="best", markerscale=2.5, fontsize=8, frameon=True, framealpha=0.85, edgecolor="none")


def _arrows(axes: Any, names: tuple[str, ...], tips: np.ndarray) -> None:
    """Arrows of the elements; names that would lie on each other are moved apart along the rim."""
    tall = float(np.ptp(tips[:, 1])) or 1.0
    taken: list[tuple[float, float]] = []
    for name, (x, y) in sorted(zip(names, tips, strict=True), key=lambda item: -item[1][1]):
        axes.annotate("", (x, y), (0, 0), arrowprops={"arrowstyle": "-|>", "color": INK, "lw": 0.9})
        tx, ty = x * 1.07, y * 1.07
        while any(abs(tx - a) < 0.09 * tall and abs(ty - b) < 0.052 * tall for a, b in taken):
            ty -= 0.02 * tall
        taken.append((tx, ty))
        axes.text(tx, ty, name, fontsize=8.5, weight="bold", ha="left" if x >= 0 else "right", va="center")


def _classes(figure: Any, found: Association, words: Words) -> None:
    axes = figure.add_subplot()
    centres = found.classes.centres if found.prepared.basis is None else found.classes.transformed
    places = np.arange(len(found.names))
    for k, (size, row) in enumerate(zip(found.classes.sizes, centres, strict=True)):
        label = words("class_n", number=k + 1, n=f"{size:,}")
        axes.plot(places, row, color=COLOURS[k % len(COLOURS)], marker="o", ms=4, lw=1.4, label=label)
    axes.axhline(0, color=GREY, lw=0.7)
    axes.set_xticks(places, found.names)
    axes.set_ylabel(words("standardised"))
    axes.legend(fontsize=8, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    axes.grid(axis="y", color="#eef1f3")


def _choice(figure: Any, found: Association, words: Words) -> None:
    trials = found.classes.trials
    ks = [x.k for x in trials]
    shown = (
        (words("silhouette"), [x.silhouette for x in trials], True),
        ("Calinski–Harabasz", [x.calinski_harabasz for x in trials], True),
        ("Davies–Bouldin", [x.davies_bouldin for x in trials], False),
    )
    for axes, (title, values, more) in zip(figure.subplots(1, 3), shown, strict=True):
        axes.plot(ks, values, color=COLOURS[0], marker="o", ms=4)
        best = int(np.argmax(values) if more else np.argmin(values))
        axes.plot(ks[best], values[best], "o", ms=9, mfc="none", mec=RED, mew=1.5)
        axes.set_title(title)
        axes.set_xticks(ks)
        axes.set_xlabel(words("classes_axis"))


def _dendrogram(figure: Any, found: Association, words: Words) -> None:
    axes = figure.add_subplot()
    tree = found.groups
    colours: dict[int, str] = {}
    member = {name: i for i, group in enumerate(tree.groups) for name in group}
    under: list[set[int]] = [{member[name]} for name in found.names]
    for i, (left, right, *_) in enumerate(tree.linkage):
        groups = under[int(left)] | under[int(right)]
        under.append(groups)
        colours[len(found.names) + i] = COLOURS[min(groups) % len(COLOURS)] if len(groups) == 1 else GREY
    dendrogram(tree.linkage, labels=list(found.names), ax=axes, link_color_func=lambda k: colours[k])
    axes.tick_params(axis="x", labelsize=8.5, rotation=0 if len(found.names) <= 20 else 90)
    for label in axes.get_xticklabels():
        label.set_color(COLOURS[member[label.get_text()] % len(COLOURS)])
        label.set_weight("bold")
    axes.axhline(tree.cut, color=RED, lw=1, ls="--", label=words("cut"))
    axes.set_ylabel(words("distance_axis"))
    axes.legend(loc="upper right")


def in_units(found: Association, name: str) -> tuple[np.ndarray, str]:
    """Contents of an element in its own unit, and the unit."""
    j = found.names.index(name)
    return found.values[:, j] / unit_factors(found)[j], found.cleaned.samples.elements[j].unit


def words_of(language: Language) -> Words:
    """The words of the figures."""
    return Words(FILE, language)
