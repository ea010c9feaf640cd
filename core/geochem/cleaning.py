"""From the table as it was loaded to the one that is analysed, with everything that was left out and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.geochem import places
from core.geochem.censored import NAMED, fill, recode
from core.geochem.fitness import Choices, ElementQuality, judged
from core.geochem.species import species
from core.geochem.table import Array, Flags, Note, Samples, require

__all__ = ["Choices", "Cleaned", "ElementQuality", "clean"]

LEAST_ROWS = 10
"""Fewer samples than this say nothing about how elements vary together."""


@dataclass(frozen=True)
class Cleaned:
    """A complete table of positive concentrations, and how it came about."""

    samples: Samples
    parts: Samples
    """The same samples with every element that is fit, also those not chosen: the whole for log-ratios."""
    quality: tuple[ElementQuality, ...]
    notes: tuple[Note, ...]
    rows_in: int
    rows_used: int
    sites: int

    @property
    def values(self) -> Array:
        """(n, p) in ppm, positive and finite."""
        return self.samples.values


def clean(samples: Samples, choices: Choices) -> Cleaned:
    """Clean `samples`.

    Raises:
        AnalysisError: fewer than two elements or ten samples are left; the sentence says what took them.
    """
    notes: list[Note] = []
    rows_in = len(samples)
    chosen = choices.elements or samples.symbols
    samples.columns((*chosen, *choices.forced))  # refuses names that are not there
    table = _special(_placed(samples, notes), notes)
    table = _analysed(table, tuple(chosen), notes)
    sites = int(places.site_numbers(table).max()) + 1 if len(table) else 0
    if sites < len(table):
        notes.append(
            Note("sites_merged" if choices.merge else "sites_repeated", {"rows": len(table), "sites": sites})
        )
        table = places.merge_sites(table) if choices.merge else table
    _enough_rows(table)
    quality = judged(table, choices)
    fit = tuple(x.name for x in quality if x.used)
    kept = tuple(x for x in chosen if x in fit)
    _enough_elements(kept, chosen, quality)
    notes.extend(_species(table, kept))
    complete = _complete(table.columns(kept), notes)
    whole = fill(table.columns(fit).rows(complete), choices.censored)
    parts_full: Flags = np.asarray(np.isfinite(whole.values).all(axis=0))
    parts = whole.columns(tuple(x for x, full in zip(fit, parts_full, strict=True) if full))
    used = parts.columns(kept)
    _enough_rows(used)
    return Cleaned(used, parts, quality, tuple(notes), rows_in, len(used), sites)


def _placed(samples: Samples, notes: list[Note]) -> Samples:
    there = places.possible(samples.lon, samples.lat)
    if not there.all():
        notes.append(Note("no_place", {"rows": int((~there).sum())}))
    return samples.rows(there)


def _special(samples: Samples, notes: list[Note]) -> Samples:
    recoded = recode(samples)
    for key, counts in (
        ("sentinels", recoded.sentinels), ("negatives", recoded.negatives), ("zeros", recoded.zeros),
    ):  # fmt: skip
        where = [x for x, n in zip(samples.symbols, counts, strict=True) if n]
        if where:
            notes.append(Note(key, {"cells": sum(counts), "elements": ", ".join(where)}))
    if recoded.impossible:
        notes.append(_impossible(samples, recoded.impossible))
    return recoded.samples


def _impossible(samples: Samples, cells: tuple[tuple[int, int], ...]) -> Note:
    """Contents above the whole: how many, and the first of them as (element, content, unit, sample, row)."""
    which = []
    for i, j in cells[:NAMED]:
        element = samples.elements[j]
        content = float(np.fmax(samples.values[i, j], samples.limits[i, j])) / element.ppm
        name = samples.names[i] if samples.names else ""
        which.append((element.name, content, element.unit, name, int(samples.ids[i])))
    return Note("impossible", {"cells": len(cells), "which": tuple(which)})


def _species(samples: Samples, kept: tuple[str, ...]) -> list[Note]:
    """That contents of one oxidation state were kept beside others of their element."""
    own = species(samples.elements)
    told = []
    for x in samples.columns(kept).elements:
        beside = [y.name for y in samples.columns(kept).elements if y.symbol == x.symbol and y.name != x.name]
        if x.name in own and beside:
            told.append(Note("species", {"name": x.name, "others": ", ".join(beside)}))
    return told


def _analysed(samples: Samples, chosen: tuple[str, ...], notes: list[Note]) -> Samples:
    """Rows in which at least one of the chosen elements was analysed."""
    part = samples.columns(chosen)
    has: Flags = np.asarray((np.isfinite(part.values) | np.isfinite(part.limits)).any(axis=1))
    if not has.all():
        notes.append(Note("not_analysed", {"rows": int((~has).sum())}))
    return samples.rows(has)


def _complete(samples: Samples, notes: list[Note]) -> Flags:
    """Mask of the rows that have every element."""
    complete: Flags = np.asarray((np.isfinite(samples.values) | np.isfinite(samples.limits)).all(axis=1))
    if not complete.all():
        notes.append(Note("incomplete", {"rows": int((~complete).sum())}))
    return complete


def _enough_rows(samples: Samples) -> None:
    n = len(samples)
    require(
        n >= LEAST_ROWS,
        f"Only {n} sample{'s' if n != 1 else ''} can be used; an analysis needs at least {LEAST_ROWS}.",
        f"可用的样品只有 {n} 个，分析至少需要 {LEAST_ROWS} 个。",
    )


REASONS = {
    "empty": ("nothing was measured", "没有测定值"),
    "all_censored": ("all values are below the detection limit", "全部低于检出限"),
    "constant": ("all values are the same", "所有值相同"),
    "missing": ("too many values are missing", "缺失值过多"),
    "censored": ("too many values are below the detection limit", "低于检出限的值过多"),
    "heap": ("too many samples hold the same smallest value", "取同一最小值的样品过多"),
    "twin": ("it repeats another column", "与另一列重复"),
}


def _enough_elements(kept: tuple[str, ...], chosen: tuple[str, ...], quality: tuple[ElementQuality, ...]) -> None:
    out = [x for x in quality if x.name in chosen and not x.used]
    why = "; ".join(f"{x.name}: {REASONS[x.reason.split(':')[0]][0]}" for x in out)
    why_zh = "；".join(f"{x.name}：{REASONS[x.reason.split(':')[0]][1]}" for x in out)
    require(
        len(kept) >= 2,
        f"An analysis needs at least two elements that can be used; there {'is' if len(kept) == 1 else 'are'} "
        f"{len(kept)}{f' ({why})' if why else ''}.",
        f"分析至少需要两个可用元素，现有 {len(kept)} 个{f'（{why_zh}）' if why_zh else ''}。",
    )
