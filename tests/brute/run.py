"""Asks random queries of the product and of the evaluator, and keeps the score."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from core.database.cluster import ensure_cluster
from core.database.engine import Database
from core.errors import OreSightError
from core.query.pipeline import Outcome, run_query
from core.question import ir
from core.settings import ROOT, Settings
from core.vocabulary.mappings import load_mappings
from core.vocabulary.units import Units
from tests.brute.compare import difference
from tests.brute.describe import load, make, unload
from tests.brute.evaluate import Evaluator
from tests.brute.evidence import wrong_evidence, wrong_neighbours
from tests.brute.plane import Plane
from tests.brute.queries import answer, nothing
from tests.brute.random_query import Writer
from tests.brute.shrink import smaller
from tests.brute.world import World

MOST_TRIES = 60
"""Smaller queries tried for one that fails."""


@dataclass
class Score:
    """How often both agreed."""

    shrink: bool = False
    """Whether to make failing queries smaller."""
    asked: int = 0
    agreed: int = 0
    close_calls: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    by_feature: dict[str, Counter[str]] = field(default_factory=dict)
    failures: list[tuple[int, dict[str, Any], str]] = field(default_factory=list)
    """World, query, what differs."""
    seconds: float = 0.0

    def __add__(self, other: Score) -> Score:
        """Both together."""
        by_feature = {x: Counter(y) for x, y in self.by_feature.items()}
        for name, found in other.by_feature.items():
            by_feature[name] = by_feature.get(name, Counter()) + found
        return Score(
            self.shrink, self.asked + other.asked, self.agreed + other.agreed,
            self.close_calls + other.close_calls, self.refused + other.refused, by_feature,
            [*self.failures, *other.failures], self.seconds + other.seconds,
        )  # fmt: skip

    def note(self, query: ir.Query, verdict: str) -> None:
        """Count a verdict for every part of the language in the query."""
        for name in features_of(ir.dump(query)):
            self.by_feature.setdefault(name, Counter())[verdict] += 1


def features_of(node: Any) -> set[str]:
    """The parts of the language that occur in a query (bare JSON form)."""
    if isinstance(node, list):
        return {x for part in node for x in features_of(part)}
    if not isinstance(node, dict):
        return set()
    found = {x for part in node.values() for x in features_of(part)}
    for key in ("rel", "intent", "measure", "agg", "overlap", "op"):
        if isinstance(node.get(key), str) and not (key == "measure" and len(node) > 1):
            found.add(f"{key} {node[key]}")
    marks = ("and", "or", "not", "top", "cmp", "count", "min_m", "strict", "names", "derive", "point", "order",
             "limit", "distance_to", "field", "area_of", "const", "group_by", "having", "bucket", "zeros",
             "per_entity", "return", "value", "by_count_of", "dir", "unit")  # fmt: skip
    return found | {x for x in marks if node.get(x) is not None}


@dataclass(frozen=True)
class Product:
    """What the product needs to answer."""

    database: Database
    settings: Settings
    units: Units


class Contest:
    """One world in the database, and both ways to answer."""

    def __init__(self, product: Product, seed: int, *, parts: bool) -> None:
        self.product = product
        self.world = make(seed, parts=parts)
        self.plane = Plane(self.world)

    def __enter__(self) -> Contest:
        load(self.product.database, self.world)
        return self

    def __exit__(self, *_: object) -> None:
        unload(self.product.database, self.world)

    def ask(self, query: ir.Query) -> Outcome:
        """The product's answer."""
        product, card = self.product, self.world.card
        return run_query(
            product.database, query, card, product.units, product.settings, language="en", question=""
        )

    def verdict(self, query: ir.Query) -> tuple[str, str]:
        """``agreed``, ``close``, ``refused`` or ``differs``, with the reason."""
        try:
            expected = answer(Evaluator(self.world, self.plane), query)
        except Exception as error:
            return "differs", f"evaluator: {type(error).__name__}: {error}"
        if expected.near:
            return "close", ""
        try:
            outcome = self.ask(query)
        except OreSightError as error:
            return "differs", f"{type(error).__name__}: {error}"
        if outcome.refusal is not None:
            if outcome.refusal.kind == "missing" and nothing(expected):
                return "agreed", ""  # no layer that is left has an attribute asked for: said instead of "none"
            return "refused", f"{outcome.refusal.kind}: {outcome.refusal.message}"
        evaluator = Evaluator(self.world, self.plane)
        found = (
            difference(self.world, outcome, expected)
            or wrong_evidence(evaluator, query, outcome)
            or wrong_neighbours(evaluator, query, outcome)
        )
        return ("differs", found) if found else ("agreed", "")

    def shrunk(self, query: ir.Query) -> tuple[ir.Query, str]:
        """The smallest query found that still differs."""
        reason = self.verdict(query)[1]
        tried = 0
        while tried < MOST_TRIES:
            for candidate in smaller(query):
                tried += 1
                verdict, why = self.verdict(candidate)
                if verdict == "differs" and not why.startswith("evaluator"):
                    query, reason = candidate, why
                    break
            else:
                return query, reason
        return query, reason


def queries(world: World, seed: int, count: int, wide: frozenset[str]) -> Iterator[ir.Query]:
    """Random queries of a world."""
    writer = Writer(Evaluator(world), Random(seed * 7919 + 13), wide)
    for _ in range(count):
        yield writer.query()


def play(contest: Contest, seed: int, asked: int, wide: frozenset[str], score: Score) -> None:
    """Ask `asked` queries of one world."""
    started = time.process_time()
    for query in queries(contest.world, seed, asked, wide):
        score.asked += 1
        verdict, why = contest.verdict(query)
        score.note(query, verdict)
        score.agreed += verdict == "agreed"
        score.close_calls += verdict == "close"
        if verdict == "refused":
            score.refused[why] += 1
            if score.shrink:
                print(f"world {seed}: {why}\n  {json.dumps(ir.dump(query), ensure_ascii=False)}", flush=True)
        if verdict == "differs":
            small, reason = contest.shrunk(query) if score.shrink else (query, why)
            score.failures.append((seed, ir.dump(small), reason))
            if score.shrink:
                print(f"world {seed}: {reason}\n  {json.dumps(ir.dump(small), ensure_ascii=False)}", flush=True)
    score.seconds += time.process_time() - started


def worlds(product: Product, seeds: range, asked: int, wide: frozenset[str], *, shrink: bool = False) -> Score:
    """Play all worlds of `seeds` with `asked` queries each."""
    score = Score(shrink=shrink)
    for seed in seeds:
        with Contest(product, seed, parts=bool(wide & {"parts", "all"})) as contest:
            play(contest, seed, asked, wide, score)
    return score


def share(directory: Path, queries: int, wide: frozenset[str], no: int, seeds: range) -> Score:
    """The score of some of the worlds, in a database of its own."""
    settings = Settings(local_dir=directory, database_url=None)
    database = Database.open(settings, name=f"brute_{no}", cluster=ensure_cluster(directory / "cluster"))
    product = Product(database, settings, Units(load_mappings(ROOT / "data_mappings").units))
    try:
        return worlds(product, seeds, queries, wide, shrink=True)
    finally:
        database.close()
