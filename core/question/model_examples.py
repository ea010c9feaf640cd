"""Examples for the prompt, made from the loaded data, so that they never name what is not there."""

from __future__ import annotations

import json
from collections.abc import Iterator

from core.errors import Language
from core.llm.model import Message
from core.question.model_vocabulary import Vocabulary
from core.vocabulary.card import SchemaCard

_PLAIN = {
    "en": "Which {value} {kind} lie near {other} in {area}?",
    "zh": "{area}附近有{other}的{value}{kind}有哪些？",
}
_NEAR = {"en": "near {other}", "zh": "附近有{other}"}
_COUNT = {"en": "How many {kind} are within {km} km of {other}?", "zh": "距{other}{km}公里以内的{kind}有多少个？"}
_WITHIN = {"en": "within {km} km of {other}", "zh": "距{other}{km}公里以内"}
_HEAD = {"en": "Question: ", "zh": "问题："}
_MOST = 2


def examples(card: SchemaCard, vocabulary: Vocabulary, language: Language) -> Iterator[tuple[Message, Message]]:
    """Questions and their proposals: one with a value and an area, one with a distance."""
    kinds = list(vocabulary.kinds)
    regions = {x.id for x in card.entity_types.values() if x.region}
    area = next((x.canonical for x in card.names if x.entity_type in regions), "")
    for kind in kinds[:1]:
        other = next((x for x in kinds if x != kind), kind)
        words = {"kind": vocabulary.kinds[kind], "other": vocabulary.kinds[other], "area": area, "km": 3}
        found = _value(card, vocabulary, kind)
        if found is not None and area:
            attribute, value = found
            label = vocabulary.values[value]
            text = _PLAIN[language].format(value=label, **words)
            condition = {"attribute": attribute, "op": "=", "value": value, "quote": label}
            near = _relation("near", other, _NEAR[language].format(**words))
            yield _turns(
                language, text, kind, said=words["kind"], ask="list", conditions=[condition], relations=[near],
                region=area,
            )  # fmt: skip
        text = _COUNT[language].format(**words)
        within = _relation("within_distance", other, _WITHIN[language].format(**words))
        yield _turns(
            language, text, kind, said=words["kind"], ask="count", conditions=[], relations=[within], region=""
        )


def _value(card: SchemaCard, vocabulary: Vocabulary, kind: str) -> tuple[str, str] | None:
    """An attribute of a kind of feature with one of its values."""
    for layer in card.layers_of(kind):
        for attribute, column in layer.columns.items():
            for concept in column.concepts:
                if concept in vocabulary.values and attribute in vocabulary.attributes:
                    return attribute, concept
    return None


def _relation(relation: str, kind: str, quote: str) -> dict[str, str]:
    return {"relation": relation, "kind": kind, "name": "", "quote": quote}


def _turns(
    language: Language, text: str, kind: str, *, said: object, ask: str, conditions: list[dict[str, str]],
    relations: list[dict[str, str]], region: str,
) -> tuple[Message, Message]:  # fmt: skip
    question = json.dumps({"question": text, "unknown": []}, ensure_ascii=False)
    proposal = {
        "words": [], "target": {"kind": kind, "quote": said}, "ask": ask, "conditions": conditions,
        "relations": relations,
        "region": region,
    }  # fmt: skip
    told = json.dumps(proposal, ensure_ascii=False)
    return Message("user", _HEAD[language] + question), Message("assistant", told)
