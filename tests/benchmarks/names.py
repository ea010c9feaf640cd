"""Names at scale: memory and processor time of a reader over many names, and of single questions.

``python -m tests.benchmarks.names [NUMBER ...]`` prints one line for each number of names (default 10 000, 100 000
and 1 000 000, half of them English, half Chinese).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.question.reader import Reader
from core.settings import ROOT
from core.vocabulary.card import Name
from core.vocabulary.mappings import load_mappings
from tests.core.question.cards import geology

SIZES = (10_000, 100_000, 1_000_000)
REPEATS = 5
_SYLLABLES = (
    "ba", "bo", "ka", "ko", "la", "lo", "ma", "mo", "na", "no", "ra", "ro", "sa", "so", "ta", "to", "ya", "yo",
    "zha", "sha", "gu", "lin", "hai", "bei", "dor", "gan", "nir", "tul",
)  # fmt: skip
_CHARACTERS = "白云山河金银铜石龙凤溪江海东西南北上下大小青红黄黑水木火土林坪沟岭峰梁湾川原台"
_KINDS = (
    ("deposit", "ores", " gold deposit", "金矿"), ("fault", "breaks", " Fault", "断裂"),
    ("geo_body", "units", " pluton", "岩体"),
    ("geo_body", "units", " Formation", "组"), ("deposit", "ores", "", ""),
)  # fmt: skip


def names(number: int) -> tuple[Name, ...]:
    """`number` invented names, the same on every run."""
    rng = random.Random(20_240_501)
    found: list[Name] = []
    for i in range(number // 2):
        kind, table, english, chinese = _KINDS[i % len(_KINDS)]
        words = ["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4))).capitalize() for _ in range(2)]
        one, other = (
            f"{' '.join(words)}{english}",
            "".join(rng.choices(_CHARACTERS, k=rng.randint(3, 5))) + chinese,
        )
        found += [Name(one, kind, table, (i + 1,), one), Name(other, kind, table, (i + 1,), one)]
    return tuple(found)


def resident_mb() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def measure(number: int) -> str:
    """One line of the report."""
    made = names(number)
    card, units = geology()
    words = load_mappings(ROOT / "data_mappings").name_words
    before, started = resident_mb(), time.process_time()
    reader = Reader(replace(card, names=(*card.names, *made)), units, words)
    built, grown = time.process_time() - started, resident_mb() - before
    english, chinese = made[number // 3 * 2 % number].text, made[(number // 3 * 2 + 1) % number].text
    questions = {
        "name": f"deposits within 5 km of {english}", "名称": f"距{chinese}5公里以内的矿床",
        "no name": "gold deposits near faults", "misspelt": f"deposits near {english[:4]}x{english[4:]}",
        "unknown": "deposits near Nowhere Mountain",
    }  # fmt: skip
    reader.read(questions["unknown"])  # the index of likenesses is made by the first unknown name
    index = resident_mb() - before - grown
    times = "  ".join(f"{k} {_milliseconds(reader, q):.1f} ms" for k, q in questions.items())
    costs = f"built in {built:.1f} s of processor time, {grown:.0f} MB + {index:.0f} MB for likenesses"
    return f"{number:>9,} names: {costs}; {times}"


def _milliseconds(reader: Reader, question: str) -> float:
    """Least processor time of a few readings."""
    found = []
    for _ in range(REPEATS):
        started = time.process_time()
        reader.read(question)
        found.append((time.process_time() - started) * 1000)
    return min(found)


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    for number in [int(x) for x in arguments] or SIZES:
        print(measure(number), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
