"""Abbreviations in questions: ``Fm``, ``Gp``, ``occ.``; what they are read as is told like a corrected word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.question.lexicon import Lexicon
from core.question.tokens import Token

_DOTTED = ("approx", "ca", "max", "min", "avg", "incl", "est", "resp", "no", "nr", "vs", "c")
"""Words that are abbreviations by themselves: a full stop behind them ends nothing."""


def expand(
    tokens: Sequence[Token], abbreviations: Mapping[str, str], lexicon: Lexicon
) -> tuple[tuple[Token, ...], dict[int, str]]:
    """Tokens with abbreviations written out, their full stops left out, and for each what it is read as.

    A word that the loaded data or the vocabulary know as it is stays as it is.
    """
    out: list[Token] = []
    found: dict[int, str] = {}
    for token in tokens:
        dot = token.kind == "symbol" and token.text == "." and bool(out)
        if dot and token.start == out[-1].end and (len(out) - 1 in found or _goes_on(out[-1], tokens, token)):
            continue
        meant = abbreviations.get(token.key) if token.kind == "word" else None
        if meant is not None and not _means(token, lexicon):
            found[len(out)] = meant
            token = replace(token, key=meant)  # noqa: PLW2901  # the full word takes its place
        out.append(token)
    return tuple(out), found


def _goes_on(word: Token, tokens: Sequence[Token], stop: Token) -> bool:
    """True for the full stop of ``approx.`` where the sentence goes on behind it."""
    return word.key in _DOTTED and tokens[-1] is not stop


def _means(token: Token, lexicon: Lexicon) -> bool:
    """True for a word that is a feature, a name or a value by itself; an attribute it stands for anyway."""
    entry = lexicon.entry(token.key, token.text)
    return bool(entry.entities or entry.names or entry.values or entry.concepts)
