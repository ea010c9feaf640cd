"""Chinese study areas: X地区, 某省X地区, 某某地区."""

from __future__ import annotations

from core.question.grammar.chinese_orders import ChineseOrders
from core.question.grammar.parts import Part, RegionPart

_MAX_OUTER = 5


class ChinesePlaces(ChineseOrders):
    """Productions for study areas and what stands before their names."""

    def area(self) -> Part | None:
        """A known study area, or an unknown name that stands like one."""
        found = self.attempt(self.outside_of_area) or self.attempt(self.region_inside)
        return found or self._unknown_region()

    def _unknown_region(self) -> RegionPart | None:
        """An unknown name with the noun of an area: ``某某地区``."""
        mark = self.mark()
        found = self.unknown_name()
        if found is None:
            return None
        self.used.extend(found[1])
        if not self.region_noun():
            self.reset(mark)
            return None
        self.take_all("INSIDE", "INNER")
        return RegionPart((found[0],), self.since(mark))

    def outer_area(self) -> tuple[int, ...]:
        """Unknown words right before a known region name: ``某省`` in ``某省X地区``."""
        mark = self.mark()
        unknown = False
        for _ in range(_MAX_OUTER):
            lexeme = self.at()
            region = self.is_name(lexeme) and set(self.name_types(lexeme)) & set(self.region_types())
            if region and not self._region_behind():
                break
            short = lexeme.cjk and len(lexeme.text) == 1
            if not ((lexeme.kind == "unknown" and lexeme.cjk) or self.is_region_noun(lexeme) or short or region):
                self.reset(mark)
                return ()
            unknown = unknown or lexeme.kind == "unknown" or bool(region)
            self.advance()
        else:
            self.reset(mark)
            return ()
        if not unknown:
            self.reset(mark)
            return ()
        return self.since(mark)

    def _region_behind(self) -> bool:
        """True when another region name follows: this one is the wider area."""
        following = self.at(1)
        if self.is_region_noun(following):
            following = self.at(2)
        return self.is_name(following) and bool(set(self.name_types(following)) & set(self.region_types()))
