# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Words that are put in other words before anything is read: as they stand they would be read as something else."""

from __future__ import annotations

import re

from core.question.normalise import has_chinese
from core.question.rewriting import Rewritten, plainly, rewrite
from core.question.wordings.first_en import said_first
from core.question.wordings.first_zh import FIRST_ZH

_LIST_THEM = re.compile(
    r"^(?P<h>\W*(?:are|is) there (?:any\s+|some\s+|also\s+)?)[^?.!;]+?(?P<t>\s*[?.;!,]\s*(?:if so,?\s*|if yes,?\s*|and\s+)?(?:please\s+)?"
    r"(?:(?:list|show|name|display|give)(?:\s+me)?\s+(?:them|these|those|all)(?:\s+all)?(?:\s*,?\s*please)?|(?:which|what) ones(?:\s+are (?:they|there))?|which(?: are they)?)\s*[.?!]*)$",
    re.IGNORECASE,
)
_QUOTE = "\"'“”‘’「」『』"
_BEGINS = re.compile(
    r"(?P<n>(?:矿[床点]?)?(?:名称|名字|矿名|名)(?:的)?(?:前缀|首字|开头)?(?:是|为|以|由|用|从)|以)\s*(?P<x>(?:(?![名为是以由的])[\u4e00-\u9fff·]){1,6}?)\s*(?P<e>开头|打头|起头|开始|起始|开首)"
)
_FRONT = re.compile(
    rf"(?:(?:名称|名字|矿名|名)的?)?(?:首字|前缀|首字词|打头的?字)(?:是|为)\s*[{_QUOTE}]?(?P<x>[\u4e00-\u9fff·]{{1,6}}?)[{_QUOTE}]?(?=\s*的|$)"
)
_CONTACT = re.compile(r"(?<=[离距到])[^与和跟同及的离距]{1,5}接触的?(?P<x>边界线?)(?!的?交)")


def put_first(question: str) -> Rewritten | None:
    """The question with such words in other words; None where it has none of them.

    ``are there any X? List them`` asks for a list; 以X开头 speaks of a piece of a name whatever its characters mean
    by themselves; 离…接触边界 is the boundary itself, not the outline of it.
    """
    if (found := _LIST_THEM.match(question)) is not None:
        return rewrite(question, [(found.span("h"), "list the "), (found.span("t"), "")])
    if not has_chinese(question):
        return said_first(question)
    changes = [(x.span(), f"名称以“{x['x']}”开头") for x in _BEGINS.finditer(question)]
    if not changes:
        changes = [(x.span(), f"名称以“{x['x']}”开头") for x in _FRONT.finditer(question)]
    changes += [(x.span("x"), "地质界线") for x in _CONTACT.finditer(question)]
    made = plainly(rewrite(question, changes), FIRST_ZH)
    return made if made.text != question else None
