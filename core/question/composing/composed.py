"""All rules of questions that are made of simpler ones, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable

from core.question.composing.around import most_around
from core.question.composing.average_first import average_first
from core.question.composing.boxes import inside_box
from core.question.composing.chained import chained
from core.question.composing.classes import in_classes
from core.question.composing.decades import by_decade
from core.question.composing.each import each_of_several
from core.question.composing.limits import against_a_limit
from core.question.composing.means import mean_count
from core.question.composing.numbers_two import two_numbers
from core.question.composing.otherwise import plainly_first
from core.question.composing.pieces import Composer
from core.question.composing.ranks import nth, top_percent
from core.question.composing.shares import share_of_area, share_of_kind
from core.question.composing.sides import times_as_many, whether_more, which_has_more
from core.question.reading import Reading

RULES: tuple[Callable[[Composer, str], Reading | None], ...] = (
    inside_box, in_classes, most_around, average_first, chained, plainly_first, top_percent, nth, by_decade,
    which_has_more, whether_more, times_as_many, against_a_limit,
    mean_count, share_of_area, share_of_kind, two_numbers, each_of_several,
)  # fmt: skip


def composed(make: Composer, question: str) -> Reading | None:
    """The reading of a question that is made of simpler ones; None when it is none."""
    for rule in RULES:
        if (found := rule(make, question)) is not None:
            return found
    return None
