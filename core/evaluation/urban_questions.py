"""Questions T1–T7 about the urban pack (task types of GeoIR-Compiler): phrasings filled by chance, right answers.

A phrasing belongs to one split, so the test part holds sentences that nobody looked at while the reader was made.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal

from core.evaluation.urban_world import Thing, UndecidedError, UrbanWorld

SEED = 7_001
TASKS = ("T1", "T2", "T3", "T4", "T5", "T6", "T7")
TARGETS = ("hospital", "park", "school", "subway_station")
ANCHORS = ("hospital", "park", "school", "subway_station", "river", "road")
METRES = (500, 800, 1000, 1500, 2000, 2500, 3000, 4000, 5000)
NUMERALS = {2: "两", 3: "三", 4: "四", 5: "五"}
Split = Literal["development", "test"]
SIZES: Mapping[Split, int] = {"development": 25, "test": 75}
"""Questions of each task."""


@dataclass(frozen=True)
class UrbanQuestion:
    """A question, the right answer and what must be bound."""

    id: str
    task: str
    split: Split
    shape: str
    text: str
    names: tuple[str, ...] | None = None
    """Right features, for lists."""
    number: int | None = None
    table: Mapping[str, int] | None = None
    ordered: bool = False
    mentions: tuple[str, ...] = ()
    """Names that the words stand for."""


Right = tuple[dict[str, Any], dict[str, Any]]
"""What fills the phrasing, and the fields of the right answer."""


def questions(world: UrbanWorld, pack: Path, split: Split) -> Iterator[UrbanQuestion]:
    """All questions of one split, the same each time."""
    data = json.loads((pack / "questions.json").read_text(encoding="utf-8"))
    aliases = _aliases(json.loads((pack / "card.json").read_text(encoding="utf-8")), world)
    for task in TASKS:
        rng = random.Random(f"{SEED}{task}{split}")  # noqa: S311 - not for secrets
        maker = _Maker(world, data["nouns"], aliases, rng, aliased=task == "T7")
        yield from _of_task(maker, task, split, data["tasks"][task])


def _of_task(maker: _Maker, task: str, split: Split, shapes: Mapping[str, Any]) -> Iterator[UrbanQuestion]:
    phrasings = [(shape, x) for shape, by_split in shapes.items() for x in by_split[split]]
    seen: set[str] = set()
    for attempt in count():
        if len(seen) == SIZES[split]:
            return
        shape, phrasing = phrasings[attempt % len(phrasings)]
        counting = any(x in phrasing for x in ("多少", "几{", "数量是", "数量", "总数"))
        try:
            fills, right = maker.make(
                f"{shape}", counting=counting and shape not in ("most", "least", "top", "each")
            )
        except UndecidedError:
            continue
        text = phrasing.format(**fills)
        if text in seen:
            continue
        seen.add(text)
        yield UrbanQuestion(f"{task}-{split[:3]}-{len(seen):02d}", task, split, shape, text, **right)


def _aliases(card: Mapping[str, Any], world: UrbanWorld) -> list[tuple[str, Thing]]:
    """Names as people shorten them: curated ones, and what the rules for endings give."""
    by_name = {(k, x.name): x for k, things in world.kinds.items() for x in things}
    found = [(y, by_name[x["entity_type"], x["canonical"]]) for x in card["aliases"] for y in x["aliases"]]
    found += [(x.name.removesuffix("区"), x) for x in world.districts]
    found += [(x.name.removesuffix("站") + "地铁站", x) for x in world.kinds["subway_station"][::4]]
    return found


class _Maker:
    """Draws what a question is about and works out the answer."""

    def __init__(
        self,
        world: UrbanWorld,
        nouns: Mapping[str, Any],
        aliases: Sequence[tuple[str, Thing]],
        rng: random.Random,
        *,
        aliased: bool,
    ) -> None:
        self.world, self.nouns, self.aliases, self.rng = world, nouns, aliases, rng
        self.aliased = aliased

    def make(self, shape: str, *, counting: bool) -> Right:
        """Fills and right answer of one shape.

        Raises:
            UndecidedError: the answer hangs on centimetres or on a tie.
        """
        kind = self.rng.choice(TARGETS)
        fills: dict[str, Any] = {
            "n": self.rng.choice(self.nouns[kind]["words"]),
            "m": self.rng.choice(self.nouns[kind]["measure"]),
        }
        maker: Callable[..., Any] = getattr(self, f"_{shape}")
        right = maker(kind, fills)
        if counting and isinstance(right, tuple):
            return fills, {"number": len(right), "mentions": fills.pop("mentions", ())}
        mentions = fills.pop("mentions", ())
        if isinstance(right, tuple):
            names = tuple(x.name if isinstance(x, Thing) else x for x in right)
            return fills, {"names": names, "mentions": mentions, "ordered": shape == "nearest_k"}
        if isinstance(right, int):
            return fills, {"number": right, "mentions": mentions}
        return fills, {"table": right, "mentions": mentions}

    # --- T1, T5 -----------------------------------------------------------------------------------------------

    def _in_list(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        if self.rng.random() < 0.25:
            kind = self.rng.choice(("road", "river"))
            fills |= {"n": self.nouns[kind]["words"][0], "m": "条"}
        district = self._district(fills)
        return self.world.where(kind, self.world.inside(district))

    _in_count = _in_list

    def _typed_list(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        kind = self._typed(fills)
        district = self._district(fills)
        return self.world.where(kind, self.world.inside(district), self._is(fills["t"]))

    _typed_count = _typed_list

    def _most(self, _kind: str, fills: dict[str, Any]) -> tuple[str, ...]:
        return self.world.most(self._counted(fills), 1)

    def _least(self, _kind: str, fills: dict[str, Any]) -> tuple[str, ...]:
        return self.world.most(self._counted(fills), 1, least=True)

    def _top(self, _kind: str, fills: dict[str, Any]) -> tuple[str, ...]:
        return self.world.most(self._counted(fills), self._count(fills))

    def _each(self, _kind: str, fills: dict[str, Any]) -> dict[str, int]:
        return self._counted(fills)

    def _all(self, _kind: str, fills: dict[str, Any]) -> int:
        kind, conditions = self._some_kind(fills)
        return len(self.world.where(kind, *conditions))

    def _counted(self, fills: dict[str, Any]) -> dict[str, int]:
        kind, conditions = self._some_kind(fills)
        return self.world.counts(kind, *conditions)

    def _some_kind(self, fills: dict[str, Any]) -> tuple[str, tuple[Callable[[Thing], bool], ...]]:
        """A kind of feature, or one type of it, as ``n``."""
        if self.rng.random() < 0.5:
            kind = self._typed(fills)
            fills["n"] = fills["t"]
            return kind, (self._is(fills["t"]),)
        kind = self.rng.choice(list(self.nouns))
        fills |= {
            "n": self.rng.choice(self.nouns[kind]["words"]),
            "m": self.rng.choice(self.nouns[kind]["measure"]),
        }
        return kind, ()

    # --- T2 ---------------------------------------------------------------------------------------------------

    def _where(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        thing = self._anchor(fills, "x", (kind,))
        return tuple(x for x in self.world.districts if self.world.within(thing, x))

    def _river_districts(self, _kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.meeting("district", self._anchor(fills, "r", ("river",)))

    def _road_districts(self, _kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.meeting("district", self._anchor(fills, "r", ("road",)))

    def _district_rivers(self, _kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.meeting("river", self._district(fills))

    def _neighbours(self, _kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        district = self._district(fills)
        return tuple(x for x in self.world.districts if x is not district and x.shape.intersects(district.shape))

    def _crossing(self, _kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.meeting("road", self._anchor(fills, "r", ("river",)))

    # --- T3, T4, T6 -------------------------------------------------------------------------------------------

    def _near_list(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.where(kind, self.world.near(self._anchor(fills, "x"), self._distance(fills)))

    _near_count = _near_list

    def _nearest(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.ranked(self.world.kinds[kind], self._anchor(fills, "x"), 1)

    def _nearest_k(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.ranked(self.world.kinds[kind], self._anchor(fills, "x"), self._count(fills))

    def _farthest(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        return self.world.ranked(self.world.kinds[kind], self._anchor(fills, "x"), 1, far=True)

    def _nearest_in(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        found = self.world.where(kind, self.world.inside(self._district(fills)))
        return self.world.ranked(found, self._anchor(fills, "x"), 1)

    def _in_near(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        inside = self.world.inside(self._district(fills))
        return self.world.where(kind, self.world.near(self._anchor(fills, "x"), self._distance(fills)), inside)

    def _typed_near(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        kind = self._typed(fills)
        near = self.world.near(self._anchor(fills, "x"), self._distance(fills))
        return self.world.where(kind, near, self._is(fills["t"]))

    def _typed_in_near(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        kind = self._typed(fills)
        inside = self.world.inside(self._district(fills))
        near = self.world.near(self._anchor(fills, "x"), self._distance(fills))
        return self.world.where(kind, near, inside, self._is(fills["t"]))

    def _beds(self, _kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        fills["b"] = self.rng.choice((105, 155, 205, 305, 455))
        inside = self.world.inside(self._district(fills))
        return self.world.where("hospital", lambda x: x.cells["beds"] > fills["b"], inside)

    def _two_near(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        one, other = self._anchor(fills, "x"), self._anchor(fills, "y")
        metres = self._distance(fills, METRES[3:])
        if one is other:
            raise UndecidedError
        return self.world.where(kind, self.world.near(one, metres), self.world.near(other, metres))

    def _far(self, kind: str, fills: dict[str, Any]) -> tuple[Thing, ...]:
        inside = self.world.inside(self._district(fills))
        return self.world.where(kind, inside, self.world.far(self._anchor(fills, "x"), self._distance(fills)))

    # --- pieces -----------------------------------------------------------------------------------------------

    def _district(self, fills: dict[str, Any]) -> Thing:
        alias, thing = self.rng.choice([x for x in self.aliases if x[1].kind == "district"])
        self._mention(fills, thing)
        fills |= {"d": thing.name, "da": alias}
        return thing

    def _anchor(self, fills: dict[str, Any], slot: str, kinds: Sequence[str] = ANCHORS) -> Thing:
        if self.aliased:
            alias, thing = self.rng.choice([x for x in self.aliases if x[1].kind in kinds])
            fills[f"{slot}a"] = alias
        else:
            thing = self.rng.choice(self.world.kinds[self.rng.choice(list(kinds))])
        self._mention(fills, thing)
        fills[slot] = thing.name
        return thing

    @staticmethod
    def _mention(fills: dict[str, Any], thing: Thing) -> None:
        fills["mentions"] = (*fills.get("mentions", ()), thing.name)

    def _distance(self, fills: dict[str, Any], choices: Sequence[int] = METRES) -> float:
        metres = self.rng.choice(choices)
        ways = [f"{metres}米"]
        if metres >= 1000:
            ways += [f"{metres / 1000:g}公里", f"{metres / 1000:g}千米"]
        fills["k"] = self.rng.choice(ways)
        return float(metres)

    def _count(self, fills: dict[str, Any]) -> int:
        number = self.rng.choice(list(NUMERALS))
        fills["c"] = self.rng.choice((str(number), NUMERALS[number]))
        return number

    def _typed(self, fills: dict[str, Any]) -> str:
        kind = self.rng.choice(("hospital", "park", "school"))
        fills["t"] = self.rng.choice(sorted({str(x.cells["type"]) for x in self.world.kinds[kind]}))
        fills["m"] = self.rng.choice(self.nouns[kind]["measure"])
        return kind

    @staticmethod
    def _is(kind: str) -> Callable[[Thing], bool]:
        return lambda x: x.cells["type"] == kind
