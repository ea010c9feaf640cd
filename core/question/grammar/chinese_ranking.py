"""Chinese orders and limits of groups: 最多, 最常见, 平均…最高, 数量超过5."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Grouped, Ranked
from core.question.grammar.chinese_limits import ChineseLimits
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import OrderPart, Phrase
from core.question.meanings import Lexeme


class ChineseRanking(ChineseLimits):
    """Productions for what is done with groups."""

    def ranked(self) -> bool:
        """Any order or limit of groups; True when one was read."""
        found = self.first(
            self._most_of_value, self._most, self._mode, self._ranked_measure, self._limited, self.sorted_groups,
            self._number_of,
        )  # fmt: skip
        return bool(found)

    def _most(self) -> bool | None:
        """``铜矿最多``, ``矿床数量最少的地区``: what is counted stands before the word."""
        mark = self.mark()
        if self.frame.asked.groups and self._most_first(mark):
            return True
        rel = None if self.target.head or self.frame.asked.groups else self._verb_of_key()
        max_m, around = (None, False) if rel or self.frame.asked.groups else self.zone()
        rel = "near" if around else rel
        phrase = self.attempt(self._counted_phrase)
        alone = not self.target.head and self.at().is_("MOST", "FEWEST")
        if phrase is None and (rel or not (alone or (self.target.head and self._most_next()))):
            return None
        self.take_all("COUNTED", "DE", "ALL")
        word = self.take("MOST", "FEWEST", "MAX", "MIN") or self._top_of_count()
        if word is None or (word.is_("MAX", "MIN") and not word.is_("MOST", "FEWEST") and not self._was_counted()):
            return None
        uses = self.since(mark)
        if phrase is not None and not self.target.head and around:
            self.passed_is_target()
        if phrase is not None:
            self.alternatives_of(phrase)
        if phrase is not None and not self._count(phrase):
            return None
        if around and self.frame.asked.groups:
            self.frame.asked.groups[-1] = replace(self.frame.asked.groups[-1], rel=rel, max_m=max_m)
        if not self.frame.asked.groups and not self._key_behind(rel, max_m):
            return None
        direction: ir.Direction = "desc" if word.is_("MOST", "MAX", "TOP") else "asc"
        self.frame.asked.ranked = Ranked(direction, uses)
        self._top_behind()
        return True

    def _top_of_count(self) -> Lexeme | None:
        """``数量排名前三``."""
        mark = self.mark()
        word = self.take("TOP") if self._was_counted() else None
        number = self.number() if word else None
        if number is None:
            self.reset(mark)
            return None
        self.take("MEASURE")
        self.frame.limit = int(number)
        return word

    def _most_first(self, mark: Mark) -> bool:
        """``哪个地区拥有最多的铜矿``: the word stands before what is counted."""
        self.take_all("HAVE")
        word = self.take("MOST", "FEWEST")
        self.take_all("DE")
        phrase = self.attempt(self.phrase) if word else None
        if word is None or phrase is None or not phrase.head or phrase.names or not self._count(phrase):
            self.reset(mark)
            return False
        self.frame.asked.ranked = Ranked("desc" if word.is_("MOST") else "asc", self.since(mark))
        return True

    def _most_of_value(self) -> bool | None:
        """``床位数最多的医院``: the order of the features by a number they have."""
        mark = self.mark()
        value = self.valued()
        if value is None or value.kind != "field":
            return None
        self.take_all("COUNTED", "DE", "ALL")
        word = self.take("MOST", "FEWEST")
        if word is None or self.frame.asked.groups:
            return None
        direction: ir.Direction = "desc" if word.is_("MOST") else "asc"
        self.wait(OrderPart("field", direction, self.since(mark), value.attributes))
        return True

    def _was_counted(self) -> bool:
        return any(self.lexemes[x].is_("COUNTED") for x in self.used[-2:])

    def _most_next(self) -> bool:
        return self.next_is("MOST", "FEWEST", "COUNTED")

    def _counted_phrase(self) -> Phrase | None:
        phrase = self.counted_noun()
        if phrase is None or not phrase.head or phrase.names:
            return None
        return phrase if self._most_next() else None

    def _key_behind(self, rel: ir.RelName | None = None, max_m: float | None = None) -> bool:
        """``…最多的地区``, ``…最多的是哪个矿种``."""
        mark = self.mark()
        self.take_all("DE", "COP")
        word = self.take("WH")
        self.take("TOP")
        number = self.number()
        if number is not None:
            self.take("MEASURE")
            self.frame.limit = int(number)
        key = self.key(mark, zeros=False)
        if key is None:
            self.reset(mark)
            return False
        if key.phrase is not None:
            key = replace(key, rel=rel, max_m=max_m)
        elif rel is not None:
            self.reset(mark)
            return False
        self.frame.asked.groups.append(key)
        self.frame.singular = bool(word and not word.is_("PLURAL"))
        self.frame.listed = True
        return True

    def _top_behind(self) -> None:
        """``最多的3个地区``, ``最多的前3个``: how many groups."""
        mark = self.mark()
        self.take_all("DE")
        top = self.take("TOP")
        number = self.number()
        if number is None or not (self.take("MEASURE") or top):
            self.reset(mark)
            return
        self.frame.limit = int(number)
        again = self.attempt(self.phrase)
        if again is not None and again.names:
            self.reset(mark)
        self.frame.uses.extend(self.since(mark))

    def _mode(self) -> bool | None:
        """``最常见的矿种``, ``哪种岩性最常见``."""
        mark = self.mark()
        word = self.take("MODE", "RAREST")
        if word is None:
            return None
        self.take_all("DE", "COP", "WH")
        key = None if self.frame.asked.groups else self.key(mark, zeros=False)
        if key is None and not self.frame.asked.groups and self.frame.projections:
            readings, uses = self.frame.projections.pop()
            key = Grouped("field", uses, readings)
        if key is not None:
            self.frame.asked.groups.append(key)
        if not self.frame.asked.groups:
            return None
        self.frame.asked.ranked = Ranked("desc" if word.is_("MODE") else "asc", self.since(mark))
        self.frame.listed = True
        return True

    def _ranked_measure(self) -> bool | None:
        """``平均金含量最高(的岩体)``: the statistic was read, the word for the order follows."""
        asked = self.frame.asked
        if not asked.aggregates:
            return None
        mark = self.mark()
        self.take_all("DE")
        word = self.take("MAX", "MIN", "MOST", "FEWEST")
        if word is None:
            return None
        uses = self.since(mark)
        if not asked.groups:
            if self.target.head and not self.target.names and self._next_ends():
                asked.groups.append(Grouped("layer", (), phrase=self.taken_target()))
                self.become(Phrase())
            elif not self._key_behind():
                return None
        direction: ir.Direction = "desc" if word.is_("MAX", "MOST") else "asc"
        asked.ranked = Ranked(direction, uses, counted=False)
        self._top_behind()
        return True

    def _next_ends(self) -> bool:
        return self.done or self.at().is_("STOP", "COP")

    def _number_of(self) -> bool | None:
        """``矿床数``: a count without a question word."""
        lexeme = self.at()
        if not self.target.head or not lexeme.is_("COUNTED") or lexeme.is_("HOWMANY") or lexeme.entry.content:
            return None
        return self.ask("count")
