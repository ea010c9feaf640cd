"""English directions: north of X, to the south-east of X within 10 km, 10 km west of X."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from core.question import ir
from core.question.grammar.english_reach import EnglishReach
from core.question.grammar.parts import GroupPart, MeasurePart, RelationPart

SECTORS: tuple[ir.Sector, ...] = get_args(ir.Sector)
DIRECTIONS = tuple(f"DIR_{x}" for x in SECTORS)

_ITS, _IT = ("its", "their", "whose"), ("it", "them", "that", "this")


class EnglishDirections(EnglishReach):
    """The production for the eight sectors."""

    def directed(self) -> RelationPart | GroupPart | MeasurePart | None:
        """A direction from a reference, with a distance before or behind it."""
        mark = self.mark()
        negated = self.opened()
        limit = self.attempt(self._up_to)
        self.take("TO", "AWAY", "IN")
        sectors = self._sectors()
        place = self.used[-1] if sectors else 0
        side = self.take("SIDE")
        if not sectors or (limit is None and not (side and len(sectors) == 1) and self._part_of(place)):
            return None
        if not self.take("OF", "FROM"):
            return None
        if len(sectors) == 1 and (line := self.graticule(sectors[0])):
            return replace(line, uses=self.since(mark))
        anchors = self.anchors()
        if anchors is None:
            return None
        behind = None if limit else self.attempt(self._behind)
        uses = self.since(mark)
        found = [
            RelationPart("direction", anchors[0], uses, None, limit or behind, anchors[1], sector=x)
            for x in sectors
        ]
        return (
            replace(found[0], negated=negated) if len(found) == 1 else GroupPart("or", tuple(found), uses, negated)
        )

    def _sectors(self) -> list[ir.Sector]:
        """``north``, ``north or east``."""
        found: list[ir.Sector] = []
        while len(found) < len(SECTORS):
            mark = self.mark()
            if found and not self.take("OR", "AND", "COMMA"):
                break
            sector = self.sector()
            if sector is None:
                self.reset(mark)
                break
            found.append(sector)
        return found

    def sector(self) -> ir.Sector | None:
        """A word for one of the eight sectors."""
        self.skip(DIRECTIONS)
        for name in SECTORS:
            if self.at().is_(f"DIR_{name}"):
                self.advance()
                return name
        return None

    def _part_of(self, use: int) -> bool:
        """``in the north of X`` is a part of X, not what lies north of it."""
        before = [x for x in self.lexemes[max(use - 2, 0) : use] if x.key != "the"]
        return bool(before) and before[-1].is_("IN") and not before[-1].is_("TO")

    def _up_to(self) -> float | None:
        """``within 10 km``, ``up to 10 km``, ``less than 10 km``, ``10 km`` before the direction; metres."""
        self.take("WITHIN")
        comparison = self.comparison("length")
        if comparison is not None:
            return self.metres(comparison)[1] if comparison.op in ("<", "<=") else None
        quantity = self.quantity("length")
        if quantity is None or quantity.high is not None:
            return None
        base = self.units.dimensions["length"].base
        return round(self.units.convert(quantity.low, quantity.unit or base, base), 6)

    def _behind(self) -> float | None:
        """A distance behind the reference: ``, within 10 km``, ``(up to 10 km)``, ``by less than 10 km``."""
        while self.at().text in ("(", ",") or self.at().is_("AND", "BY"):
            self.advance()
        far = self.take_all("DISTANCE", "IN")
        self.take("COP")
        if not far and not self.next_is("WITHIN", "LE", "LT"):
            return None
        found = self._up_to()
        if found is None or self.next_is("OF", "FROM"):
            return None
        self.take("AWAY")
        if self.at().text == ")":
            self.advance()
        return found

    def directed_again(self) -> RelationPart | None:
        """``… within 20 km of X and lie to its east``, ``…, north of it``: from the reference before."""
        last = self.target.parts[-1][1] if self.target.parts else None
        if not isinstance(last, RelationPart) or last.rel != "near" or last.negated or len(last.anchors) != 1:
            return None
        mark = self.mark()
        self.take_all("COMMA", "AND", "THAT", "COP")
        self.take("TO", "IN")
        self.skip(DIRECTIONS)
        its = self.at(-1).key in _ITS
        sector = self.sector()
        if sector is None:
            return None
        self.take("SIDE")
        if not its and not (self.take("OF", "FROM") and self.at().key in _IT):
            return None
        return RelationPart("direction", last.anchors, self.since(mark), sector=sector)
