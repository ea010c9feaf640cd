"""Segmentation: tokens and lexicon matches become one sequence of lexemes.

Among all ways to cover the question the cheapest is taken: few unexplained characters first, then few and long
entries.  Two Chinese entries may share one character (``花岗岩`` + ``岩体`` in ``花岗岩体``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.question import numbers
from core.question.lexicon import Lexicon
from core.question.meanings import END, Lexeme
from core.question.normalise import Normalised, visible
from core.question.parting import parted
from core.question.polarity import positive
from core.question.tokens import Token, join_keys

_UNKNOWN_WORD, _UNKNOWN_CJK, _SYMBOL, _NUMBER, _CJK_NUMBER = 3.0, 3.0, 0.5, 0.5, 1.2
_SCALED = 0.1
"""A word of a scale behind digits is rather the beginning of a longer word: 95 百分位数."""
_ENTRY, _SHORT_ENTRY, _SYMBOL_ENTRY, _SHARED = 1.0, 1.3, 0.4, 0.5
_MAX_NUMBER = 1e15
"""What is larger is no quantity of anything that is asked for."""
_MAX_NUMERAL = 12
_THAN = "than"
_SHORTENED = 0.1
"""A shortened name gives way to whole words: ``X`` + ``西北方向`` rather than ``X西`` + ``北方向``."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The best way to go on from one token: `end` is where the piece ends, `next` where the rest starts."""

    cost: float
    end: int
    next: int
    kind: str


def segment(question: Normalised, tokens: Sequence[Token], lexicon: Lexicon) -> tuple[Lexeme, ...]:
    """The lexemes of a question.  Time is linear in its length for a given vocabulary."""
    matches = _matches(tokens, lexicon)
    steps: list[_Step | None] = [None] * (len(tokens) + 1)
    counting = [_counts(i, tokens, lexicon) for i in range(len(tokens))]
    steps[len(tokens)] = _Step(0.0, len(tokens), len(tokens), "end")
    for i in range(len(tokens) - 1, -1, -1):
        steps[i] = _best(i, tokens, matches[i], steps, counting, lexicon=lexicon)
    lexemes: list[Lexeme] = []
    i = 0
    while i < len(tokens):
        step = steps[i]
        assert step is not None  # noqa: S101  # every position has at least the one-token step
        lexemes.append(_lexeme(question, tokens[i : step.end], step.kind, lexicon))
        i = step.next
    return positive(parted(_join_unknown(question, lexemes), lexicon), lexicon)


def _matches(tokens: Sequence[Token], lexicon: Lexicon) -> list[list[int]]:
    """For each token the end positions (exclusive) of the lexicon entries that start there, longest first."""
    key = join_keys([(x.key, x.wordlike) for x in tokens])
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    position, before = 0, False
    for i, token in enumerate(tokens):
        if token.wordlike and before:
            position += 1
        starts[position] = i
        position += len(token.key)
        ends[position] = i + 1
        before = token.wordlike
    found: list[list[int]] = [[] for _ in tokens]
    for start, end in lexicon.matches(key):
        if start in starts and end in ends:
            found[starts[start]].append(ends[end])
    for ends_here in found:
        ends_here.sort(reverse=True)
    return found


def _counts(i: int, tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """True for a number that a unit follows."""
    if tokens[i].kind != "number" or i + 1 >= len(tokens):
        return False
    following = tokens[i + 1]
    return bool(lexicon.entry(following.key, following.text).units)


def _best(
    i: int, tokens: Sequence[Token], matches: list[int], steps: list[_Step | None], counting: Sequence[bool],
    *, lexicon: Lexicon,
) -> _Step:  # fmt: skip
    options: list[_Step] = []

    def offer(cost: float, end: int, following: int, kind: str) -> None:
        rest = steps[following]
        if rest is not None:
            options.append(_Step(cost + rest.cost, end, following, kind))

    token = tokens[i]
    for end in matches:
        cjk = all(x.kind == "cjk" for x in tokens[i:end])
        symbols = all(x.kind == "symbol" for x in tokens[i:end])
        cost = _SYMBOL_ENTRY if symbols else _SHORT_ENTRY if cjk and end - i == 1 else _ENTRY
        if token.kind == "number" and end == i + 1 and not counting[i]:
            cost = _SYMBOL_ENTRY  # a number that the data use as a word
        if cjk and end - i > 1 and lexicon.is_core("".join(x.key for x in tokens[i:end])):
            cost += _SHORTENED
        if end - i > 1 and end < len(tokens) and tokens[end].key == _THAN:
            cost += _SHORTENED  # or | less than
        offer(cost, end, end, "entry")
        if cjk and end - i > 1:
            offer(_ENTRY + _SHARED, end, end - 1, "shared")
    if token.kind == "cjk":
        end = i
        while end < len(tokens) and end - i < _MAX_NUMERAL and tokens[end].text in numbers.CJK_NUMERALS:
            end += 1
            if numbers.chinese("".join(x.text for x in tokens[i:end])) is not None:
                offer(_CJK_NUMBER, end, end, "number")
        offer(_UNKNOWN_CJK, i + 1, i + 1, "unknown")
    elif token.kind == "number":
        offer(_NUMBER, i + 1, i + 1, "number")
        if i + 1 < len(tokens) and numbers.scale(tokens[i + 1].text) is not None:
            offer(_NUMBER + _SCALED, i + 2, i + 2, "number")
    else:
        offer(_UNKNOWN_WORD if token.kind == "word" else _SYMBOL, i + 1, i + 1,
              "unknown" if token.kind == "word" else "symbol")  # fmt: skip
    return min(options, key=lambda x: (round(x.cost, 6), -x.end))


def _lexeme(question: Normalised, tokens: Sequence[Token], kind: str, lexicon: Lexicon) -> Lexeme:
    start, end = tokens[0].start, tokens[-1].end
    span = question.span(start, end)
    text = visible(question.original[span[0] : span[1]])
    key = join_keys([(x.key, x.wordlike) for x in tokens])
    cjk = tokens[0].kind == "cjk"
    if kind == "number":
        number = _number(tokens)
        if number is not None and number > _MAX_NUMBER:
            return Lexeme("unknown", text, span, key, cjk=cjk)
        return Lexeme("number", text, span, key, number=number, cjk=cjk)
    if kind in ("entry", "shared"):
        entry = lexicon.entry(key, question.text[start:end])
        value = numbers.english(key.split(" ")) if "NUMBER" in entry.words else None
        if value is None and "NUMBER" in entry.words:
            value = numbers.english([key])
        return Lexeme("entry", text, span, key, entry=entry, number=value, cjk=cjk)
    return Lexeme("symbol" if kind == "symbol" else "unknown", text, span, key, cjk=cjk)


def _number(tokens: Sequence[Token]) -> float | None:
    if tokens[0].kind == "cjk":
        return numbers.chinese("".join(x.text for x in tokens))
    value = numbers.digits(tokens[0].text)
    if value is not None and len(tokens) > 1:
        value *= numbers.scale(tokens[1].text) or 1.0
    return value


def _join_unknown(question: Normalised, lexemes: list[Lexeme]) -> list[Lexeme]:
    """Neighbouring unknown Chinese characters are one word."""
    out: list[Lexeme] = []
    run: list[Lexeme] = []
    for lexeme in [*lexemes, END]:
        unknown = lexeme.kind == "unknown" and lexeme.cjk
        if run and not (unknown and run[-1].span[1] == lexeme.span[0]):
            out.append(_joined(question, run))
            run = []
        if unknown:
            run.append(lexeme)
        elif lexeme is not END:
            out.append(lexeme)
    return out


def _joined(question: Normalised, run: list[Lexeme]) -> Lexeme:
    if len(run) == 1:
        return run[0]
    span = (run[0].span[0], run[-1].span[1])
    text = visible(question.original[span[0] : span[1]])
    return Lexeme("unknown", text, span, "".join(x.key for x in run), cjk=True)
