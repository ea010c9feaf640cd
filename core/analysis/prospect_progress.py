"""How far a run is, and the way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable

from core.errors import AnalysisCancelledError, QueryCancelledError

STEPS = (
    ("read", 0.02), ("features", 0.12), ("grouped", 0.16), ("block", 0.14), ("random", 0.04), ("placebo", 0.26),
    ("map", 0.12), ("importance", 0.12), ("targets", 0.02),
)  # fmt: skip
Tell = Callable[[str, float], None]
"""tell(step, part of the whole run done); may raise to stop."""


class Progress:
    """Turns steps into shares of the run, and lets a person stop it."""

    def __init__(self, tell: Tell | None, stop: Callable[[], None] | None) -> None:
        self._tell, self._stop = tell, stop
        self.seconds: dict[str, float] = {}
        self._step, self._since = "", time.monotonic()

    def check(self) -> None:
        """Raise when the run was cancelled."""
        if self._stop is not None:
            try:
                self._stop()
            except QueryCancelledError as error:
                raise AnalysisCancelledError(
                    "The analysis was stopped; nothing of it was kept.", sentence_zh="分析已停止，未保留任何结果。"
                ) from error

    def step(self, name: str) -> Callable[[float], None]:
        """Begin a step; the function returned takes the part of it that is done."""
        now = time.monotonic()
        if self._step:
            self.seconds[self._step] = self.seconds.get(self._step, 0.0) + now - self._since
        self._step, self._since = name, now
        names = [n for n, _ in STEPS]
        before = sum(w for _, w in STEPS[: names.index(name)]) if name in names else 1.0
        weight = dict(STEPS).get(name, 0.0)

        def tell(part: float) -> None:
            self.check()
            if self._tell is not None:
                self._tell(name, min(1.0, before + weight * part))

        tell(0.0)
        return tell
