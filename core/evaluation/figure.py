"""The figure of the report: what each configuration reaches, beside the published values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.evaluation.configurations import CONFIGURATIONS
from core.evaluation.metrics import Estimate
from core.evaluation.published import TABLE_3

MEASURES = ("P@5", "NDCG@5", "spatial citation rate")
PUBLISHED = {"P@5": "p5", "NDCG@5": "ndcg", "spatial citation rate": "citation"}


def draw(found: Mapping[str, Mapping[str, Estimate]], path: Path) -> None:
    """Bars with intervals for each configuration; short lines mark the published values.

    Raises:
        OSError: the file cannot be written.
    """
    import matplotlib as mpl  # noqa: PLC0415 - heavy, and needed for this one picture

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - as above

    names = list(found)
    figure, axes = plt.subplots(1, len(MEASURES), figsize=(11, 0.42 * len(names) + 1.4), sharey=True)
    for axis, measure in zip(axes, MEASURES, strict=True):
        for place, name in enumerate(reversed(names)):
            one = found[name][measure]
            if one.n:
                error = [[one.mean - one.low], [one.high - one.mean]]
                axis.barh(place, one.mean, xerr=error, height=0.6, color="#2f6f8f", ecolor="#555555", capsize=2)
            published = _published(CONFIGURATIONS[name].title, measure)
            if published is not None:
                axis.plot([published] * 2, [place - 0.4, place + 0.4], color="#d1495b", linewidth=2)
        axis.set_title(measure, fontsize=10)
        axis.set_xlim(0, 1.05)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_yticks(range(len(names)), [CONFIGURATIONS[n].title for n in reversed(names)], fontsize=9)
    figure.suptitle("35 questions: bars are measured here, red marks are published (on other data)", fontsize=10)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def _published(title: str, measure: str) -> float | None:
    row = next((r for r in TABLE_3 if r.name == title), None)
    return None if row is None else float(getattr(row, PUBLISHED[measure]))
