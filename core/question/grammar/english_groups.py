"""English conditions that belong together."""

from __future__ import annotations

from core.question.grammar.asked import Valued
from core.question.grammar.english_inverse import EnglishInverse
from core.question.grammar.parts import (
    Connector,
    GroupPart,
    OrderPart,
    Part,
    RegionPart,
    RelationPart,
    ValuePart,
)

_MAX_PARTS = 12
_THOSE = ("those", "ones", "the ones", "that", "which")


class EnglishGroups(EnglishInverse):
    """Productions for brackets and "either"."""

    # --- groups --------------------------------------------------------------------------------------------

    def group(self) -> GroupPart | RelationPart | None:
        """``(near faults or in granite)``, ``either near faults or in granite``, ``not (…)``."""
        return self.first(self._bracketed_group, self._having_either, self._either_or, self._all_but)

    def _all_but(self) -> GroupPart | None:
        """``except those in granite``, ``excluding the ones near faults``."""
        mark = self.mark()
        self.take_all("COMMA")
        if not self.take("EXCEPT"):
            return None
        if (noun := self.noun()) and noun[0] == self.target.entity and not noun[1]:
            self.advance()
        parts = self._listed(closing=(")", "]"), only="or")
        those = any(x.key in _THOSE for x in self.lexemes[mark[0] : self.i])
        kinds = (RelationPart, GroupPart, RegionPart, *((ValuePart,) if those else ()))
        related = parts and all(isinstance(x, kinds) for _, x in parts)
        return self._grouped(parts, mark, negated=True) if parts and related else None

    def _having_either(self) -> RelationPart | None:
        """``have either lakes or rivers``: features inside, not conditions of the target."""
        said = any(x.is_("EITHER") for x in self.lexemes[self.i : self.i + 3])
        return self.having_inside() if said and self.at().is_("HAVE", "WITH", "THAT", "AUX") else None

    def _bracketed_group(self) -> GroupPart | None:
        mark = self.mark()
        negated = self.opened()
        if self.at().text not in ("(", "["):
            return None
        self.advance()
        parts = self._listed(closing=(")", "]"))
        if parts is None or self.at().text not in (")", "]"):
            return None
        self.advance()
        return self._grouped(parts, mark, negated)

    def _either_or(self) -> GroupPart | None:
        mark = self.mark()
        negated = self.open_condition()
        if not self.take("EITHER"):
            return None
        parts = self._listed(closing=(), only="or")
        listed = parts is not None and len(parts) == 1 and isinstance(parts[0][1], ValuePart)
        if parts is None or not (listed or len(parts) > 1):
            return None
        return self._grouped(parts, mark, negated)

    def _listed(self, closing: tuple[str, ...], only: str = "") -> list[tuple[Connector, Part]] | None:
        """Conditions joined by and/or up to a closing sign or the end; None when one cannot be read."""
        found: list[tuple[Connector, Part]] = []
        link: Connector = ""
        while len(found) < _MAX_PARTS:
            part = self.group() or self.first(self.relation, self.condition)
            if part is None or isinstance(part, OrderPart):
                return None
            found.append((link, part))
            noun = self.noun() if isinstance(part, ValuePart) else None
            if noun is not None and noun[0] == self.target.entity and not noun[1]:
                self.advance()  # either gold deposits or silver deposits
            here = self.mark()
            link = self._junction(only)
            if not link or self.at().text in closing:
                self.reset(here)
                break
        return found

    def _junction(self, only: str) -> Connector:
        self.skip(("AND", "OR", "COMMA"))
        comma = self.take("COMMA") is not None
        if self.take("OR"):
            return "or"
        if only == "or":
            return ""
        if self.take("AND"):
            return "and"
        return "and" if comma else ""

    def _grouped(
        self, parts: list[tuple[Connector, Part]], mark: tuple[int, int], negated: bool
    ) -> GroupPart | None:
        """One group in which "and" binds before "or"."""
        alternatives: list[list[Part]] = [[]]
        for link, part in parts:
            if link == "or":
                alternatives.append([])
            alternatives[-1].append(part)
        uses = self.since(mark)
        if len(alternatives) == 1:
            return GroupPart("and", tuple(alternatives[0]), uses, negated)
        options: list[Part] = [
            x[0] if len(x) == 1 else GroupPart("and", tuple(x), tuple(sorted({u for y in x for u in y.uses})))
            for x in alternatives
        ]
        return GroupPart("or", tuple(options), uses, negated)

    def own_order(self) -> OrderPart | None:
        """``with the highest Au``, ``nearest to X`` behind a reference."""
        found = self.first(self._extreme, self._nearest)
        if not isinstance(found, OrderPart) or (found.kind == "distance" and found.anchor is None):
            return None
        return found

    def of_extent(self) -> OrderPart | None:
        """``that covers the largest area``, ``of greatest length``."""
        mark = self.mark()
        self.take_all("THAT")
        covers = self.take("COVERING") is not None
        if covers and self.take("MOST") and (word := self.take("AREA")) is not None:
            value = Valued("measure", (self.used[-1],), measure="area")
            return OrderPart("value", "desc", self.since(mark), value=value) if word else None
        if covers and not self.next_is("MAX", "MIN"):
            return None
        found = self.own_order()
        return found if found is not None and found.kind == "value" else None

    def area_before_extent(self) -> RegionPart | None:
        """``the body of X that has the greatest area``: the area named stands between."""
        area = self.relation() if self.next_is("IN", "OF") else None
        behind = self.mark()
        follows = isinstance(area, RegionPart) and bool(area.names) and self.of_extent() is not None
        self.reset(behind)
        return area if follows and isinstance(area, RegionPart) else None
