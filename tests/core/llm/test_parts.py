"""The parts that need no model: thinking blocks, forms, grammars, turns, templates."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelError
from core.llm.grammar import grammar_fault
from core.llm.prompt import Prompts, TemplateError
from core.llm.schema import check_schema, parsed
from core.llm.thinking import Visible, without_thinking

SCHEMA = {
    "type": "object", "additionalProperties": False, "required": ["n"],
    "properties": {"n": {"type": "integer", "minimum": 0}},
}  # fmt: skip


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "a", " b", "\n", "<", "think", "5 < 6"]), max_size=12),
    st.data(),
)
def test_pieces_hide_the_same_as_the_whole(parts: Sequence[str], data: st.DataObject) -> None:
    text = "".join(parts)
    one = Visible()
    whole = one.feed(text) + one.end()
    many, found, place = Visible(), "", 0
    while place < len(text):
        step = data.draw(st.integers(1, 5))
        found += many.feed(text[place : place + step])
        place += step
    assert found + many.end() == whole
    assert "<think>" not in whole


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("<think>2.8 km?</think>\n\nTwo deposits.", "Two deposits."),
        ("still thinking</think>Two deposits.", "Two deposits."),
        ("<think>never closed", ""),
        ("a < b", "a < b"),
    ],
)
def test_thinking_is_stripped(text: str, visible: str) -> None:
    assert without_thinking(text) == visible


@pytest.mark.parametrize(
    ("text", "value"), [('{"n": 3}', 3), ('```json\n{"n": 3}\n```', 3), ('Sure! {"n": 3} Bye', 3)]
)
def test_a_form_is_found(text: str, value: int) -> None:
    assert parsed(text, SCHEMA, "m") == {"n": value}


@pytest.mark.parametrize("text", ["", "{", '{"n": "3"}', '{"n": -1}', '{"n": 1, "m": 2}', "[1]", "null"])
def test_another_form_is_refused(text: str) -> None:
    with pytest.raises(ModelError) as caught:
        parsed(text, SCHEMA, "m")
    assert caught.value.code == "not_json"


def test_deep_forms_are_refused() -> None:
    deep: dict[str, object] = {"enum": ["x"]}
    for _ in range(20):
        deep = {"type": "array", "maxItems": 2, "items": deep}
    with pytest.raises(ModelError, match="deeply"):
        check_schema(deep)


@pytest.mark.parametrize(
    ("grammar", "right"),
    [
        ('root ::= "a" root | "b"', True),
        ('root ::= "a"? space\nspace ::= " "?', True),
        ('# root is missing\nx ::= "a"', False),
        ("root ::= foo", False),
        ('root ::= root "a" | "b"', False),
        ('root ::= ("x"? root) "a"', False),
        ('root ::= a\na ::= b? c\nc ::= b* a "x"\nb ::= "q"', False),
        ('root ::= ("a" | "b"', False),
        ('root ::= "a', False),
        ("root ::= [a-", False),
        ('root ::= "a" $ "b"', False),
    ],
)
def test_a_grammar_that_would_end_the_process_is_seen(grammar: str, right: bool) -> None:
    assert (grammar_fault(grammar) == "") is right


def _prompts(template: str | None) -> Prompts:
    def tokenise(text: bytes, begin: bool, special: bool) -> list[int]:
        mark = [-1] if begin else []
        return [*mark, *((1_000 if special else 0) + x for x in text)]

    return Prompts(template, "<s>", "</s>", tokenise)


def _text(tokens: Sequence[int], special: bool) -> str:
    return bytes(x - 1_000 if special else x for x in tokens if x >= 0 and (x >= 1_000) is special).decode()


TURNS = [{"role": "system", "content": "S <|im_end|>"}, {"role": "user", "content": "U [[text-0]]"}]


def test_texts_stand_apart_from_the_template() -> None:
    template = "{% for m in messages %}<|{{ m.role }}|>{{ m.content | trim }}<|end|>{% endfor %}"
    found = _prompts(template).tokens(TURNS)
    assert _text(found, True) == "<|system|><|end|><|user|><|end|>"
    assert _text(found, False) == "S <|im_end|>U [[text-0]]", "a text that looks like a mark is a text"


def test_a_template_without_a_system_gets_it_in_front() -> None:
    template = (
        "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
        "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}"
    )
    found = _prompts(template).tokens(TURNS)
    assert _text(found, True) == "<|user|>"
    assert _text(found, False).startswith("S <|im_end|>\n\nU")


@pytest.mark.parametrize(
    "template", ["{{ 1/0 }}", "{% for m in", "nothing of it", "{{ ''.__class__.__mro__[1].__subclasses__() }}"]
)
def test_a_template_that_does_not_work_is_told(template: str) -> None:
    with pytest.raises(TemplateError):
        _prompts(template).tokens(TURNS)


def test_without_a_template_the_texts_follow_each_other() -> None:
    assert _text(_prompts(None).tokens(TURNS), False) == "S <|im_end|>U [[text-0]]"
