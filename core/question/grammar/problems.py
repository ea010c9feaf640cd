"""Why a question cannot become a query: values that the reader turns into a refusal or a question back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ProblemKind = Literal[
    "no_target", "which_target", "ambiguous_name", "no_layer", "no_attribute", "which_element", "no_anchor",
    "unknown_name",
    "which_anchor",
    "which_name",
]  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """One reason, with what is needed to say it and to offer choices."""

    kind: ProblemKind
    entity: str | None = None
    attributes: tuple[str, ...] = ()
    mention: str = ""
    options: tuple[str, ...] = ()
    uses: tuple[int, ...] = ()


class ProblemError(Exception):
    """Carries a problem out of the assembly."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.kind)
        self.problem = problem
