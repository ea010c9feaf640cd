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
    "not": ("not {condition}", "不满足“{condition}”的"),
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
    "op_is_null": ("not recorded", "缺失"),
    "op_not_null": ("recorded", "有记录"),
    "year_>": ("after {value}", "晚于{value}"),
    "year_>=": ("{value} or later", "不早于{value}"),
    "year_<": ("before {value}", "早于{value}"),
    "year_<=": ("{value} or earlier", "不晚于{value}"),
    # relations to an anchor
    "near_max": ("within {max} of {anchor}", "距{anchor}{max}以内的"),
    "near_min": ("more than {min} from {anchor}", "距{anchor}{min}以外的"),
    "near_ring": ("between {min} and {max} from {anchor}", "距{anchor}{min}至{max}的"),
    "near": ("near {anchor}", "{anchor}附近的"),
    "within": ("inside {anchor}", "位于{anchor}内的"),
    "contains": ("containing {anchor}", "包含{anchor}的"),
    "intersects": ("intersecting {anchor}", "与{anchor}相交的"),
    "crosses": ("crossing {anchor}", "穿过{anchor}的"),
    "crossed": ("crossed by {anchor}", "被{anchor}穿过的"),
    "touches": ("touching {anchor}", "与{anchor}相接的"),
    "overlaps": ("overlapping {anchor}", "与{anchor}部分重叠的"),
    "direction": ("{sector} of {anchor}", "位于{anchor}{sector}的"),
    "counted": ("{relation}, {count} of them", "{relation}（{count}）"),
    "range_max": ("within {max}", "{max}内"),
    "range_min": ("beyond {min}", "{min}外"),
    "range_ring": ("between {min} and {max}", "{min}至{max}间"),
    # anchors
    "anchor_one": ("{article} {noun}", "{noun}"),
    "anchor_any": ("any {noun}", "{noun}"),
    "anchor_every": ("every {noun}", "所有{noun}"),
    "point": ("the point {lon}, {lat}", "点（{lon}，{lat}）"),
    "map_selection": ("the selection on the map", "地图上的选定范围"),
    "map_view": ("the map view", "当前地图范围"),
    "derived_centroid": ("the centre of {of}", "{of}的中心"),
    "derived_intersection": ("the common part of {of}", "{of}的公共部分"),
    "derived_shared_boundary": ("the shared boundary of {of}", "{of}的公共边界"),
    "derived_boundary": ("the boundary of {of}", "{of}的边界"),
    "derived_hull": ("the convex hull of {of}", "{of}的凸包"),
    "derived_buffer_union": ("the area within {max} of {of}", "距{of}{max}以内的范围"),
    "derived_and": (" and ", "与"),
    # orders
    "order_nearest": ("nearest to {anchor}", "距{anchor}最近"),
    "order_farthest": ("farthest from {anchor}", "距{anchor}最远"),
    "order_greatest": ("with the greatest {attribute}", "{attribute}最大"),
    "order_least": ("with the least {attribute}", "{attribute}最小"),
    "order_highest": ("with the highest {attribute}", "{attribute}最高"),
    "order_lowest": ("with the lowest {attribute}", "{attribute}最低"),
}

_MEASURES: dict[str, tuple[str, str]] = {
    "area": ("area", "面积"),
    "length": ("length", "长度"),
    "perimeter": ("perimeter", "周长"),
    "x": ("longitude", "经度"),
    "y": ("latitude", "纬度"),
    "azimuth": ("azimuth", "方位角"),
}


def condition(key: str, language: Language) -> str:
    """The template of a condition; KeyError for an unknown key."""
    return _CONDITIONS[key][1 if language == "zh" else 0]


def measure(name: str, language: Language) -> str:
    """The name of a geometric measure."""
    return _MEASURES[name][1 if language == "zh" else 0]
