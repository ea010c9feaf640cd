"""Label expressions of style files: fields, texts and a few functions.  Nothing is ever evaluated as code."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from core.mapping.style_model import LabelPart

MAX_TEXT = 4_000
MAX_DEPTH = 12
MAX_LABEL = 400
"""Characters of one finished label."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<field>\$feature\.(?P<dotted>[^\W\d]\w*)
        | \$feature\[\s*(?:'(?P<single>[^']+)'|"(?P<double>[^"]+)")\s*\] | \[(?P<brackets>[^\[\]]+)\])
    | (?P<text>"(?:[^"\\]|\\.|"")*"|'(?:[^'\\]|\\.)*')
    | (?P<number>\d{1,9})
    | (?P<newline>TextFormatting\.NewLine|vbNewLine|vbCrLf|vbLf)
    | (?P<word>[^\W\d]\w*)
    | (?P<mark>[+&(),;])
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_ESCAPED = {"n": "\n", "t": "\t", "r": "", "\\": "\\", "'": "'", '"': '"'}
_NAMES = {
    "ucase": "upper", "upper": "upper", "lcase": "lower", "lower": "lower", "trim": "trim", "ltrim": "trim",
    "rtrim": "trim", "proper": "proper", "text": "", "str": "", "cstr": "", "string": "", "unicode": "",
    "cint": "round:0",    "int": "floor", "floor": "floor", "round": "round", "abs": "abs",
}  # fmt: skip
_MARKUP = re.compile(r"</?(?:BOL|ITA|UND|CLR|FNT|SUB|SUP|ACP|SCP|LIN|CHR|WRD|BSE|_)\b[^<>]{0,120}>", re.IGNORECASE)
"""Formatting tags of labels; they are dropped, as is any other look inside a label."""


class NotALabelError(ValueError):
    """The expression holds something else than fields, texts and known functions."""


def parse_label(expression: str) -> tuple[LabelPart, ...]:
    """The parts of a label expression in Arcade, VBScript, JScript or Python form.

    Raises:
        NotALabelError: the expression needs a program: conditions, several lines, unknown functions.
    """
    text = expression.strip()
    if len(text) > MAX_TEXT:
        raise NotALabelError(f"{len(text)} characters")
    text = re.sub(r"\A(?:return\s+)", "", text, flags=re.IGNORECASE).rstrip(";").strip()
    parser = _Parser(_tokens(text))
    parts = parser.joined(0)
    parser.end()
    return tuple(p for p in parts if p.field or p.text)


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotALabelError(text[at : at + 20])
        kind = match.lastgroup or ""
        if match.group("field"):
            names = (match.group(n) for n in ("dotted", "single", "double", "brackets"))
            found.append(("field", next(n for n in names if n).strip()))
        else:
            found.append((kind, match.group(kind)))
        at = match.end()
    return found


def _unquoted(text: str) -> str:
    inner = text[1:-1].replace('""', '"')
    plain = re.sub(r"\\(.)", lambda m: _ESCAPED.get(m.group(1), m.group(1)), inner, flags=re.DOTALL)
    return _MARKUP.sub("", plain)


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._at = 0

    def _take(self) -> tuple[str, str]:
        token = self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")
        self._at += 1
        return token

    def _is(self, marks: str) -> bool:
        here = self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")
        if here[0] == "mark" and here[1] in marks:
            self._at += 1
            return True
        return False

    def end(self) -> None:
        """Nothing may follow."""
        if self._at < len(self._tokens):
            raise NotALabelError(self._tokens[self._at][1])

    def joined(self, depth: int) -> list[LabelPart]:
        """Parts joined by ``+`` or ``&``."""
        parts = self._one(depth)
        while self._is("+&"):
            parts += self._one(depth)
        return parts

    def _one(self, depth: int) -> list[LabelPart]:
        if depth > MAX_DEPTH:
            raise NotALabelError("(")
        kind, text = self._take()
        if kind == "field":
            return [LabelPart(field=text)]
        if kind == "text":
            return [LabelPart(text=_unquoted(text))]
        if kind == "newline":
            return [LabelPart(text="\n")]
        if kind == "number":
            return [LabelPart(text=text)]
        if kind == "mark" and text == "(":
            parts = self.joined(depth + 1)
        elif kind == "word" and text.lower() in _NAMES and self._is("("):
            parts = self._called(text.lower(), depth)
        else:
            raise NotALabelError(text or "end")
        if not self._is(")"):
            raise NotALabelError(text)
        return parts

    def _called(self, name: str, depth: int) -> list[LabelPart]:
        inner = self.joined(depth + 1)
        function = _NAMES[name]
        if self._is(","):
            kind, digits = self._take()
            if name not in {"round", "text"} or kind not in {"number", "text"}:
                raise NotALabelError(digits)
            function = f"round:{int(digits)}" if kind == "number" else _pattern(digits)
        elif function == "round":
            function = "round:0"
        if not function:
            return inner
        return [
            p.model_copy(update={"functions": (*p.functions, function)})
            if p.field
            else LabelPart(text=apply(function, p.text))
            for p in inner
        ]


def _pattern(quoted: str) -> str:
    """``Text(x, '0.00')``: the number of decimals of a number pattern."""
    match = re.fullmatch(r"[#0,]*(?:\.([#0]*))?", quoted[1:-1])
    if match is None:
        raise NotALabelError(quoted)
    return f"round:{len(match.group(1) or '')}"


def apply(function: str, text: str) -> str:
    """`text` put through one function of :data:`LabelPart.functions`; what is no number passes unchanged."""
    name, _, digits = function.partition(":")
    simple: Mapping[str, Callable[[str], str]] = {
        "upper": str.upper, "lower": str.lower, "trim": str.strip, "proper": str.title,
    }  # fmt: skip
    if name in simple:
        return simple[name](text)
    try:
        number = float(text)
        if name == "round":
            return f"{number:.{min(int(digits or 0), 12)}f}"
        return f"{abs(number):g}" if name == "abs" else f"{number // 1:.0f}"
    except (ValueError, OverflowError):
        return text


def label_of(parts: tuple[LabelPart, ...], values: Mapping[str, Any]) -> str:
    """The label of one feature; `values` by the field names of `parts`.  A missing value is left empty."""
    said = []
    for part in parts:
        text = part.text
        if part.field:
            value = values.get(part.field)
            text = "" if value is None or (isinstance(value, float) and math.isnan(value)) else str(value)
            if isinstance(value, float) and value.is_integer():
                text = f"{value:.0f}"
            for function in part.functions:
                text = apply(function, text)
        said.append(text)
    return "".join(said).strip()[:MAX_LABEL]
