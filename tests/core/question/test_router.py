"""Routing: whole words, weights, no trick of length or place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.question.reading import Intent
from core.question.router import ORDER, route
from core.settings import ROOT
from core.vocabulary.mappings import KeywordEntry, load_mappings

INTENTS = load_mappings(ROOT / "data_mappings").intents
PROBES: tuple[tuple[str, Intent], ...] = (
    ("history of gold mining near the Najd fault", "knowledge"),
    ("highlight copper deposits within 5 km of faults", "spatial_relation"),
    ("helpful copper targets within 2 km of a thrust", "spatial_relation"),
    ("hi-grade copper deposits in the north", "entity_list"),
    ("hematite deposits", "entity_list"),
    ("gold?", "entity_list"),
    ("show the distribution of gold deposits", "entity_list"),
    ("density of gold occurrences within 5 km of faults", "spatial_relation"),
    ("what is a skarn?", "knowledge"),
    ("How did the carbonatite form?", "knowledge"),
    ("why are rare earths enriched here?", "knowledge"),
    ("which samples have an anomalous copper content?", "geochemical_anomaly"),
    ("Au anomalies along the river", "geochemical_anomaly"),
    ("where is the prospecting potential highest?", "prospectivity"),
    ("Which areas are most likely to host undiscovered gold?", "prospectivity"),
    ("How many deposits are in the province?", "entity_list"),
    ("How much did the population of the city grow from 2000 to 2020?", "entity_list"),
    ("By how much is the area of one province larger compared to another?", "entity_list"),
    ("faults crossing Permian granite", "spatial_relation"),
    ("the 5 deposits closest to a road", "spatial_relation"),
    ("找金矿", "entity_list"),
    ("铁矿", "entity_list"),
    ("断裂", "entity_list"),
    ("全省有多少个金矿点", "entity_list"),
    ("铜矿床附近的断层", "spatial_relation"),
    ("二叠纪花岗岩体内的金矿床", "spatial_relation"),
    ("离断裂最近的三个铜矿", "spatial_relation"),
    ("什么是斑岩型矿床", "knowledge"),
    ("稀土矿床的成因机制是什么", "knowledge"),
    ("介绍一下这个金矿的勘查历史", "knowledge"),
    ("铜异常在哪里", "geochemical_anomaly"),
    ("圈定化探异常", "geochemical_anomaly"),
    ("哪里找矿潜力最大", "prospectivity"),
    ("圈定金矿找矿靶区", "prospectivity"),
    ("预测铜矿", "prospectivity"),
)


@pytest.mark.parametrize(("question", "intent"), PROBES)
def test_probes(question: str, intent: Intent) -> None:
    assert route(question, INTENTS).intent == intent


def test_half_of_the_probes_are_chinese_or_nearly() -> None:
    chinese = sum(any("\u4e00" <= x <= "\u9fff" for x in q) for q, _ in PROBES)
    assert len(PROBES) >= 24
    assert chinese >= 15


def test_the_user_may_choose_and_still_sees_the_scores() -> None:
    plain = route("铜矿床附近的断层", INTENTS)
    chosen = route("铜矿床附近的断层", INTENTS, override="knowledge")
    assert (chosen.intent, chosen.overridden, chosen.scores) == ("knowledge", True, plain.scores)
    assert not plain.overridden


def test_latin_keywords_are_whole_words_and_chinese_ones_stand_anywhere() -> None:
    intents: dict[Intent, tuple[KeywordEntry, ...]] = {
        "knowledge": (KeywordEntry(keyword="hi", weight=5), KeywordEntry(keyword="矿史", weight=5)),
    }
    assert route("history of mining", intents).intent == "entity_list"
    assert route("hi there", intents).intent == "knowledge"
    assert route("某金矿史料", intents).intent == "knowledge"


def test_the_longest_keyword_counts_once() -> None:
    intents: dict[Intent, tuple[KeywordEntry, ...]] = {
        "spatial_relation": (
            KeywordEntry(keyword="nearest to", weight=4),
            KeywordEntry(keyword="nearest", weight=4),
        ),
    }
    found = route("nearest to and again nearest to", intents)
    assert found.scores["spatial_relation"] == 4
    assert [x.keyword for x in found.hits] == ["nearest to", "nearest to"]


@given(st.text(max_size=200))
def test_any_text_is_routed_and_hits_are_where_they_say(question: str) -> None:
    found = route(question, INTENTS)
    assert found.intent in ORDER
    for hit in found.hits:
        assert 0 <= hit.span[0] < hit.span[1] <= len(question)
    assert route(question.upper(), INTENTS).scores == found.scores or not question.isascii()
