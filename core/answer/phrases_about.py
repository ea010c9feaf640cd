"""Sentences of answers about the data themselves, in both languages."""

from __future__ import annotations

from core.errors import Language

_ABOUT: dict[str, tuple[str, str]] = {
    "nothing": ("No layer is loaded.", "尚未加载任何图层。"),
    "all_invented": (
        "All these layers are demonstration data made by this project, no survey.",
        "这些图层均为本项目制作的演示数据，并非实测资料。",
    ),
    "in_area": ("{area}: ", "{area}："),
    "not_in_area": ("Not limited to {area}: ", "未限定于{area}："),
    "nothing_in": ("No layer of this kind covers {area}.", "没有覆盖{area}的此类图层。"),
    "everything": ("the loaded data", "已加载数据"),
    "layers": ("{layers} layers with {rows} features are loaded.", "已加载{layers}个图层，共{rows}个要素。"),
    "layers_of": (
        "{what}: {layers} layers with {rows} features are loaded.",
        "{what}：已加载{layers}个图层，共{rows}个要素。",
    ),
    "source": ("{layers} layers are loaded; this is where they come from.", "已加载{layers}个图层，来源如下。"),
    "source_of": ("{layers} layers of {what} are loaded; this is where they come from.",
                  "{what}图层共{layers}个，来源如下。"),
    "frame": (
        "{layers} layers are loaded. All are stored in longitude and latitude (WGS84); distances are geodesic.",
        "已加载{layers}个图层，均以WGS84经纬度存储；距离为大地线长度。",
    ),
    "frame_of": (
        "{layers} layers of {what} are loaded, stored in longitude and latitude (WGS84).",
        "{what}图层共{layers}个，均以WGS84经纬度存储。",
    ),
    "fields": ("The {layers} layers have {attributes} attributes that questions can use.",
               "{layers}个图层共有{attributes}个可用于提问的属性。"),
    "fields_of": ("The {layers} layers of {what} have {attributes} attributes that questions can use.",
                  "{what}（{layers}个图层）有{attributes}个可用于提问的属性。"),
    "units": ("Values are stored and shown in these units.", "各属性的存储单位如下。"),
    "units_of": ("{what}: values are stored in these units.", "{what}：各属性的存储单位如下。"),
    "elements": ("{elements} elements and oxides were analysed in {rows} samples.",
                 "{rows}件样品共分析了{elements}种元素和氧化物。"),
    "elements_of": ("{elements} elements and oxides were analysed in {rows} {what}.",
                    "{rows}件{what}共分析了{elements}种元素和氧化物。"),
    "row_layer": (
        "{layer}: {rows} {entity}, {geometry}; {source}.",
        "{layer}：{entity}{rows}{word}，{geometry}；{source}。",
    ),
    "row_frame": (
        "{layer}: {rows} {entity}, {geometry}; longitude {west} to {east}, latitude {south} to {north}.",
        "{layer}：{entity}{rows}{word}，{geometry}；经度{west}至{east}，纬度{south}至{north}。",
    ),
    "row_attribute": ("{attribute}: {details}; column {column}.", "{attribute}：{details}；列名{column}。"),
    "row_elements": ("{lists}.", "{lists}。"),
    "in_unit": ("in {unit}: {names}", "{unit}：{names}"),
    "file": ("file {file}", "文件{file}"),
    "stored": ("in {units}", "单位{units}"),
    "examples": ("for example {values}", "如{values}"),
    "kind_text": ("text", "文本"),
    "kind_list": ("list of values", "多值文本"),
    "kind_number": ("number", "数值"),
    "kind_year": ("year", "年份"),
    "point": ("points", "点"),
    "line": ("lines", "线"),
    "polygon": ("areas", "面"),
}  # fmt: skip


def about_phrase(key: str, language: Language) -> str:
    """The template of `key`; KeyError for an unknown key."""
    return _ABOUT[key][1 if language == "zh" else 0]


def geometry(kind: str, language: Language) -> str:
    """Points, lines or areas."""
    return _ABOUT[kind][1 if language == "zh" else 0]
