"""Conditions and refusals of the query side in plain words, English and Chinese."""

from __future__ import annotations

from core.question.reading import Language

_WORDS: dict[str, tuple[str, str]] = {
    "all": ("{set}: all", "全部{set}"),
    "named": ("named {names}", "名为{names}"),
    "equal": ("{attribute} is {value}", "{attribute}为{value}"),
    "contains": ("{attribute} contains “{value}”", "{attribute}包含“{value}”"),
    "starts_with": ("{attribute} starts with “{value}”", "{attribute}以“{value}”开头"),
    "compare": ("{attribute} {op} {value}", "{attribute} {op} {value}"),
    "between": ("{attribute} between {low} and {high}", "{attribute}介于{low}与{high}之间"),
    "is_null": ("{attribute} not recorded", "{attribute}缺失"),
    "not_null": ("{attribute} recorded", "{attribute}有记录"),
    "not": ("not ({part})", "不满足（{part}）"),
    "and": ("{left} and {right}", "{left}且{right}"),
    "or": ("{left} or {right}", "{left}或{right}"),
    "in_region": ("in {anchor}", "位于{anchor}"),
    "within": ("inside {anchor}", "位于{anchor}内"),
    "contains_rel": ("containing {anchor}", "包含{anchor}"),
    "intersects": ("intersecting {anchor}", "与{anchor}相交"),
    "crosses": ("crossing {anchor}", "穿过{anchor}"),
    "touches": ("touching {anchor}", "与{anchor}相接"),
    "overlaps": ("overlapping {anchor}", "与{anchor}部分重叠"),
    "near_max": ("within {max} of {anchor}", "距{anchor}{max}以内"),
    "near_min": ("at least {min} from {anchor}", "距{anchor}{min}以外"),
    "near_ring": ("between {min} and {max} from {anchor}", "距{anchor}{min}至{max}"),
    "counted": ("{relation} ({op} {count})", "{relation}（{op} {count}）"),
    "which": ("{set} ({condition})", "{set}（{condition}）"),
    "point": ("the point {lon:.4f}, {lat:.4f}", "点（{lon:.4f}，{lat:.4f}）"),
    "first": ("the first {count} by {order}", "按{order}取前 {count} 个"),
    "nearest": ("distance to {anchor}, nearest first", "到{anchor}的距离由近到远"),
    "farthest": ("distance to {anchor}, farthest first", "到{anchor}的距离由远到近"),
    "highest": ("{attribute}, highest first", "{attribute}由高到低"),
    "lowest": ("{attribute}, lowest first", "{attribute}由低到高"),
    "percentile": ("the {share:g}th percentile", "第{share:g}百分位数"),
    "without": ("Without “{condition}”", "去掉“{condition}”"),
    "wider": ("Within {metres} of {anchor}", "将距离放宽到距{anchor}{metres}以内"),
    "lacks": ("has no {attribute}", "缺少字段“{attribute}”"),
    "unit_unknown": ("the unit of {attribute} is not declared", "“{attribute}”的单位未声明"),
    "no_layer": ("No {set} are loaded.", "尚未加载{set}数据。"),
    "no_attribute": (
        "No loaded layer of {set} has the attribute “{attribute}”.", "已加载的{set}图层都没有“{attribute}”字段。",
    ),
    "no_value": (
        "The loaded {set} have no “{value}” as {attribute}. The nearest that exist: {choices}.",
        "已加载的{set}中没有{attribute}为“{value}”的记录。最接近的有：{choices}。",
    ),
    "no_value_at_all": (
        "The loaded {set} have no “{value}” as {attribute}.", "已加载的{set}中没有{attribute}为“{value}”的记录。",
    ),
    "no_name": (
        "No {set} is called “{value}”. Nearest names: {choices}.",
        "没有名为“{value}”的{set}。最接近的名称：{choices}。",
    ),
    "no_name_at_all": ("No {set} is called “{value}”.", "没有名为“{value}”的{set}。"),
    "which_value": ("“{value}” may be {choices}. Which one?", "“{value}”可能是{choices}，请选择。"),
    "rows": ("{called} ({count}, {layer})", "{called}（{count}，{layer}）"),
    "unsupported": ("This kind of question cannot be answered yet: {what}.", "暂不支持这类问题：{what}。"),
    "illegal": (
        "“{relation}” cannot hold between {target} and {anchor}: their map shapes do not allow it.",
        "{target}与{anchor}之间不可能存在“{relation}”关系：二者的几何类型不允许。",
    ),
    "bad_distance": (
        "A distance must be a positive number of metres; got {value}.",
        "距离必须为正数；收到的是 {value}。",
    ),
    "far_distance": (
        "A distance of {value} is more than half the way round the Earth.", "距离 {value} 超过了地球半周长。",
    ),
    "empty_ring": (
        "Nothing can be farther than {min} and nearer than {max}.",
        "不可能同时远于 {min} 又近于 {max}。",
    ),
    "bad_number": (
        "“{value}” is not a number that {attribute} can be compared with.",
        "“{value}”不是可与{attribute}比较的数值。",
    ),
    "bad_order": (
        "{attribute} has no order, so “{op}” does not apply to it.",
        "{attribute}没有大小顺序，不能用“{op}”比较。",
    ),
    "bad_unit": ("“{unit}” is not a unit of {attribute}.", "“{unit}”不是{attribute}的单位。"),
    "bad_point": ("{lon}, {lat} is not a longitude and latitude.", "{lon}，{lat} 不是有效的经纬度。"),
    "key_within": ("{name} (within {max})", "{name}（{max}以内）"),
    "not_stated": ("not stated", "未注明"),
    "table_order": (
        "The groups can be ordered by their measures or names only.", "分组结果只能按统计量或组名排序。",
    ),
    "no_measure": (
        "There is no measure “{measure}” in this question.", "该问题中没有名为“{measure}”的统计量。",
    ),
    "not_numeric": (
        "{attribute} is not a number, so its {measure} does not exist. It can be counted or grouped by.",
        "{attribute}不是数值，无法计算{measure}；可以计数或按其分组。",
    ),
    "no_share": (
        "A percentile needs a number between 0 and 100.", "百分位数需要一个 0 到 100 之间的数。",
    ),
    "bad_edges": ("The limits of ranges must be rising numbers.", "分段界限必须是递增的数值。"),
    "bad_k": (
        "Between 1 and {most} neighbours can be listed for each feature.", "每个要素可列出 1 至 {most} 个近邻。",
    ),
    "unfit": (
        "Measures and groups do not fit a question for features.", "统计量与分组不适用于查询要素的问题。",
    ),
    "unfit_output": (
        "A question of the kind “{intent}” cannot be answered in the form “{output}”.",
        "“{intent}”类问题不能以“{output}”的形式回答。",
    ),
    "no_value_asked": ("The question does not say what to compute.", "问题没有说明要计算什么。"),
    "no_groups": ("The question does not say what to group by.", "问题没有说明按什么分组。"),
    "mixed_parts": (
        "Neighbours of each feature cannot be combined with totals.", "逐要素近邻不能与汇总统计同时查询。",
    ),
    "too_deep": ("The question nests too many conditions.", "问题嵌套的条件过多。"),
}  # fmt: skip

WHAT: dict[str, tuple[str, str]] = {
    "aggregate": ("sums, averages and groups", "汇总、平均与分组"),
    "value": ("a computed value", "计算值"),
    "previous": ("referring to the previous answer", "引用上一个回答"),
    "map": ("the selection or view of the map", "地图选择或视图"),
    "derived": ("derived shapes such as centres and buffers", "派生图形（中心、缓冲区等）"),
    "direction": ("compass directions", "方位关系"),
    "measure": ("measured areas and lengths", "面积与长度量算"),
    "top": ("a superlative inside a condition", "条件中的最值"),
    "analysis": ("this analysis", "该分析方法"),
    "expression": ("this comparison", "该比较方式"),
    "per_entity": ("a list of neighbours for each feature", "逐要素的近邻列表"),
}
"""Kinds of question that are refused for now."""


def say(name: str, language: Language, /, **values: object) -> str:
    """The phrase `name` in `language` with its places filled in."""
    return _WORDS[name][1 if language == "zh" else 0].format(**values)


def unsupported(what: str, language: Language) -> str:
    """The sentence that refuses a kind of question."""
    return say("unsupported", language, what=WHAT[what][1 if language == "zh" else 0])


def listed(items: list[str], language: Language) -> str:
    """A list of choices."""
    return ("、" if language == "zh" else ", ").join(items)


def metres(value: float) -> str:
    """A distance as people write it: 800 m, 5 km, 2.84 km."""
    if value < 1000:
        return f"{value:g} m"
    return f"{float(f'{value / 1000:.6g}'):g} km"
