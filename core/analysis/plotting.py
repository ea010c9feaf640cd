"""Figures of analyses: drawn without a screen, as PNG and SVG, with Chinese where a font for it is found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from core.analysis.draft import Draft
from core.errors import Language
from core.i18n import LANGUAGES
from core.vocabulary.card import Labels

CHINESE = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Noto Sans CJK JP", "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei", "Microsoft YaHei", "PingFang SC", "SimHei", "Arial Unicode MS",
)  # fmt: skip
DPI = 130
SHORT_AXIS = 60.0
COLOURS = ("#3b6fa5", "#d9822b", "#5a9e4b", "#b3409a", "#8c6bb1", "#a6761d", "#17989c", "#c23b4b")
GREY, INK, RED = "#9aa4ad", "#26323d", "#c23b22"

_alone = threading.Lock()
"""The settings of matplotlib belong to the process, and jobs run in threads."""

Drawing = Callable[[Any, Language], None]
"""Draws on an empty :class:`matplotlib.figure.Figure` with the words of a language."""


@cache
def chinese_font() -> str | None:
    """Name of a font with Chinese characters on this machine, None without one."""
    from matplotlib import font_manager  # noqa: PLC0415 - heavy

    known = {x.name for x in font_manager.fontManager.ttflist}
    return next((x for x in CHINESE if x in known), None)


@contextmanager
def style() -> Iterator[None]:
    """The look of all figures."""
    from matplotlib import rc_context  # noqa: PLC0415

    fonts = [x for x in ("DejaVu Sans", chinese_font()) if x]
    look: dict[Any, Any] = {
        "font.family": fonts, "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
        "axes.edgecolor": "#5f6b76", "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
        "text.color": INK, "axes.unicode_minus": True, "svg.fonttype": "path", "svg.hashsalt": "oresight",
        "text.parse_math": False, "axes.titlesize": 10, "axes.titleweight": "bold", "legend.frameon": False,
        "axes.titley": 1.0,  # given, it need not be looked for among the ticks at every drawing
    }  # fmt: skip
    with rc_context(look):
        yield


def log_ticks(axis: Any) -> None:
    """Ticks of a logarithmic axis as plain numbers, at 1, 2 and 5 where the axis is short."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator  # noqa: PLC0415

    low, high = axis.get_view_interval()
    short = high / max(low, 1e-300) < SHORT_AXIS
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if short else (1.0,), numticks=6))
    axis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}" if 1e-4 <= v < 1e6 else f"{v:.0e}"))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())


def write_plot(
    draft: Draft, name: str, label: Labels, size: tuple[float, float], drawing: Drawing, *, wordless: bool = False
) -> None:  # fmt: skip
    """Draw a figure of `size` inches and keep it as PNG and SVG in each language.

    Without a Chinese font the Chinese figure has English words.

    Args:
        wordless: the figure holds symbols and numbers only; one serves all languages.
    """
    for language in ("",) if wordless else LANGUAGES:
        png = draft.add_file(name, ".png", "plot", label, language=language)
        svg = draft.add_file(f"{name}_vector", ".svg", "plot", label, language=language)
        _draw(png, svg, size, drawing, "zh" if language == "zh" and chinese_font() else "en")


def _draw(png: Path, svg: Path, size: tuple[float, float], drawing: Drawing, language: Language) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with _alone, style():
        figure = Figure(figsize=size, dpi=DPI, layout="constrained")
        FigureCanvasAgg(figure)
        drawing(figure, language)
        engine = figure.get_layout_engine()
        if engine is not None:
            # Laid out once for both files; with an engine still set, every file would be drawn twice.
            engine.execute(figure)
            figure.set_layout_engine(None)
        figure.savefig(png)
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
