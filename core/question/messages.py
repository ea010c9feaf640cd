"""What the reader says about a question, in both languages: assumptions, questions back, refusals."""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "zh"]

_TEXTS: dict[str, tuple[str, str]] = {
    "assumed_target": (
        "The question names no kind of feature: {target} are meant.",
        "问题没有指明对象类型，按{target}理解。",
    ),
    "measured_whole": (
        "Whole features are measured, also where they reach beyond the area named.",
        "按整个对象量算，包括超出所述范围的部分。",
    ),
    "assumed_total": (
        "The question names no statistic: the total is shown.",
        "问题没有指明统计方式，按合计计算。",
    ),
    "assumed_average": (
        "The question names no statistic: the average is shown.",
        "问题没有指明统计方式，按平均值计算。",
    ),
    "averages_compared": ("Average distances are compared.", "按平均距离比较。"),
    "assumed_top": ("The question gives no number: the first {k} are shown.", "问题没有给出数量，列出前{k}个。"),
    "assumed_top_anchor": (
        "The question does not say how many of the {entity}: the first {k} are meant.",
        "问题没有说明是多少个{entity}，按前{k}个理解。",
    ),
    "assumed_nearest_noun": ("“{words}” is said of the {entity} before it.", "“{words}”说的是前面的{entity}。"),
    "assumed_exactly": ("“{words}” is read as exactly {k}.", "“{words}”按恰好{k}个理解。"),
    "assumed_anomaly": (
        "“Anomaly” is read as a value at or above the 95th percentile of the region ({fields}).",
        "“异常”按不低于该区域第95百分位数的数值理解（{fields}）。",
    ),
    "assumed_high": (
        "“High” is read as a value at or above the 95th percentile of the region ({fields}).",
        "“高”按不低于该区域第95百分位数的数值理解（{fields}）。",
    ),
    "assumed_any": ("“{values}” is read as any of them.", "“{values}”按其中任意一种理解。"),
    "assumed_all": ("“{values}” is read as all of them together.", "“{values}”按同时具备理解。"),
    "assumed_unit": (
        "No unit is given for {attribute}: {unit} is assumed.",
        "{attribute}没有给出单位，按{unit}计。",
    ),
    "assumed_region": (
        "The question names no region: the chosen region {region} is used.",
        "问题没有指明区域，使用所选区域{region}。",
    ),
    "assumed_near": (
        "“{word}” gives no distance: {distance} km is assumed.",
        "“{word}”没有给出距离，按{distance}公里计。",
    ),
    "assumed_class": (
        "The highest class of {attribute} that occurs is meant: {value}.",
        "按{attribute}中出现的最高等级理解：{value}。",
    ),
    "region_remark": (
        "“{words}” is taken as a remark on where {region} lies; it filters nothing further.",
        "“{words}”只说明{region}所在位置，不再作为筛选条件。",
    ),
    "without": ("ask without “{words}”", "去掉“{words}”再问"),
    "ask_data": ("What data do you have?", "有哪些数据？"),
    "ask_list": ("List the {target}", "列出{target}"),
    "carried": ("taken over from the question before", "沿用上一问"),
    "corrected": ("“{word}” is read as “{meaning}”.", "“{word}”按“{meaning}”理解。"),
    "model_word": (
        "“{word}” is read as “{meaning}”: so the model {model} understands it.",
        "“{word}”按“{meaning}”理解：这是模型 {model} 的理解。",
    ),
    "model_query": (
        "The question is read as the model {model} understands it.",
        "问题按模型 {model} 的理解解读。",
    ),
    "no_target": (
        "The question does not say what to look for. The loaded data know: {known}.",
        "问题没有说明要查找什么。已加载的数据包括：{known}。",
    ),
    "which_target": ("Which features are meant: {options}?", "要查找的是哪一类：{options}？"),
    "ambiguous_name": ("“{mention}” is the name of several things: {options}. Which one is meant?",
                       "“{mention}”有多个含义：{options}。指的是哪一个？"),
    "no_layer": (
        "No layer of {entity} is loaded. The loaded data know: {known}.",
        "没有加载{entity}图层。已加载的数据包括：{known}。",
    ),
    "no_attribute": (
        "The loaded {entity} have no {attribute}. They have: {known}.",
        "已加载的{entity}没有“{attribute}”。可用的属性有：{known}。",
    ),
    "which_element": ("Anomalies of what? For example: {options}.", "哪一种元素的异常？例如：{options}。"),
    "no_anchor": ("Near or far from what? Name a kind of feature, a feature or coordinates.",
                  "相对于什么？请说出一类对象、一个对象的名称或坐标。"),
    "target_in": ("{target} in {region}", "{region}的{target}"),
    "target_alone": ("{target}", "{target}"),
    "target_of": ("{target}: {question}", "{question}的{target}"),
    "which_anchor": ("What does the relation refer to: {options}?", "空间关系指的是哪一类对象：{options}？"),
    "no_region": (
        "The question means a region but none is chosen: all loaded data are searched.",
        "问题提到了区域，但没有选定区域：在全部已加载数据中查找。",
    ),
    "which_name": ("Several {entity} are called “{mention}”: {options}. Which one is meant?",
                   "名称中含“{mention}”的{entity}有多个：{options}。指的是哪一个？"),
    "unknown_name": (
        "“{mention}” is neither a kind of feature nor the name of one that is loaded.{nearest}",
        "“{mention}”既不是对象类型，也不是已加载对象的名称。{nearest}",
    ),
    "nearest": (" Most alike: {options}.", "最接近的有：{options}。"),
    "out_of_scope": (
        "The loaded data cannot answer this{about}. They know: {known}.",
        "已加载的数据无法回答这个问题{about}。可以查询：{known}。",
    ),
    "about": (" (nothing is known of “{words}”)", "（没有关于“{words}”的数据）"),
    "aggregate": (
        "Correlations, densities and clusters cannot be computed from a question. "
        "Lists, counts, averages, sums, groups, the highest values and distances can.",
        "不能由提问计算相关性、密度或聚类；可以查询清单、数量、平均值、总和、分组统计、最高值和距离。",
    ),
    "no_answer": (
        "“{words}” speaks of an earlier answer, and there is none in this conversation. "
        "Say which features are meant.",
        "“{words}”指的是之前的回答，但本次对话中还没有。请说明指的是哪些对象。",
    ),
    "gap": (
        "I could not place {words} in the question, and an answer without it could mislead. "
        "Say it in other words, or leave it out.",
        "无法理解问题中的{words}，忽略它作答可能产生误导。请换一种说法，或去掉这部分再问。",
    ),
    "two_kinds": (
        "The question speaks of {entity} and of “{words}”, and I cannot tell how the two go together. "
        "Put the kind that you want listed first, as in “Which {words} contain …?”.",
        "问题同时提到{entity}和“{words}”，无法确定两者的关系。请先说要列出的对象，例如“包含……的{words}有哪些？”。",
    ),
    "unsafe_write": (
        "Questions only read the data; nothing was changed. Data are loaded and removed in the Spatial data tab.",
        "提问只能读取数据，没有做任何修改。数据的加载和移除请使用“空间数据”页。",
    ),
    "prompt_injection": (
        "This is an instruction to the program, not a question about the data; it was not followed. "
        "The data know: {known}.",
        "这是对程序的指令，而不是关于数据的问题，未予执行。可以查询：{known}。",
    ),
    "route_knowledge": ("This is a question for the documents.", "这个问题需要查阅文献资料。"),
    "route_prospectivity": ("This is a question about prospectivity.", "这是关于找矿潜力的问题。"),
}  # fmt: skip


def say(key: str, language: Language, **values: object) -> str:
    """The sentence `key` in `language` with its places filled in."""
    template = _TEXTS[key][1 if language == "zh" else 0]
    return template.format(**values)


def number(value: float, language: Language) -> str:  # noqa: ARG001  # both languages write digits the same way
    """A number without needless decimals."""
    return f"{value:g}"


def listing(items: list[str], language: Language) -> str:
    """Items in a row with the comma of the language."""
    return ("、" if language == "zh" else ", ").join(items)
