# ruff: noqa: E501  # word lists are easier to keep in long lines
"""What is refused instead of asked back: words left over that speak of what no such data hold, or that want to change them.

A question is only looked at here when nothing was found that it could mean; so a word of these lists never keeps a
question from being answered, and data that know the word (an attribute *owner*) are asked as always.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.question import ir
from core.question.messages import Language, listing, say
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.vocabulary.card import SchemaCard

_FOREIGN_EN = re.compile(
    r"(?:"
    r"cheap|cheaper|cheapest|expensive|operating|operational|abandoned|bankrupt|"
    r"who|whom|whose|company|companies|corporation|firm|firms|owner|owners|own|owns|owned|"
    r"ownership|operator|operators|operate|operated|operates|shareholder|shareholders|investor|"
    r"investors|invest|investment|investments|price|prices|cost|costs|costing|worth|market|markets|"
    r"profit|profits|profitable|revenue|revenues|money|dollars|euros|yuan|budget|licence|licences|"
    r"license|licenses|licensed|permit|permits|concession|concessions|tenement|tenements|claims|"
    r"rights|royalty|royalties|tax|taxes|law|laws|legal|contract|contracts|people|person|persons|"
    r"inhabitants|resident|residents|worker|workers|employee|employees|employed|staff|work|works|"
    r"working|job|jobs|miners|hotel|hotels|restaurant|restaurants|weather|temperature|temperatures|"
    r"rain|rainfall|snow|climate|vegetation|forest|forests|tree|trees|wildlife|animals|animal|"
    r"plants|ph|pollution|polluted|contaminated|contamination|environmental|environment|ecological|"
    r"impact|impacts|safe|safety|dangerous|danger|hazard|hazardous|accident|accidents|earthquake|"
    r"earthquakes|magnitude|epicentre|epicenter|seismic|seismicity|volcano|volcanoes|landslide|"
    r"landslides|flood|floods|magnetic|magnetics|gravity|geophysical|radiometric|aeromagnetic|"
    r"borehole|boreholes|drillhole|drillholes|drilling|drilled|drill|satellite|satellites|photo|"
    r"photos|photograph|photographs|picture|pictures|video|videos|image|images|poem|poems|song|"
    r"songs|joke|jokes|story|stories|recipe|translate|translation|french|german|spanish|russian|"
    r"japanese|latin|president|minister|government|capital|won|win|wins|winner|football|news|"
    r"politics|religion|pretty|prettiest|beautiful|favourite|favorite|slip|porosity|permeability|"
    r"hardness|density|output|production|royalty|phone|telephone|email|mail|website|address|"
    r"traffic|flight|flights|train|trains|bus|buses|ticket|tickets|doctor|school|schools|wedding|"
    r"birthday|game|games|movie|movies|music|recommend|recommendation|equipment|machinery|truck|"
    r"trucks|fuel|electricity|wages|salary|salaries|tourism|tourist|tourists|visitors|holiday|"
    r"holidays"
    r")",
    re.IGNORECASE,
)
_FOREIGN_ZH = re.compile(
    "公司|企业|老板|业主|谁|持有人|采矿权|探矿权|矿权|许可证|价格|价钱|多少钱|钱|行情|市值|利润|成本|投资|股票|股价|税|法律|天气|气温|温度|降雨|气候|人口|职工|员工|工人|矿工|"
    "就业|酒店|宾馆|餐馆|饭店|地震|震级|震中|火山|滑坡|洪水|钻孔|钻探|照片|图片|影像|视频|产量|年产|环保|环境影响|污染|水质|植被|森林|动物|卫星|磁异常|航磁|重力|物探|孔隙度|渗透率|"
    "首都|总统|总理|足球|冠军|世界杯|新闻|笑话|故事|诗|歌|菜|翻译|英语|法语|电话|邮箱|地址|火车|航班|机票|门票|旅游|景点|推荐|工资|电影|音乐|游戏"
)
_CHANGE_EN = re.compile(
    r"(?:"
    r"add|set|change|move|merge|save|create|make|store|assign|replace|correct|fix|clear|reset|"
    r"restore|undo|append|duplicate|copy|convert|import|upload|write|put|rid|unload|reload|"
    r"register|unregister|commit|execute|shift|swap|rewrite|fill|adjust|tag|label|mark|annotate"
    r")",
    re.IGNORECASE,
)
_CHANGE_ZH = re.compile(
    "^[请把将帮我给你麻烦\\s]*?(?:.{0,12}?)(?:设为|设成|设置为|改|移到|移动到|合并成|合并为|保存|存成|存为|创建|建立|新增|增加一|加一[个条]|添加|替换|更正|导入|上传|写入|复制|重置|恢复|撤销|录入)"
)
_PUT_BEFORE = re.compile(
    r"^\W*(?:(?:please|kindly|can|could|would|will|you|i|we|want|need|like|to|now|then|and|just|go ahead|hey|hi|ok|the)\b[\s,]*)*(?P<verb>[a-z]+)(?:\s+(?P<next>[a-z]+))?",
    re.IGNORECASE,
)


def declined(reading: Reading, card: SchemaCard) -> Reading:
    """The reading as a refusal where it is asked back for words that no data like these can know."""
    if reading.ir.action != "clarify" or not reading.left:
        return reading
    kind = _kind(reading)
    if kind is None:
        return reading
    language: Language = "zh" if has_chinese(reading.question) else "en"
    span = (reading.left[0].span[0], reading.left[-1].span[1])
    types = dict.fromkeys(x.entity_type for x in card.layers)
    known = listing([card.entity_types[x].plural.in_(language) for x in types], language)
    if kind == "unsafe_write":
        refuse, message = ir.Refuse(kind="unsafe_write", span=span), say("unsafe_write", language)
    else:
        words = listing([x.text for x in reading.left[:6]], language)
        refuse = ir.Refuse(kind="out_of_scope", missing=words, span=span)
        message = say("out_of_scope", language, about=say("about", language, words=words), known=known)
    return replace(reading, ir=ir.Answer(action="refuse", refuse=refuse, span=span), message=message, choices=())


def _kind(reading: Reading) -> str | None:
    question = reading.question
    if has_chinese(question):
        left = "".join(x.text for x in reading.left)
        if (found := _CHANGE_ZH.match(question)) and any(x.span[0] < found.end() for x in reading.left):
            return "unsafe_write"
        return "out_of_scope" if _FOREIGN_ZH.search(left) else None
    words = {y.lower() for x in reading.left for y in re.findall(r"[A-Za-z]+", x.text)}
    opens = _PUT_BEFORE.match(question)
    verbs = {x.lower() for x in (opens["verb"], opens["next"]) if x} if opens is not None else set()
    if any(_CHANGE_EN.fullmatch(x) for x in verbs & words) or "rid" in words:
        return "unsafe_write"
    return "out_of_scope" if any(_FOREIGN_EN.fullmatch(x) for x in words) else None
