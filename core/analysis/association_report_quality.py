"""What the report of an element association says of the data: what was left out, replaced, and looks wrong."""

from __future__ import annotations

from core.analysis.wording import Count, Words, number, safe
from core.geochem.associate import Association
from core.geochem.cleaning import ElementQuality
from core.geochem.crust import SOURCE, odd_contents
from core.geochem.table import Note

SHOWN = 6
"""Elements with the largest shares below a limit that are named; the table holds all."""
NAMED = 12
"""Elements far from the crust that are named."""
WHOLE = 1e6
"""A whole sample in ppm."""


def quality_lines(found: Association, words: Words) -> list[str]:
    """The part of the report on the data, as a list; one sentence where nothing is to be told."""
    lines = [_note(x, words) for x in found.cleaned.notes]
    lines += [*_left_out(found, words), *_replaced(found, words), *_doubtful(found, words)]
    return [f"- {x}" for x in lines] if lines else [words("quality_clean")]


def _note(note: Note, words: Words) -> str:
    values = {k: Count(v) if isinstance(v, int) else v for k, v in note.values.items()}
    which = values.get("which")
    if isinstance(which, tuple):
        told = [
            words("impossible_named" if name else "impossible_cell", element=element, content=number(content),
                  unit=unit, name=safe(name), row=row)
            for element, content, unit, name, row in which
        ]  # fmt: skip
        more = Count(len(told)) < int(str(note.values["cells"]))
        values["which"] = words.joined(told) + (" …" if more else "")
    return words(f"note_{note.key}", **values)


def _left_out(found: Association, words: Words) -> list[str]:
    choices = found.plan.choices
    chosen = choices.elements or tuple(x.name for x in found.cleaned.quality)
    out: dict[str, list[str]] = {}
    for x in found.cleaned.quality:
        if x.name in chosen and not x.used:
            limit = choices.max_missing if x.reason == "missing" else choices.max_censored
            said = reason(x.reason, words, number(100 * limit, 2))
            out.setdefault(said, []).append(_with_share(x, words))
    return [words("quality_out", reason=k, elements=words.joined(v)) for k, v in out.items()]


def _with_share(x: ElementQuality, words: Words) -> str:
    """An element that was left out, with the share of its values that took it out."""
    share = {"censored": x.censored, "missing": x.missing, "heap": x.lowest}.get(x.reason)
    return x.name if share is None else words("share_of", name=x.name, share=number(100 * share))


def reason(key: str, words: Words, limit: str) -> str:
    """Why an element was left out, in words; `limit` is the per cent allowed."""
    kind, _, other = key.partition(":")
    return words(f"reason_{kind}", other=other, limit=limit)


def _replaced(found: Association, words: Words) -> list[str]:
    lines = []
    used = [x for x in found.cleaned.quality if x.name in found.names]
    censored = sorted((x for x in used if x.censored > 0), key=lambda x: -x.censored)[:SHOWN]
    if censored:
        shares = words.joined([f"{x.name} {number(100 * x.censored, 2)} %" for x in censored])
        rule = words(f"censored_{found.plan.choices.censored}")
        lines.append(words("quality_censored", rule=rule, shares=shares))
        if found.plan.choices.censored == "ros":
            lines.append(words("quality_ros"))
    above = [f"{x.name} {x.above}" for x in used if x.above]
    if above:
        lines.append(words("quality_above", elements=words.joined(above)))
    return lines


def _doubtful(found: Association, words: Words) -> list[str]:
    """What may be wrong with numbers that were taken as they are."""
    lines = []
    heaps = [x for x in found.cleaned.quality if x.name in found.names and x.lowest > 0]
    if heaps:
        heaps.sort(key=lambda x: -x.lowest)
        shares = words.joined([f"{x.name} {number(100 * x.lowest, 2)} %" for x in heaps])
        lines.append(words("quality_heap", shares=shares))
    odd = odd_contents(found.cleaned.samples)[:NAMED]
    if odd:
        told = [
            words("times_above", name=x.name, times=number(x.times, 2)) if x.times > 1
            else words("times_below", name=x.name, times=number(1 / x.times, 2))
            for x in odd
        ]  # fmt: skip
        lines.append(words("quality_crust", source=SOURCE, elements=words.joined(told)))
    over = int((found.values.sum(axis=1) > WHOLE).sum())
    if over:
        lines.append(words("quality_over_whole", n=Count(over)))
    small = [x.name for x in found.summaries if x.median < 1]
    if small and found.prepared.transform == "log1p":
        lines.append(words("quality_small", elements=words.joined(small)))
    return lines
