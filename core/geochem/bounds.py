"""How far every numeric setting of the analysis may go; forms, commands and kept settings are held to the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import AnalysisError


@dataclass(frozen=True)
class Bound:
    """The range of one setting, ends included."""

    least: float
    most: float
    en: str
    """What it is called, with its unit."""
    zh: str
    besides: tuple[float, ...] = ()
    """Single values outside the range that mean something of their own."""

    def holds(self, value: float) -> bool:
        """Whether `value` is allowed; what is no number is not."""
        return self.least <= value <= self.most or value in self.besides

    def held(self, value: float) -> float:
        """`value`, or the end of the range that it went beyond."""
        return value if self.holds(value) else min(max(value, self.least), self.most)


BOUNDS: Mapping[str, Bound] = {
    "max_censored": Bound(0, 0.95, "the share below the limit that is allowed", "允许的低于检出限比例"),
    "max_missing": Bound(0, 0.95, "the share of missing values that is allowed", "允许的缺失比例"),
    "factors": Bound(2, 20, "the number of factors (−1: as many as stand out, 0: none)",
                     "因子数（−1：由平行分析确定，0：不旋转）", (-1, 0)),
    "score_limit": Bound(0.5, 10, "the score limit in standard deviations", "得分界限（标准差倍数）"),
    "classes": Bound(2, 20, "the number of classes", "分类数"),
    "groups": Bound(2, 20, "the number of groups of elements", "元素分组数"),
    "together": Bound(1, 200, "how much a sample must exceed together", "样品须同时超过的项数"),
    "eps_m": Bound(1, 1_000_000, "the search distance in metres", "搜索距离（米）"),
    "least": Bound(2, 1_000, "the samples in the core of a cluster", "异常区核心样品数"),
    "seed": Bound(0, 2**31 - 1, "the random seed", "随机种子"),
}  # fmt: skip
"""Setting → its range.  A setting that is not given (None) is left to the data."""


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuse the first of `settings` that is out of its range; those without a range are not looked at.

    Raises:
        AnalysisError: the sentence names setting, value and range.
    """
    for name, value in settings.items():
        bound = BOUNDS.get(name)
        if bound is not None and value is not None and not bound.holds(value):
            least, most = f"{bound.least:,.10g}", f"{bound.most:,.10g}"
            called = bound.en[0].upper() + bound.en[1:]
            raise AnalysisError(
                f"{called} must lie between {least} and {most}; {value:,.10g} is given.",
                sentence_zh=f"{bound.zh}须在 {least} 与 {most} 之间，现为 {value:,.10g}。",
            )
