"""The test sets: the paper's 35 kinds of question, and the wide set in two parts that share no phrasing."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from core.evaluation.phrasing import Phrasebook
from core.evaluation.records import Record, Split

SEED = 20_261
FILES = {"dev": ("development", "development_dialogue"), "test": ("test", "test_dialogue")}
START: Mapping[str, int] = {"dev": 0, "test": 1}
"""Where in the fills of a shape a part begins, so that both parts do not ask for the same things."""


def directory(mappings: Path) -> Path:
    """Where the files of the test sets lie."""
    return mappings / "evaluation"


def records(book: Phrasebook, which: Literal["paper", "dev", "test", "all"]) -> tuple[Record, ...]:
    """The questions of a set, always the same ones in the same order."""
    found: list[Record] = []
    if which in ("paper", "all"):
        found += [_written(x, "paper", f"paper-{i:02d}") for i, x in enumerate(book.read("paper"), 1)]
    for split in ("dev", "test"):
        if which in (split, "all"):
            phrasings, dialogue = FILES[split]
            found += _composed(book, split, book.read(phrasings))
            found += [
                _written(x, split, f"{split}-dialogue-{i:02d}") for i, x in enumerate(book.read(dialogue), 1)
            ]
    return tuple(found)


def _composed(book: Phrasebook, split: Split, phrasings: Mapping[str, Any]) -> Iterator[Record]:
    """One question a phrasing; the fills of a shape take turns."""
    for shape, texts in phrasings.items():
        fills = book.shapes[shape]["fills"]
        turn = START[split]
        for language in ("en", "zh"):
            for i, text in enumerate(texts[language]):
                family = Family(f"{split}-{shape}-{language}-{i + 1}", split, shape, language, text)
                yield _filled(book, family, fills[turn % len(fills)])
                turn += 1


class Family(NamedTuple):
    """One phrasing."""

    id: str
    split: Split
    shape: str
    language: str
    text: str


def _filled(book: Phrasebook, family: Family, fill: Mapping[str, Any]) -> Record:
    entry = book.shapes[family.shape]
    dice = random.Random(SEED + zlib.crc32(family.id.encode()))  # noqa: S311 - the same questions on every run
    box = tuple(fill[k] for k in "wsen") if "box" in str(entry["meaning"]) else None
    return Record(
        id=family.id,
        question=_tidy(book.sentence(family.text, fill, family.language, dice)),
        language=family.language,  # type: ignore[arg-type]
        split=family.split,
        intent=entry["intent"],
        shape=family.shape,
        family=family.id,
        region=str(fill.get("r", "all")),
        features=tuple(entry["features"]),
        meaning=book.meaning(entry["meaning"], fill),
        box=box,
    )


def _tidy(question: str) -> str:
    """The first letter of an English sentence as typed; no doubled articles or spaces."""
    question = re.sub(r"\bthe the\b", "the", question)
    return re.sub(r" {2,}", " ", question).strip()


def _written(entry: Mapping[str, Any], split: Split, number: str) -> Record:
    """A question that was written out in full."""
    expects = entry.get("expects", "answer")
    return Record(
        id=number,
        question=entry["question"],
        language=entry["language"],
        split=split,
        intent=entry["intent"],
        shape=entry["intent"],
        family=number,
        region=entry.get("region", "all"),
        features=tuple(entry.get("features", ())),
        meaning=entry.get("meaning", {"want": expects}),
        expects=expects,
        accept=tuple(entry.get("accept", ())),
        before=tuple(entry.get("before", ())),
    )
