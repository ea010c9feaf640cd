"""Forty questions over the three demo regions, as a geologist would put them; half of them Chinese.

They were written before the reader existed.  What each one means, and its answer, is worked out twice in this
directory without the product: ``expected_sql.py`` and ``expected_python.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Question:
    """One question; `kind` says what is being tested."""

    number: int
    kind: str
    text: str

    @property
    def language(self) -> Literal["en", "zh"]:
        """Language of the question."""
        return "zh" if any("\u4e00" <= c <= "\u9fff" for c in self.text) else "en"


QUESTIONS = (
    Question(1, "distance", "Which gold deposits lie within 5 km of faults in Bayan Obo?"),
    Question(2, "attributes", "List the skarn iron deposits in the Bayan Obo area."),
    Question(3, "count", "How many copper deposits are there in Yunnan?"),
    Question(4, "threshold", "Show me stream sediment samples in Bayan Obo with more than 20 ppb gold."),
    Question(5, "threshold, unit", "Which samples in Sichuan have Cu above 0.02 %?"),
    Question(6, "yes or no", "Are there any tungsten deposits less than 1 km from a thrust fault in Bayan Obo?"),
    Question(7, "nearest to a named feature", "What are the five deposits nearest to the Wulanbaolige fault?"),
    Question(8, "year", "Deposits discovered before 1980 in Yunnan"),
    Question(9, "containment", "Which lead-zinc deposits in Sichuan are hosted in dolomite?"),
    Question(10, "line and polygon", "Faults that cut Permian granite in Bayan Obo"),
    Question(11, "count, line and polygon", "How many faults cross the Bayan Obo Group?"),
    Question(12, "alternatives", "Large or super-large deposits in Bayan Obo"),
    Question(13, "beyond", "Which occurrences in Bayan Obo are more than 5 km away from any fault?"),
    Question(14, "ring", "Find fluorite deposits between 500 m and 3 km from a fault in Bayan Obo"),
    Question(15, "highest", "Which ten samples in Bayan Obo have the highest lanthanum?"),
    Question(16, "two relations", "Gold deposits inside the Bilute Formation within 2 km of a fault"),
    Question(
        17,
        "polygon targets",
        "Which intrusions lie within 1 km of the Northern margin fault belt of the North China Craton?",
    ),
    Question(
        18,
        "count, named reference, threshold",
        "How many samples within 3 km of the Bayan Obo Main Orebody contain more than 500 ppm La?",
    ),
    Question(19, "negated value", "List copper deposits that do not contain gold in Yunnan"),
    Question(20, "farthest", "Which deposit in Sichuan is farthest from any fault?"),
    Question(21, "distance", "白云鄂博地区距断裂5公里以内的岩浆热液型金矿床有哪些？"),
    Question(22, "count", "四川有多少个铅锌矿床？"),
    Question(23, "attributes", "列出白云鄂博地区的大型铁矿"),
    Question(24, "count, threshold, unit", "金含量大于0.05g/t的水系沉积物样品有多少个？"),
    Question(25, "threshold", "四川省锌含量超过200ppm的样点有哪些？"),
    Question(26, "reference with a condition", "距离逆断层2公里以内的铜矿床"),
    Question(27, "nearest to a named feature", "离白云鄂博主矿最近的3个金矿点是哪些？"),
    Question(28, "containment", "产于花岗岩中的钨矿"),
    Question(29, "line and polygon", "哪些断裂穿过二叠纪侵入岩？"),
    Question(30, "year", "云南1990年以后发现的锡矿"),
    Question(31, "beyond", "白云鄂博地区距断裂6公里以外的矿床"),
    Question(32, "yes or no", "四川有没有距离断裂500米以内的金矿？"),
    Question(33, "count, oxide", "白云鄂博地区SiO2含量低于50%的样品有多少？"),
    Question(34, "highest", "白云鄂博地区镧含量最高的5个样品"),
    Question(35, "line targets, named reference", "比鲁特金矿周围3公里内有哪些断裂？"),
    Question(36, "containment, named unit", "白云鄂博群中的金矿床"),
    Question(37, "polygon targets", "距白云鄂博—白乃庙断裂1公里以内的侵入岩体"),
    Question(38, "alternatives", "云南的金矿或银矿"),
    Question(39, "negated relation", "白云鄂博地区不在花岗岩体内的钨矿床"),
    Question(40, "ring", "四川省距断裂1公里到3公里之间的铜矿点"),
)

ROUTING = (
    # Six are given by the product's own statement of what it must route; ten are ours.
    ("history of gold mining near the Najd fault", "knowledge"),
    ("highlight copper deposits within 5 km of faults", "spatial_relation"),
    ("找金矿", "entity_list"),
    ("铜矿床附近的断层", "spatial_relation"),
    ("what is a skarn?", "knowledge"),
    ("where is the prospecting potential highest?", "prospectivity"),
    ("Which gold deposits are larger than medium?", "entity_list"),
    ("Why do ore bodies cluster along faults?", "knowledge"),
    ("Are the arsenic values in the west anomalous?", "geochemical_anomaly"),
    ("Samples with more than 300 ppm lanthanum", "entity_list"),
    ("什么是指示元素？", "knowledge"),
    ("哪里最有可能找到新的金矿？", "prospectivity"),
    ("金异常主要分布在哪些地方？", "geochemical_anomaly"),
    ("列出所有大型铁矿床", "entity_list"),
    ("岩体接触带500米以内的矽卡岩型矿床", "spatial_relation"),
    ("介绍一下斑岩铜矿的蚀变分带", "knowledge"),
)
"""Questions and the branch they belong to."""
