"""Label expressions are read as fields, texts and a few functions, and never run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.mapping.label_text import NotALabelError, label_of, parse_label

VALUES = {"NAME": " Bayan Obo ", "AU": 12.345, "N": 3.0, "a b": "x", "品位": "0.5", "E": None}


@pytest.mark.parametrize(
    ("expression", "label"),
    [
        ("[NAME]", "Bayan Obo"),
        ("$feature.NAME", "Bayan Obo"),
        ("$feature['a b']", "x"),
        ('$feature["品位"] + "%"', "0.5%"),
        ('[NAME] + " / " + [N] + " l/s"', "Bayan Obo  / 3 l/s"),
        ("[N] & vbNewLine & [E]", "3"),
        ("$feature.N + TextFormatting.NewLine + $feature.N", "3\n3"),
        ("UCase(Trim([NAME]))", "BAYAN OBO"),
        ("Round($feature.AU, 1)", "12.3"),
        ("Text($feature.AU, '0.00')", "12.35"),
        ("str([AU]) + ' ppb'", "12.345 ppb"),
        ("return $feature.N;", "3"),
        ('"<BOL>" & [N] & "</BOL>"', "3"),
        ("'it\\'s ' + [N]", "it's 3"),
        ("(([N]))", "3"),
    ],
)
def test_labels(expression: str, label: str) -> None:
    assert label_of(parse_label(expression), VALUES) == label


@pytest.mark.parametrize("expression", [
    "if ($feature.A > 1) { return 2 }", "When($feature.A == 1, 'x', 'y')", "[A] * 2", "eval('1')",
    "__import__('os')",
    "Function FindLabel ( [A] )\n FindLabel = [A]\nEnd Function", "[A] +", "+ [A]", "([A]", "[A] [B]", "x",
    "Round([A], [B])", "(" * 50 + "[A]" + ")" * 50, "def f(x): return x", "$feature.A.B", "`${1}`",
])  # fmt: skip
def test_programs_are_refused(expression: str) -> None:
    with pytest.raises(NotALabelError):
        parse_label(expression)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        label_of(parse_label(text), VALUES)
    except NotALabelError:
        return
