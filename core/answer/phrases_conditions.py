"""Conditions in words: the noun phrases that restate a question ("gold deposits within 5 km of a fault")."""

from __future__ import annotations

from core.errors import Language

_CONDITIONS: dict[str, tuple[str, str]] = {
    # the phrase as a whole; Chinese puts modifiers before the noun
    "region": ("in {region}", "{region}"),
    "previous": ("among those of the last answer", "上一个回答中的"),
    "named": ("named {names}", "名为{names}的"),
    "attribute": ("with {attribute} {operation}", "{attribute}{operation}的"),
    "quoted": ("“{words}”", "“{words}”的"),
    "not": ("not {condition}", "不满足{condition}的"),
    "not_value": ("that {are} not {values}", "{attribute}不为{values}的"),
    "not_values": ("that {are} neither {values}", "{attribute}不为{values}的"),
    "not_near": ("not {condition}", "不在{condition}范围的"),
    "not_placed": ("not {condition}", "不{condition}的"),
    "nor": (" nor ", "、"),
    "and": (" and ", "且"),
    "not_region": ("not {condition}", "不位于{condition}的"),
    "from_to": ("{low} to {high}", "{low}至{high}"),
    "is_one": ("is {article} {noun}", "是{noun}"),
    "is_so": ("is {words}", "{words}"),
    "is_has": ("has {words}", "{words}"),
    "is_has_a": ("has a {words}", "{words}"),
    "is_in": ("is {region}", "位于{region}"),
    "is_not_one": ("is not {article} {noun}", "不是{noun}"),
    "is_not_so": ("is not {words}", "不符合“{words}”"),
    "is_not_has": ("does not have {words}", "不符合“{words}”"),
    "is_not_has_a": ("does not have a {words}", "不符合“{words}”"),
    "is_not_in": ("is not {region}", "不位于{region}"),
    # operations on a value
    "op_=": ("{value}", "为{value}"),
    "op_!=": ("other than {value}", "不为{value}"),
    "op_>": ("above {value}", "高于{value}"),
    "op_>=": ("of at least {value}", "不低于{value}"),
    "op_<": ("below {value}", "低于{value}"),
    "op_<=": ("of at most {value}", "不高于{value}"),
    "op_between": ("between {low} and {high}", "介于{low}与{high}之间"),
    "op_in": ("{value}", "为{value}"),
    "op_contains": ("containing {value}", "含“{value}”"),
    "op_starts_with": ("starting with {value}", "以“{value}”开头"),
    "op_is_null": ("not recorded", "未注明"),
    "op_not_null": ("recorded", "有记录"),
    "year_>": ("after {value}", "晚于{value}"),
    "year_>=": ("{value} or later", "不早于{value}"),
    "year_<": ("before {value}", "早于{value}"),
    "year_<=": ("{value} or earlier", "不晚于{value}"),
    # relations to an anchor
    "near_max": ("within {max} of {anchor}", "距{anchor}{max}以内的"),
    "near_min": ("at least {min} from {anchor}", "距{anchor}{min}以外的"),
    "near_ring": ("between {min} and {max} from {anchor}", "距{anchor}{min}至{max}的"),
    "near": ("near {anchor}", "{anchor}附近的"),
    "within": ("inside {anchor}", "位于{anchor}内的"),
    "contains": ("containing {anchor}", "包含{anchor}的"),
    "intersects": ("intersecting {anchor}", "与{anchor}相交的"),
    "crosses": ("crossing {anchor}", "穿过{anchor}的"),
    "crossed": ("crossed by {anchor}", "被{anchor}穿过的"),
    "touches": ("touching {anchor}", "与{anchor}相接的"),
    "overlaps": ("overlapping {anchor}", "与{anchor}部分重叠的"),
    "direction_max": ("within {max} {sector} of {anchor}", "位于{anchor}{sector}{max}以内的"),
    "direction": ("{sector} of {anchor}", "位于{anchor}{sector}的"),
    "many_near_max": ("within {max} of {anchor}", "{max}内有{anchor}的"),
    "many_near_ring": ("between {min} and {max} from {anchor}", "{min}至{max}间有{anchor}的"),
    "many_>=": ("at least {count} {noun}", "至少{count}{measure}{noun}"),
    "many_>": ("more than {count} {noun}", "超过{count}{measure}{noun}"),
    "many_=": ("exactly {count} {noun}", "{count}{measure}{noun}"),
    "many_!=": ("other than {count} {noun}", "非{count}{measure}{noun}"),
    "many_<": ("fewer than {count} {noun}", "少于{count}{measure}{noun}"),
    "many_<=": ("at most {count} {noun}", "至多{count}{measure}{noun}"),
    "range_max": ("within {max}", "{max}内"),
    "range_min": ("beyond {min}", "{min}外"),
    "range_ring": ("between {min} and {max}", "{min}至{max}间"),
    # anchors
    "anchor_one": ("{article} {noun}", "{noun}"),
    "anchor_the": ("the {noun}", "{noun}"),
    "anchor_bare": ("{noun}", "{noun}"),
    "anchor_any": ("any {noun}", "{noun}"),
    "anchor_every": ("every {noun}", "所有{noun}"),
    "point": ("the point {lon}, {lat}", "点（{lon}，{lat}）"),
    "map_selection": ("the selection on the map", "地图上的选定范围"),
    "map_area": ("the chosen study area", "所选研究区"),
    "map_view": ("the map view", "当前地图范围"),
    "derived_centroid": ("the centre of {of}", "{of}的中心"),
    "derived_intersection": ("the common part of {of}", "{of}的公共部分"),
    "derived_shared_boundary": ("the shared boundary of {of}", "{of}的公共边界"),
    "derived_boundary": ("the boundary of {of}", "{of}的边界"),
    "derived_hull": ("the convex hull of {of}", "{of}的凸包"),
    "derived_buffer_union": ("the area within {max} of {of}", "距{of}{max}以内的范围"),
    "derived_and": (" and ", "与"),
    # computed values
    "cmp": ("with {left} {operation}", "{left}{operation}的"),
    "cmp_measure": ("with a {left} {operation}", "{left}{operation}的"),
    "than_>": ("above {value}", "大于{value}"),
    "than_>=": ("of at least {value}", "不小于{value}"),
    "than_<": ("below {value}", "小于{value}"),
    "than_<=": ("of at most {value}", "不大于{value}"),
    "than_=": ("equal to {value}", "等于{value}"),
    "than_!=": ("other than {value}", "不等于{value}"),
    "distance_nearest": ("distance to the nearest {noun}", "到最近{noun}的距离"),
    "distance": ("distance to {anchor}", "到{anchor}的距离"),
    "overlap_area": ("area inside {anchor}", "在{anchor}内的面积"),
    "overlap_length": ("length inside {anchor}", "在{anchor}内的长度"),
    "overlap_ratio": ("share inside {anchor}", "在{anchor}内的比例"),
    "area_of": ("area of {anchor}", "{anchor}的面积"),
    "number_of": ("number of {over}", "{over}数量"),
    "agg_of": ("{agg} {value}", "{value}{agg}"),
    "of": ("{value} of {over}", "{over}{value}"),
    "statistic": ("the {agg} of {over}", "{over}{agg}"),
    "statistic_all": ("the {agg} of all {over}", "全部{over}{agg}"),
    "agg_avg": ("average", "平均值"), "agg_sum": ("total", "总和"), "agg_min": ("minimum", "最小值"),
    "agg_max": ("maximum", "最大值"), "agg_median": ("median", "中位数"), "agg_count": ("number", "数量"),
    "agg_stddev": ("standard deviation", "标准差"), "agg_percentile": ("{p}th percentile", "第{p}百分位数"),
    "calc_+": ("{a} plus {b}", "{a}与{b}之和"), "calc_-": ("{a} minus {b}", "{a}与{b}之差"),
    "calc_*": ("{a} times {b}", "{a}与{b}之积"), "calc_/": ("{a} divided by {b}", "{a}与{b}之比"),
    "calc_pct": ("{a} as a percentage of {b}", "{a}占{b}的百分比"), "calc_abs": ("absolute {a}", "{a}的绝对值"),
    "calc_>": ("{a} greater than {b}", "{a}大于{b}"), "calc_<": ("{a} less than {b}", "{a}小于{b}"),
    "calc_>=": ("{a} at least {b}", "{a}不低于{b}"), "calc_<=": ("{a} at most {b}", "{a}不高于{b}"),
    "top_word": ("among the {k} {word}", ""),
    "top_desc": ("among the {k} with the highest {value}", "{value}居前{k}位的"),
    "top_asc": ("among the {k} with the lowest {value}", "{value}居末{k}位的"),
    "top_most": ("among the {k} with the most {noun}{reach}", "{reach}{noun}数量居前{k}位的"),
    "top_fewest": ("among the {k} with the fewest {noun}{reach}", "{reach}{noun}数量居末{k}位的"),
    "top_within": (" within {max}", "{max}内"),
    # orders
    "order_nearest": ("nearest to {anchor}", "距{anchor}最近"),
    "order_farthest": ("farthest from {anchor}", "距{anchor}最远"),
    "order_greatest": ("with the greatest {attribute}", "{attribute}最大"),
    "order_least": ("with the least {attribute}", "{attribute}最小"),
    "order_highest": ("with the highest {attribute}", "{attribute}最高"),
    "order_lowest": ("with the lowest {attribute}", "{attribute}最低"),
}  # fmt: skip

_MEASURES: dict[str, tuple[str, str]] = {
    "area": ("area", "面积"),
    "length": ("length", "长度"),
    "perimeter": ("perimeter", "周长"),
    "x": ("longitude", "经度"),
    "y": ("latitude", "纬度"),
    "azimuth": ("azimuth", "方位角"),
}

_SUPERLATIVES: dict[tuple[str, str], tuple[str, str]] = {
    ("length", "desc"): ("longest", "最长的"), ("length", "asc"): ("shortest", "最短的"),
    ("area", "desc"): ("largest", "面积最大的"), ("area", "asc"): ("smallest", "面积最小的"),
    ("y", "desc"): ("northernmost", "最北的"), ("y", "asc"): ("southernmost", "最南的"),
    ("x", "desc"): ("easternmost", "最东的"), ("x", "asc"): ("westernmost", "最西的"),
}  # fmt: skip


def superlative(name: str, direction: str, language: Language) -> str:
    """ "longest", "northernmost": the adjective of a measure at its end; "" when there is none."""
    return _SUPERLATIVES.get((name, direction), ("", ""))[1 if language == "zh" else 0]


def condition(key: str, language: Language) -> str:
    """The template of a condition; KeyError for an unknown key."""
    return _CONDITIONS[key][1 if language == "zh" else 0]


def measure(name: str, language: Language) -> str:
    """The name of a geometric measure."""
    return _MEASURES[name][1 if language == "zh" else 0]
