"""Reads the where clauses of style files into predicates; knows comparisons and refuses everything else."""

from __future__ import annotations

import re
from typing import Literal, cast

from core.mapping.predicate import All, AnyOf, Between, Compare, IsNull, Like, Not, OneOf, Predicate, Value

MAX_TEXT = 20_000
MAX_TOKENS = 5_000
MAX_DEPTH = 40
MAX_WILDCARDS = 20
"""``%`` in one pattern."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?(?![\w.]))
    | (?P<text>N?'(?:[^']|'')*')
    | (?P<quoted>"(?:[^"]|"")+"|\[[^\[\]]+\]|`[^`]+`)
    | (?P<op><=|>=|<>|!=|=|<|>)
    | (?P<mark>[(),])
    | (?P<word>[^\W\d][\w$]*(?:\.(?:[^\W\d][\w$]*))*)
    )""",
    re.VERBOSE,
)
_KEYWORDS = {"AND", "OR", "NOT", "IN", "LIKE", "BETWEEN", "IS", "NULL", "DATE", "TIMESTAMP"}
_Op = Literal["=", "<>", "<", "<=", ">", ">="]
_FLIPPED: dict[str, _Op] = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class NotUnderstoodError(ValueError):
    """The clause holds something this grammar does not have; the message names it."""


def parse_where(text: str) -> Predicate:
    """The predicate of a where clause: comparisons, IN, LIKE, BETWEEN, IS NULL, AND, OR, NOT and brackets.

    Raises:
        NotUnderstoodError: anything else, such as a function, a sub-select or arithmetic.
    """
    if len(text) > MAX_TEXT:
        raise NotUnderstoodError(f"{len(text)} characters")
    parser = _Parser(_tokens(text))
    found = parser.either(0)
    parser.end()
    return found


def _tokens(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at, end)
        if match is None or match.lastgroup is None or len(found) >= MAX_TOKENS:
            raise NotUnderstoodError(text[at:end].strip()[:30])
        found.append((match.lastgroup, match.group(match.lastgroup)))
        at = match.end()
    return found


class _Parser:
    """Recursive descent over the tokens."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def _take(self) -> tuple[str, str]:
        token = self._peek()
        self._at += 1
        return token

    def _is(self, *words: str) -> bool:
        """Whether the next tokens are these keywords or marks; takes them if so."""
        for i, word in enumerate(words):
            at = self._at + i
            if at >= len(self._tokens) or self._tokens[at][0] not in {"word", "mark"}:
                return False
            if self._tokens[at][1].upper() != word:
                return False
        self._at += len(words)
        return True

    def _need(self, word: str) -> None:
        if not self._is(word):
            raise NotUnderstoodError(self._peek()[1] or "end")

    def end(self) -> None:
        """Nothing may follow."""
        if self._peek()[0] != "end":
            raise NotUnderstoodError(self._peek()[1])

    def either(self, depth: int) -> Predicate:
        """Terms joined by OR."""
        if depth > MAX_DEPTH:
            raise NotUnderstoodError("((((")
        terms = [self._both(depth)]
        while self._is("OR"):
            terms.append(self._both(depth))
        return terms[0] if len(terms) == 1 else AnyOf(terms=tuple(terms))

    def _both(self, depth: int) -> Predicate:
        terms = [self._negated(depth)]
        while self._is("AND"):
            terms.append(self._negated(depth))
        return terms[0] if len(terms) == 1 else All(terms=tuple(terms))

    def _negated(self, depth: int) -> Predicate:
        if depth > MAX_DEPTH:
            raise NotUnderstoodError("NOT")
        if self._is("NOT"):
            return Not(term=self._negated(depth + 1))
        if self._is("("):
            inner = self.either(depth + 1)
            self._need(")")
            return inner
        return self._condition()

    def _condition(self) -> Predicate:
        kind, _ = self._peek()
        if kind in {"number", "text"}:  # 1 = 1, or a value on the left of its column
            return self._value_first()
        field = self._field()
        negated = self._is("NOT")
        found = self._words(field)
        if found is not None:
            return Not(term=found) if negated else found
        if negated:
            raise NotUnderstoodError(self._peek()[1] or "NOT")
        return Compare(field=field, op=self._operator(), value=self._value())

    def _words(self, field: str) -> Predicate | None:
        if self._is("IN"):
            return OneOf(field=field, values=self._list())
        if self._is("LIKE"):
            pattern = self._value()
            if not isinstance(pattern, str) or pattern.count("%") > MAX_WILDCARDS:
                raise NotUnderstoodError(str(pattern)[:30])
            return Like(field=field, pattern=pattern)
        if self._is("BETWEEN"):
            low = self._value()
            self._need("AND")
            return Between(field=field, low=low, high=self._value())
        if self._is("IS", "NOT", "NULL"):
            return Not(term=IsNull(field=field))
        if self._is("IS", "NULL"):
            return IsNull(field=field)
        return None

    def _value_first(self) -> Predicate:
        value = self._value()
        op = self._operator()
        kind, _ = self._peek()
        if kind not in {"number", "text"}:
            return Compare(field=self._field(), op=_FLIPPED[op], value=value)
        other = self._value()
        if op not in {"=", "<>"} or isinstance(value, str) != isinstance(other, str):
            raise NotUnderstoodError(str(other)[:30])
        return All(terms=()) if (value == other) == (op == "=") else AnyOf(terms=())

    def _operator(self) -> _Op:
        kind, text = self._take()
        if kind != "op":
            raise NotUnderstoodError(text or "end")
        return cast(_Op, "<>" if text == "!=" else text)

    def _field(self) -> str:
        kind, text = self._take()
        if kind == "quoted":
            return text[1:-1].replace('""', '"') if text[0] == '"' else text[1:-1]
        if kind != "word" or text.upper() in _KEYWORDS or self._peek() == ("mark", "("):
            raise NotUnderstoodError(text or "end")
        return text

    def _value(self) -> Value:
        kind, text = self._take()
        if kind == "word" and text.upper() in {"DATE", "TIMESTAMP"}:
            kind, text = self._take()
            if kind != "text":
                raise NotUnderstoodError(text or "end")
        if kind == "text":
            return text[text.index("'") + 1 : -1].replace("''", "'")
        if kind == "number":
            number = float(text)
            whole = number.is_integer() and not set(".eE") & set(text)
            return int(text) if whole else number
        raise NotUnderstoodError(text or "end")

    def _list(self) -> tuple[Value, ...]:
        self._need("(")
        values = [self._value()]
        while self._is(","):
            values.append(self._value())
        self._need(")")
        return tuple(values)
