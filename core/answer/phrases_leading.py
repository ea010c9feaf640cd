"""Sentences that begin with the value asked for, in English and Chinese."""

from __future__ import annotations

from core.errors import Language

_PHRASES: dict[str, tuple[str, str]] = {
    "word_one": (
        "The {word} of the {total} {noun} is {name}: {value}",
        "{noun}共{total}{measure}，其中{word}的是{name}，{label}{value}",
    ),
    "place_one": (
        "The {word} of the {total} {noun} is {name}, at {label} {value}",
        "{noun}共{total}{measure}，其中{word}的是{name}，{label}{value}",
    ),
    "word_many": (
        "The {count} {word} of the {total} {noun}: {items}",
        "{noun}共{total}{measure}，其中{word}的{count}{measure}为：{items}",
    ),
    "near_one": (
        "The {noun} {ordered} (of {total} that qualify) is {name}, {value} away",
        "{noun}共{total}{measure}，其中{ordered}的是{name}，相距{value}",
    ),
    "near_many": (
        "The {count} {noun} {ordered} (of {total} that qualify): {items}",
        "{noun}共{total}{measure}，其中{ordered}的{count}{measure}为：{items}",
    ),
    "value_one": (
        "The {noun} {ordered} (of {total} that qualify) is {name}: {value}",
        "{noun}共{total}{measure}，其中{ordered}的是{name}：{value}",
    ),
    "value_many": (
        "The {count} {noun} {ordered} (of {total} that qualify): {items}",
        "{noun}共{total}{measure}，其中{ordered}的{count}{measure}为：{items}",
    ),
    "item": ("{name} ({value})", "{name}（{value}）"),
    "asked_one": ("The {label} of {name} is {value}", "{name}的{label}为{value}"),
    "asked_more": ("its {label} is {value}", "{label}为{value}"),
    "unknown_one": ("The data do not state the {label} of {name}", "数据中没有{name}的{label}"),
    "unknown_more": ("its {label} is not stated", "数据中没有{label}"),
    "at_one": ("{name} lies at {place}", "{name}的坐标为{place}"),
    "at_more": ("it lies at {place}", "坐标为{place}"),
    "on_it": ("{name}: {place}", "{name}：{place}"),
    "unnamed": ("an unnamed {label} ({name})", "未命名{label}（{name}）"),
    "nearest_away": ("the nearest {label} is {distance} away", "最近{label}相距{distance}"),
    "exists_name": ("Yes: {name} {predicate}", "是：{name}{predicate}"),
    "exists_name_not": ("No: {name} {predicate}", "否：{name}{predicate}"),
}


def leading_phrase(key: str, language: Language) -> str:
    """The template of `key` in `language`; KeyError for an unknown key."""
    return _PHRASES[key][1 if language == "zh" else 0]
