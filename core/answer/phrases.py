"""The sentences of answers in English and Chinese.

Templates hold words only; values enter through ``{places}`` as cited pieces (``core/answer/fragments.py``).
Chinese texts keep a space-free style with full-width punctuation, as geological reports do.
"""

from __future__ import annotations

import re

from core.errors import Language

_PHRASES: dict[str, tuple[str, str]] = {
    # summaries
    "found": ("There {are} {count} {noun}", "{noun}共有{count}{measure}"),
    "found_first": (
        "The {count} {noun} {ordered} (of {total} that qualify)",
        "{noun}中{ordered}的{count}{measure}（符合条件的共{total}{measure}）",
    ),
    "found_some": (
        "{count} of the {total} {noun}, as many as asked for",
        "{noun}共{total}{measure}，按要求列出{count}{measure}",
    ),
    "found_limited": ("{count} {noun}, as many as asked for", "{noun}，按要求列出{count}{measure}"),
    "found_first_one": (
        "The {noun} {ordered} (of {total} that qualify)",
        "{noun}中{ordered}的{count}{measure}（符合条件的共{total}{measure}）",
    ),
    "found_ordered": (
        "There {are} {count} {noun}, {ordered} first",
        "{noun}共有{count}{measure}，按{ordered}优先排列",
    ),
    "exists": ("Yes: there {are} {count} {noun}", "有：{noun}共有{count}{measure}"),
    "exists_example": ("for example {name}", "例如{name}"),
    "exists_not": ("No: there {are} {count} {noun}", "没有：{noun}为{count}{measure}"),
    "zero": ("There {are} {count} {noun}", "没有符合条件的对象：{noun}为{count}{measure}"),
    "all_have": ("all have {traits}", "{traits}"),
    "common_trait": ("{attribute} {value}", "{attribute}均为{value}"),
    "trait_counts": ("{attribute}: {counts}", "{attribute}：{counts}"),
    "trait_missing": ("not known ({count})", "不明（{count}）"),
    "trait_count": ("{value} ({count})", "{value}（{count}）"),
    "distances": ("{low} to {high} from {reference}", "距{reference}{low}至{high}"),
    "the_point": ("the point {name}", "点（{name}）"),
    "the_nearest": ("the nearest {label}", "最近{label}"),
    "threshold": (
        "{attribute} counts as high from {value}, the {share} quantile of {samples} samples",
        "{attribute}以{value}为异常下限，即{samples}件样品的{share}分位数",
    ),
    "threshold_limits": (
        " ({limits} of them reported only as a limit)",
        "（其中{limits}件只报告了检出限）",
    ),
    "list_and": (" and ", "、"),
    "list_or": (" or ", "或"),
    "list_comma": (", ", "、"),
    "clause": ("; ", "；"),
    "stop": (".", "。"),
    "colon": (": ", "："),
    # rows
    "row": ("{name} ({facts}): {relations}", "{name}（{facts}）：{relations}"),
    "row_plain": ("{name}: {facts}", "{name}：{facts}"),
    "coordinates": ("{lon}, {lat}", "{lon}，{lat}"),
    "point_on_it": ("point on it {coordinates}", "其上一点{coordinates}"),
    "attribute_value": ("{attribute} {value}", "{attribute}{value}"),
    "more_than": ("{value} ({bound} asked)", "{value}（要求{bound}）"),
    "nearest": ("{distance} from {reference}", "距最近{label}{distance}，为{reference}"),
    "nearest_zero": ("touches, crosses or overlaps {reference}", "与{reference}相接、相交或重叠"),
    "nearest_zero_point": ("lies in or on {reference}", "位于{reference}之内或其边界上"),
    "nearest_named": ("{distance} from {reference}", "距{reference}{distance}"),
    "nearest_point": ("{distance} from the point {reference}", "距点（{reference}）{distance}"),
    "nearest_shape": ("{distance} from {reference}", "距{reference}{distance}"),
    "nearest_beyond": (
        "the nearest {label} is {reference}, {distance} away",
        "最近{label}相距{distance}，为{reference}",
    ),
    "within_count": ("{count} {label} {range}", "{range}有{count}{measure}{label}"),
    "named_others": ("named: {names}", "其中有名称的：{names}"),
    "named_item": ("{name} ({distance})", "{name}（{distance}）"),
    "named_more": ("{count} more named", "另有{count}{measure}有名称"),
    "unnamed": ("an unnamed {label} ({attributes})", "未命名{label}（{attributes}）"),
    "unnamed_partly": (
        "an unnamed {label} ({attributes}; characteristics unknown)",
        "未命名{label}（{attributes}；性质不明）",
    ),
    "unnamed_unknown": ("an unnamed {label} (characteristics unknown)", "未命名{label}（性质不明）"),
    "described": ("{name} ({attributes})", "{name}（{attributes}）"),
    "row_within": ("lies inside {reference}", "位于{reference}内"),
    "row_contains": ("contains {reference}", "包含{reference}"),
    "row_intersects": ("intersects {reference}", "与{reference}相交"),
    "row_crosses": ("crosses {reference}", "穿过{reference}"),
    "row_crossed": ("is crossed by {reference}", "被{reference}穿过"),
    "row_touches": ("touches {reference}", "与{reference}相接"),
    "row_overlaps": ("overlaps {reference}", "与{reference}部分重叠"),
    "row_direction": ("lies {sector} of {reference}, {distance} away", "位于{reference}{sector}，相距{distance}"),
    "and_others": ("{reference} and {count} more {label}", "{reference}及另外{count}{measure}{label}"),
    "listed": (
        "{shown} of {total} are listed here; all were counted",
        "共{total}{measure}，此处列出{shown}{measure}；计数包含全部",
    ),
    "listed_first": (
        "{shown} of {total} are listed here; all were counted, but only {kept}, spread over all of them,"
        " were measured and ranked",
        "共{total}{measure}，此处列出{shown}{measure}；计数包含全部，但只对其中均匀抽取的{kept}{measure}作了测量与排序",
    ),
    # zero rows
    "funnel": ("Candidates after each condition: {steps}", "逐条条件后的候选数：{steps}"),
    "funnel_step": ("{label} ({count})", "{label}（{count}）"),
    "arrow": (" → ", " → "),
    "relaxation": ("{label}: {count} {noun}", "{label}：{count}{measure}{noun}"),
    # caveats
    "unexplained": (
        "I did not use {words}; the answer is as if the question did not say it",
        "未能理解{words}，以下回答没有考虑这部分内容",
    ),
    "correction": ("I read {word} as {meaning}", "{word}按{meaning}理解"),
    "assumption": ("Assumed: {label} = {value} ({reason})", "假定：{label}为{value}（{reason}）"),
    "skipped": ("Layer {layer} was left out: {reason}", "图层{layer}未参与：{reason}"),
    "undetermined": (
        "{count} {label} could not be decided, because the laboratory reported only a limit",
        "另有{count}{measure}{label}因只报告了检出限而无法判定",
    ),
    "invented": (
        "{layers}: demonstration data made by this project, no survey; features are invented except where the "
        "description of the layer says otherwise",
        "{layers}为本项目制作的演示数据，并非实测资料；除图层说明另有注明外，要素均为虚构",
    ),
    "edges": (
        "Layer {layer} has edges up to {length}; between vertices lines are followed as great circles, and "
        "distances near the middle of such edges depend on that",
        "图层{layer}中最长线段为{length}；顶点之间按大圆弧处理，长线段中部附近的距离与此有关",
    ),
    # passages
    "passage": ("A document says: {quote} ({document})", "文献称：{quote}（{document}）"),
    "nearest_of": ("the nearest {label}", "最近的{label}"),
    "stated_other": (
        "Text and map differ: “{document}” gives {stated} between {target} and {reference}, the map {measured}",
        "文献与地图不一致：《{document}》称{target}与{reference}相距{stated}，地图上为{measured}",
    ),
    "stated_same": (
        "Text and map agree: “{document}” gives {stated} between {target} and {reference}, the map {measured}",
        "文献与地图一致：《{document}》称{target}与{reference}相距{stated}，地图上为{measured}",
    ),
    "value_other": (
        "Text and data differ: “{document}” gives {stated} as {attribute} of {target}, the loaded data {value}",
        "文献与数据不一致：《{document}》称{target}的{attribute}为{stated}，已加载数据为{value}",
    ),
    "value_same": (
        "Text and data agree: “{document}” gives {stated} as {attribute} of {target}, the loaded data {value}",
        "文献与数据一致：《{document}》称{target}的{attribute}为{stated}，已加载数据为{value}",
    ),
    "sum_other": (
        "Text and data differ: “{document}” says {quote}; by the loaded data: {found}",
        "文献与数据不一致：《{document}》称{quote}；按已加载数据：{found}",
    ),
    "sum_same": (
        "Text and data agree: “{document}” says {quote}; by the loaded data: {found}",
        "文献与数据一致：《{document}》称{quote}；按已加载数据：{found}",
    ),
    "no_document_names": ("No loaded document names {name}.", "已载入的文献均未提到{name}。"),
    "as_written": ("{stated} ({slack} as written)", "{stated}（按所写精度{slack}）"),
    "on_page": ("p. {page}", "第{page}页"),
    "on_pages": ("pp. {first}–{last}", "第{first}–{last}页"),
    "nothing_loaded": (
        "No document is loaded, so there is nothing to quote on this.",
        "尚未载入任何文献，无法引用相关内容。",
    ),
    "nothing_found": (
        "Nothing in the loaded documents speaks of this.",
        "已载入的文献中没有相关内容。",
    ),
    "no_raster": (
        "No prospectivity model has been computed for the loaded data, so I will not guess where the potential is "
        "highest. What the data can answer now:",
        "尚未对已载入数据计算成矿预测结果，因此不对潜力高低作出判断。目前数据可以回答：",
    ),
    "no_raster_here": (
        "No prospectivity model has been computed for this area; the ones that are kept are of other areas, so I "
        "will not guess where the potential is highest. It is computed on the page “Prospectivity”. What the data "
        "can answer now:",
        "该区尚未计算成矿预测模型，已保存的模型属于其他地区，因此不对潜力高低作出判断。可在“成矿预测”页面计算。目前数据可以回答：",
    ),
    "no_association": (
        "What contents mean is told from an element association analysis, and none has been made of this area. It "
        "is made on the page “Element association”. What the data can answer now:",
        "元素含量的意义须依据元素组合分析来说明，该区尚无此类分析。可在“元素组合分析”页面完成。目前数据可以回答：",
    ),
    "in_documents": ("Look in the documents: “{title}”", "在文献中查找：《{title}》"),
    "empty_question": (
        "The question is empty. Write what you would like to know.",
        "问题为空，请输入想了解的内容。",
    ),
    "long_question": (
        "The question is longer than {limit} characters. Please shorten it.",
        "问题超过{limit}个字符，请缩短后再提问。",
    ),
    "unknown_region": (
        "There is no study area “{region}” in the loaded data.",
        "已载入数据中没有研究区“{region}”。",
    ),
    "not_understood": (
        "I could not read this as a question about the loaded data.",
        "未能将其理解为关于已载入数据的问题。",
    ),
    "withheld": (
        "The answer was withheld, because it could not be verified against the data: {reason}",
        "答案未能通过数据核验，因此不予显示：{reason}",
    ),
    "one_more": ("one", "1"),
    # chips and assumptions
    "chip_intent": ("Question kind", "问题类型"),
    "chip_target": ("Looking for", "查询对象"),
    "chip_condition": ("Condition", "条件"),
    "chip_relation": ("Relation", "空间关系"),
    "chip_region": ("Study area", "研究区"),
    "chip_analysis": ("Anomaly of", "异常"),
    "chip_order": ("Order", "排序"),
    "chip_limit": ("How many", "数量"),
    "chip_form": ("Answer form", "回答形式"),
    "chip_correction": ("Read as", "理解为"),
    "chip_previous": ("Among", "范围"),
    "previous_features": ("the features of the last answer", "上一个回答中的要素"),
    "edit_min_m": ("at least", "不小于"),
    "edit_max_m": ("at most", "不大于"),
    "edit_count": ("number of features", "要素数量"),
    "edit_percentile": ("percentile", "百分位"),
    "edit_asc": ("lowest or nearest first", "从低到高（从近到远）"),
    "edit_desc": ("highest or farthest first", "从高到低（从远到近）"),
    "form_count": ("a number", "数量"),
    "form_exists": ("yes or no", "是否存在"),
    "distance_label": ("distance", "距离"),
    "intent_knowledge": ("knowledge from documents", "文献知识"),
    "intent_entity_list": ("list of features", "要素列表"),
    "intent_spatial_relation": ("spatial relation", "空间关系"),
    "intent_geochemical_anomaly": ("geochemical anomaly", "地球化学异常"),
    "intent_prospectivity": ("prospectivity", "成矿预测"),
    # sources
    "source_question": ("the question", "问题原文"),
    "source_assumed": ("a default, see assumptions", "默认设置，见假定"),
    "method": ("ECEF foot point + WGS 84 geodesic inverse", "ECEF 垂足 + WGS 84 大地线反算"),
    "source_registry": ("the layer registry", "图层登记表"),
    "quoted": ("“{text}”", "“{text}”"),
    "source_result": ("counted by the query over {layers}", "由查询在{layers}中统计"),
}  # fmt: skip

_SECTORS: dict[str, tuple[str, str]] = {
    "N": ("north", "北侧"),
    "NE": ("north-east", "北东侧"),
    "E": ("east", "东侧"),
    "SE": ("south-east", "南东侧"),
    "S": ("south", "南侧"),
    "SW": ("south-west", "南西侧"),
    "W": ("west", "西侧"),
    "NW": ("north-west", "北西侧"),
}


_UNKNOWN = re.compile(
    r"unknown|unspecified|undetermined|not known|n/?a|none|[-–—?]"
    r"|(性质|时代|成因)?(未知|不明|不详|未定)\w*|无|未说明"
)


def says_nothing(text: str) -> bool:
    """Whether a stored text only says that something is not known."""
    return _UNKNOWN.fullmatch(text.strip().casefold()) is not None


def phrase(key: str, language: Language) -> str:
    """The template of `key` in `language`; KeyError for an unknown key."""
    return _PHRASES[key][1 if language == "zh" else 0]


def sector(direction: str, language: Language) -> str:
    """The words of a compass sector."""
    return _SECTORS[direction][1 if language == "zh" else 0]


def article(noun: str) -> str:
    """The English indefinite article for `noun`, by its first letter."""
    return "an" if noun[:1].casefold() in "aeiou" else "a"
