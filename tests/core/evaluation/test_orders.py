"""The development questions in other frames and orders: an answer is an answer to the same question."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from core.evaluation.phrasing import Phrasebook
from core.evaluation.testset import directory, records
from core.question import ir
from core.question.reader import Reader
from core.question.reading import Reading
from core.settings import ROOT
from core.vocabulary.card import SchemaCard
from core.vocabulary.mappings import Mappings
from core.vocabulary.units import Units

EVERY = 4
"""One question in so many is taken."""
SHARED_AREA = ("near_longest", "in_biggest", "over_average", "and_how_far", "chain")
"""Questions whose study area belongs to the reference: behind the question it belongs to what is listed."""
LEAST_READ = 0.85


def test_a_question_in_another_order_is_the_same_question(
    card: SchemaCard, units: Units, mappings: Mappings
) -> None:
    reader = Reader(card, units, mappings.name_words)
    areas = sorted({x.text for x in card.names if card.entity_types[x.entity_type].region}, key=len, reverse=True)
    taken = [
        x
        for x in records(Phrasebook(directory(ROOT / "data_mappings")), "dev")
        if not x.before and x.expects == "answer"
    ]
    wrong, answered, asked = [], 0, 0
    for record in taken[::EVERY]:
        plain = reader.read(record.question)
        if plain.ir.action != "query" or plain.also:
            continue
        for other in _orders(record.question, record.language, areas, moved=record.shape not in SHARED_AREA):
            reading = reader.read(other)
            if reading.ir.action != "query":
                asked += 1
            elif _meaning(reading) == _meaning(plain):
                answered += 1
            else:
                wrong.append((record.question, other))
    assert not wrong
    assert answered >= LEAST_READ * (answered + asked)


def _orders(question: str, language: str, areas: list[str], *, moved: bool) -> Iterator[str]:
    """The question in polite frames, and with its study area at other places."""
    bare = question.rstrip("？?。. ")
    if language == "zh":
        yield f"麻烦帮我查一下，{bare}，谢谢"
        yield f"请问一下，{bare}，列一下就行"
        names = "|".join(re.escape(x) for x in areas if not x.isascii())
        found = re.match(rf"({names})(?!范围|地区|境内)(?:的|里|有)?(.+)$", bare)
        if found is not None and moved:
            yield f"{found[2]}，{found[1]}的"
            yield f"只看{found[1]}，{found[2]}"
            yield f"{found[1]}那边，{found[2]}"
        return
    yield f"I was wondering, if possible: {bare}"
    yield f"{bare} - please list them"
    names = "|".join(re.escape(x) for x in areas if x.isascii())
    found = re.search(rf",? (?:in|of|from) (?:the )?({names})(?=$|,)", bare)
    if found is not None and moved:
        rest = (bare[: found.start()] + bare[found.end() :]).strip()
        yield f"{rest} - {found[1]}"
        yield f"{found[1]} only: {rest}"
        yield f"For {found[1]}, please, {rest}"


def _meaning(reading: Reading) -> str:
    return _text(_sorted(ir.dump(reading.ir, spans=False)))


def _sorted(node: Any) -> Any:
    """The tree with the conditions of every ``and`` flat and in one order."""
    if isinstance(node, dict):
        made = {k: _sorted(v) for k, v in node.items() if k != "assumed"}
        if "and" in made:
            parts = [y for x in made["and"] for y in x.get("and", [x])]
            made["and"] = sorted(parts, key=_text)
        return made
    return [_sorted(x) for x in node] if isinstance(node, list) else node


def _text(node: Any) -> str:
    return json.dumps(node, sort_keys=True, ensure_ascii=False)
