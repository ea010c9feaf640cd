"""The sentences about totals, groups, computed values and neighbours, in English and Chinese."""

from __future__ import annotations

from core.errors import Language

_PHRASES: dict[str, tuple[str, str]] = {
    "total_one": ("The {measure} of {count} {noun} is {value}", "{noun}（共{count}{word}）{of}{measure}为{value}"),
    "different": ("The {count} {noun} have {value} different values of {measure}",
                  "{noun}（共{count}{word}）的{measure}共有{value}种"),
    "total_many": ("{count} {noun}: {values}", "{noun}共{count}{word}：{values}"),
    "measure_value": ("{measure} {value}", "{measure}{value}"),
    "unknown": (
        "None of the {count} {noun} has a value, so the {measure} is not known",
        "{noun}共{count}{word}，均没有数值，{measure}未知",
    ),
    "nothing": (
        "There are {count} {noun}, so there is nothing to compute the {measure} from",
        "{noun}为{count}{word}，无法计算{measure}",
    ),
    "missing": ("{count} more without a value did not enter", "另有{count}{word}没有数值，未参与计算"),
    "censored": (
        "{count} more, reported only as a limit, did not enter",
        "另有{count}{word}只报告了检出限，未参与计算",
    ),
    "groups": (
        "The {count} {noun} fall into {groups} {unit} by {keys}",
        "{noun}共{count}{word}，按{keys}分为{groups}组",
    ),
    "group_one": ("group", "组"),
    "group_many": ("groups", "组"),
    "largest": ("the largest group is {group} ({value})", "{group}最多（{value}{word}）"),
    "numbered": (
        "Several features bear the same name; each is a group, told apart by its number in the layer",
        "存在同名要素，各自成组，以图层中的编号区分",
    ),
    "told_apart": ("{name} ({number})", "{name}（{number}）"),
    "share": ("{value} of the {whole} are {part}", "{whole}中，{part}占{value}"),
    "inside": ("{value} of {name} lies inside {noun}", "{name}有{value}位于{noun}内"),
    "longer": ("{first} is {value} longer than {second}", "{first}比{second}长{value}"),
    "larger": ("{first} is {value} larger than {second}", "{first}比{second}大{value}"),
    "is_from": ("{name} is {words}", "{name}{words}"),
    "most": ("{group} has the most {noun}: {value}", "{noun}以{group}最多，共{value}{word}"),
    "near_noun": ("{noun} within {max}", "{max}以内的{noun}"),
    "fewest": ("{group} has the fewest {noun}: {value}", "{noun}以{group}最少，共{value}{word}"),
    "highest": ("{group} has the highest {measure}: {value}", "{group}的{measure}最高：{value}"),
    "lowest": ("{group} has the lowest {measure}: {value}", "{group}的{measure}最低：{value}"),
    "first_of": ("the first {count} of {total} groups are shown", "共{total}组，列出前{count}组"),
    "tied": ("{count} more with the same value are not listed", "另有{count}组与末位数值相同，未列出"),
    "outside": ("{count} {noun} are in none of the groups", "{noun}中有{count}{word}不属于任何一组"),
    "several": (
        "What belongs to several groups counts in each of them",
        "同时属于多个组的对象在每组中各计一次",
    ),
    "group_row": ("{group}: {values}", "{group}：{values}"),
    "no_group": ("There is no group", "没有任何分组"),
    "no_group_with": ("No group has a {measure} {op} {value}", "没有{measure}{op}{value}的组"),
    "with": ("with {measure} {op} {value}", "{measure}{op}{value}"),
    "chip_measure": ("Computed", "计算"),
    "chip_group": ("Grouped by", "分组"),
    "chip_having": ("Groups with", "分组条件"),
    "chip_neighbours": ("Neighbours", "近邻"),
    "chip_zeros": ("Empty groups", "空组"),
    "zeros_shown": ("shown too", "一并列出"),
    "computed_column": ("shown: {measure}", "显示{measure}"),
    "listed_groups": ("{shown} of {total} groups are listed here", "共{total}组，此处列出{shown}组"),
    "no_value": ("no value", "无数值"),
    "value_inside": ("The {what} of {name} inside {noun} is {value}", "{name}在{noun}内的{what}为{value}"),
    "value_one": ("The {measure} of {name} is {value}", "{name}的{measure}为{value}"),
    "border": ("{border} is {value} long", "{border}长{value}"),
    "value_none": ("The {measure} of {name} is not known", "{name}的{measure}未知"),
    "value_range": ("{measure} from {low} to {high}", "{measure}为{low}至{high}"),
    "value_row": ("{name}: {values}", "{name}：{values}"),
    "scalar": ("The {measure} is {value}", "{measure}为{value}"),
    "scalar_true": ("Yes: {measure}", "是：{measure}"),
    "scalar_false": ("No, this is not so: {measure}", "否，以下不成立：{measure}"),
    "scalar_unknown": (
        "The {measure} is not known: the data hold nothing to compute it from",
        "{measure}未知：数据中没有可用于计算的数值",
    ),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    "chip_nearest": ("the nearest {label} of each", "各自最近的{label}"),
    "chip_nearest_many": ("the {k} nearest {label} of each", "各自最近的{k}{word}{label}"),
    "each_nearest": ("listed with the nearest {label} of each", "逐一列出最近{label}"),
    "each_nearest_many": ("listed with the {k} nearest {label} of each", "逐一列出最近的{k}{word}{label}"),
    "neighbours": ("nearest {label}: {items}", "最近{label}：{items}"),
    "neighbour": ("{reference} at {distance}", "{reference}，距离{distance}"),
    "no_neighbour": ("no {label} near it was found", "没有找到{label}"),
    "source_alone": (
        "computed by the statement of this answer over {layers}",
        "由本回答的语句在{layers}中计算",
    ),
    "source_computed": (
        "computed by the statement of this answer over {layers} ({used} features used)",
        "由本回答的语句在{layers}中计算（使用{used}个要素）",
    ),
}  # fmt: skip


def table_phrase(key: str, language: Language) -> str:
    """The template of `key` in `language`; KeyError for an unknown key."""
    return _PHRASES[key][1 if language == "zh" else 0]
