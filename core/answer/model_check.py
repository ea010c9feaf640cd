"""The check of a sentence that a model wrote from a claim.

A sentence is accepted when its tokens are the segments of the claim, each at most once, whole, and in their own
order inside; nothing may be left over and nothing that is needed may be missing.  So a changed number, unit, name,
relation or negation is a token that no segment holds, and a swapped pair is a segment that is not whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.answer.model import Citation, Claim
from core.answer.model_segments import Parted, Segment, parted
from core.answer.model_tokens import Token, has_private, tokens, without_marks
from core.errors import Language

LONGEST = 3.0
"""A sentence may have so many times the characters of its claim."""


def accepted(text: str, claim: Claim, language: Language, neutral: Sequence[str] = ()) -> Claim | None:
    """The claim in the words of `text`, with its citations in their new places; None when it says something else.

    Args:
        text: what a model wrote, any characters.
        neutral: words that say nothing in this claim, such as the kind of the feature it is about.
    """
    known = parted(claim, language, neutral)
    text = " ".join(without_marks(text).split())
    if not text or len(text) > LONGEST * len(known.text) + 80 or has_private(text) or not text.isprintable():
        return None
    said = tokens(text, known.values, language, known.neutral)
    order = _order(said, known)
    if order is None:
        return None
    return _cited(text, said, order, claim, language)


def _order(said: Sequence[Token], known: Parted) -> list[Segment] | None:
    """The segments in the order in which a row of tokens holds them; None when it is not made of them."""
    keys = [x.key for x in said]
    needed = {i for i, x in enumerate(known.segments) if x.needed}
    budget = [20_000]

    def search(place: int, used: tuple[int, ...]) -> tuple[int, ...] | None:
        budget[0] -= 1
        if budget[0] < 0:
            return None
        if place == len(keys):
            return used if needed <= set(used) else None
        for i in _fitting(keys, place, used, known.segments):
            if found := search(place + len(known.segments[i].tokens), (*used, i)):
                return found
        return None

    found = search(0, ())
    return [known.segments[i] for i in found] if found else None


def _fitting(
    keys: Sequence[tuple[str, bool]], place: int, used: Sequence[int], segments: Sequence[Segment]
) -> Iterator[int]:
    """Unused segments that stand at a place, the longest first; the name of the feature opens the sentence."""
    named = any(x.kind == "name" for x in segments)
    late = any(segments[i].kind == "part" for i in used)
    fit = [
        i
        for i, x in enumerate(segments)
        if i not in used
        and [t.key for t in x.tokens] == list(keys[place : place + len(x.tokens)])
        and (not named or (x.kind == "name") is (place == 0))
        and not (x.kind == "trait" and late)  # it would read as a trait of what was named last
    ]
    yield from sorted(fit, key=lambda i: -len(segments[i].tokens))


def _cited(
    text: str, said: Sequence[Token], order: Sequence[Segment], claim: Claim, language: Language
) -> Claim | None:
    """The accepted sentence as a claim; None where its values are not those of the claim one by one.

    Values point at their sources, the marks stand at the end.  Values are written as the claim writes them, also
    where the sentence had another blank or letter case.
    """
    values = [x for x in said if x.value]
    sources = [c for segment in order for c in segment.citations]
    if [x.text for x in values] != [c.text for c in sources]:
        return None
    written, end, found = "", 0, []
    for c, (start, stop_at) in zip(sources, (x.span for x in values), strict=True):
        written += text[end:start]
        found.append(replace(c, span=(len(written), len(written) + len(c.text))))
        written, end = written + c.text, stop_at
    text, citations = written + text[end:], tuple(found)
    stop = "。" if language == "zh" else "."
    body = text.rstrip(" .。")
    marks = "".join(f"[{n}]" for n in dict.fromkeys(sorted(c.number for c in citations)))
    gap = " " if language == "en" and marks else ""
    return replace(claim, text=f"{body}{gap}{marks}{stop}", citations=_kept(citations, len(body)))


def _kept(citations: Sequence[Citation], length: int) -> tuple[Citation, ...]:
    return tuple(c for c in citations if c.span is not None and c.span[1] <= length)
