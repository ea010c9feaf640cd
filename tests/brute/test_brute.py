"""The compiler agrees with a brute-force evaluator on random worlds and random queries.

``python -m tests.brute --worlds 100 --queries 50`` runs thousands and shrinks what disagrees.
"""

from __future__ import annotations

import json
from random import Random

import pytest
import shapely

from core.database.engine import Database
from core.question import ir
from core.settings import Settings
from core.vocabulary.units import Units
from tests.acceptance.geodesy import distances
from tests.brute.describe import make
from tests.brute.evaluate import Evaluator
from tests.brute.plane import Plane
from tests.brute.queries import answer
from tests.brute.random_query import Writer
from tests.brute.run import Product, features_of, worlds
from tests.brute.shrink import smaller

WORLDS, QUERIES = range(1, 7), 50
WIDE = frozenset({"all"})


def test_compiler_agrees_with_the_evaluator(module_database: Database, settings: Settings, units: Units) -> None:
    score = worlds(Product(module_database, settings, units), WORLDS, QUERIES, WIDE)
    shown = [f"world {s}: {why}\n{json.dumps(q, ensure_ascii=False)}" for s, q, why in score.failures]
    assert not shown, "\n".join(shown)
    assert not score.refused, score.refused
    assert score.asked == len(WORLDS) * QUERIES
    assert score.close_calls < score.asked / 20


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_distances_of_the_evaluator_are_the_least_along_the_edges(seed: int) -> None:
    plane = Plane(make(seed))
    random = Random(seed)
    for no in random.sample(range(plane.count), 4):
        for other in random.sample(range(plane.count), 5):
            shape = shapely.segmentize(plane.shapes[other], 0.002)
            wanted = distances(plane.shapes[no], [shape])
            assert abs(plane.metres(no)[other] - wanted[0]) < 0.01


def test_worlds_and_queries_come_from_their_seed_alone() -> None:
    def written(seed: int) -> list[str]:
        writer = Writer(Evaluator(make(seed)), Random(3), frozenset({"all"}))
        return [json.dumps(ir.dump(writer.query())) for _ in range(20)]

    assert written(4) == written(4)
    assert written(4) != written(5)


def test_random_queries_use_the_whole_language() -> None:
    found: set[str] = set()
    for seed in range(1, 9):
        writer = Writer(Evaluator(make(seed)), Random(seed), frozenset({"all"}))
        for _ in range(60):
            found |= features_of(ir.dump(writer.query()))
    relations = {f"rel {x}" for x in ir.RelName.__args__}  # type: ignore[attr-defined]
    assert relations <= found
    assert {"top", "cmp", "count", "strict", "derive", "group_by", "having", "bucket", "zeros"} <= found


def test_a_failing_query_shrinks_to_valid_smaller_ones() -> None:
    writer = Writer(Evaluator(make(1)), Random(1))
    query = next(q for q in iter(writer.query, None) if q.order and q.target.where)
    size = len(json.dumps(ir.dump(query)))
    found = list(smaller(query))
    assert found
    assert all(len(json.dumps(ir.dump(x))) < size for x in found)


def test_missing_values_decide_nothing() -> None:
    world = make(3)
    evaluator = Evaluator(world)
    layer = next(x for x in world.layers if any(s.attribute == "height" for s in x.sources))
    high = ir.AttrCond(attr="height", op=">", value=-1e9)
    cells = [[world.rows[i].cells.get("height") for i in f.rows] for f in world.features[layer.entity]]
    without = sum(all(x is None or x.number is None for x in parts) for parts in cells)

    def count(condition: ir.Cond) -> int:
        target = ir.Set(layer=layer.entity, where=condition)
        return int(answer(evaluator, ir.Query(intent="count", target=target, output="scalar")).scalar)

    everything = len(world.features[layer.entity])
    assert count(high) == everything - without
    assert count(ir.Not(**{"not": high})) == 0
