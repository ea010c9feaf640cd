"""Short words for attributes inside a list of them: ``name, type and strike``, 名称、类型、走向."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.question.meanings import Lexeme

if TYPE_CHECKING:
    from core.question.grammar.values import Values

_KINDS, _NAMES = ("type", "types", "类型", "类别"), ("with name", "with names")
_YEARS = ("the year", "year", "年份")
_LINKS = ("COMMA", "AND", "SLASH")
_OWNERS = ("their", "its", "with", ":", "：", "、", "，", ",", "含", "及其")


def listed_kinds(parser: Values, lexeme: Lexeme) -> tuple[str, ...]:
    """The attributes meant; none where the word does not stand in a list."""
    before, behind = parser.around(lexeme, -1), parser.around(lexeme, 1)
    if lexeme.entry.content:
        return ()
    if lexeme.key in _NAMES and behind.is_(*_LINKS):
        return tuple(dict.fromkeys(x.name_attribute for x in parser.card.entity_types.values()))
    listed = before.is_(*_LINKS) or before.text in _OWNERS or (behind.is_(*_LINKS) and before.is_("WITH", "DE"))
    if lexeme.key not in (*_KINDS, *_YEARS) or not listed or parser.is_value(before):
        return ()
    if lexeme.key in _YEARS:
        return tuple(x.id for x in parser.card.attributes.values() if x.kind == "year")
    words = [(x.id, x.labels.en, x.labels.zh) for x in parser.card.attributes.values() if x.kind == "text"]
    return tuple(x for x, en, zh in words if en.endswith("type") or zh.endswith("类型"))
