"""What holds for every question, whatever it is made of."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.question import ir
from core.question.reading import Reading
from tests.core.question.forms import geologist, read

_TEXT = (
    "gold copper deposits faults samples granite Permian within inside near not and or with of the in from to "
    "between 5 10 km m ppm ppb Au La As > < >= above below more than less highest nearest Rydal Orrest Fell large "
    "how many is there which discovered before 1990 , ? ( ) - longer crossing containing that except both by top "
    "anomalies 距 断裂 5公里 以内 的 金 矿床 样品 花岗岩 二叠纪 内 附近 位于 穿过 包含 且 或 和 不 大于 小于 "
    "含量 最近 最高 有多少 有没有 哪些 青岭 地区 霍尔金矿 1990年 以前 发现 异常 除 以外 三个 百分之五 至 之间 "
    "被 切割 与 相交 、 。 ： ； “ ” 135个 点 矿产地 row 文件 .csv[2]"
)
WORDS = _TEXT.split()
sentences = st.lists(st.sampled_from(WORDS), max_size=25).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)
mixed = st.lists(st.one_of(st.text(max_size=5), st.sampled_from(WORDS)), max_size=20).map(" ".join)
anything = st.one_of(st.text(max_size=200), sentences, mixed)


@given(anything)
@settings(max_examples=150, deadline=None)
def test_any_text_has_a_reading_with_spans_inside_it(question: str) -> None:
    reading = read(question)
    for node in _nodes(ir.dump(reading.ir)):
        if "span" in node:
            start, end = node["span"]
            assert 0 <= start < end <= len(question)
            assert len(node) > 1
    for word in (*reading.unexplained, *(w for w, _ in reading.corrections)):
        assert question[slice(*word.span)] == word.text != ""
    assert reading.ir.action != "query" or reading.ir.query is not None
    assert reading.ir.action == "query" or reading.message != ""


@given(anything)
@settings(max_examples=60, deadline=None)
def test_the_ir_survives_json_and_reading_is_deterministic(question: str) -> None:
    reading = read(question)
    assert ir.Answer.model_validate(ir.dump(reading.ir)) == reading.ir
    assert read(question) == reading


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_every_node_is_explained_by_words_or_assumed(question: str) -> None:
    for node in _nodes(ir.dump(read(question).ir)):
        known = {"attr", "rel", "layer", "cmp", "not", "or", "distance_to", "field"} & node.keys()
        assert not known or "span" in node or "assumed" in node, node


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_full_width_characters_change_nothing(question: str) -> None:
    wide = "".join(chr(ord(x) + 0xFEE0) if "!" <= x <= "~" else x for x in question)
    assert _bare(read(wide)) == _bare(read(question))


@given(sentences, st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_invisible_characters_change_nothing(question: str, place: int) -> None:
    place = min(place, len(question))
    marked = question[:place] + "\u202e\u200b\ufeff\x00" + question[place:]
    assert _bare(read(marked)) == _bare(read(question))


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_a_chosen_region_is_the_only_thing_it_adds(question: str) -> None:
    plain, chosen = read(question), geologist().read(question, region="Low Wood")
    if plain.ir.query is not None and chosen.ir.query is not None:
        assert chosen.unexplained == plain.unexplained
        assert ir.dump(chosen.ir.query, spans=False)["intent"] == ir.dump(plain.ir.query, spans=False)["intent"]


def _nodes(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [x for item in value for x in _nodes(item)]
    if isinstance(value, dict):
        return [value, *(x for item in value.values() for x in _nodes(item))]
    return []


def _bare(reading: Reading) -> Any:
    """The bare IR; mentions of names keep the characters as typed, so they are left out."""
    return _without_texts(ir.dump(reading.ir, spans=False))


def _without_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_texts(x) for x in value]
    if isinstance(value, dict):
        return {k: _without_texts(v) for k, v in value.items() if k not in ("names", "missing", "value")}
    return value
