"""``north of it``, 在它北边的 behind a list of features near one named feature: the named one is meant.

A list of many features cannot be "it"; the one feature that the question before measured from can.
"""

from __future__ import annotations

import re

from core.question import ir
from core.question.rewriting import Rewritten, rewrite
from core.question.slots import conjuncts, is_region
from core.vocabulary.card import SchemaCard

_IT = re.compile(
    r"(?<=\bof )it\b|(?<=\bfrom )it\b|(?<=\bto )it\b|(?<=\bnear )it\b|(?<=[在离距与到])它(?!们)", re.IGNORECASE
)


def with_named(question: str, before: ir.Query, card: SchemaCard) -> Rewritten | None:
    """The question with the name in the place of the pronoun; None where there is no such name or pronoun."""
    spans = [x.span() for x in _IT.finditer(question)]
    if not spans or before.target.names or before.limit == 1:
        return None
    sets = [
        x.to
        for x in conjuncts(before.target.where)
        if isinstance(x, ir.RelCond) and isinstance(x.to, ir.Set) and not is_region(x, card)
    ]
    names = {x.names for x in sets}
    only = names.pop() if len(names) == 1 else None
    if only is None or len(only) != 1:
        return None
    return rewrite(question, [(x, only[0]) for x in spans])
