"""Chinese groups: 按矿种, 各地区, 每条断裂5公里内, 哪个地层, 分区间."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.asked import Grouped, Valued
from core.question.grammar.chinese_bands import ChineseBands
from core.question.grammar.chinese_distances import VERBS
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import Phrase, RelationPart
from core.question.grammar.typing import entity_of

_RANKED = ("MOST", "FEWEST", "MAX", "MIN")
_NUMBERS = (
    "HAVE", "HOWMANY", "COUNTED", "SUM", "AVG", "MEDIAN", "STDDEV", "MAXOF", "MINOF", "AREA", "LENGTH", "HOWLONG",
    "HOWBIG", "PERCENTAGE", "SHAREOF",
)  # fmt: skip
"""What may be told of groups."""
_BY_EACH = "分各"
_PARTS, _EACH_PART = (
    ("级", "组", "档", "段", "区间"),
    ("各级", "各组", "每级", "每组", "每档", "各档", "每段", "各段"),
)
_SIZED = ("AREA", "LENGTH", "PERIMETER", "COORDINATES", "HOWLONG", "HOWBIG", "LATITUDE", "LONGITUDE")


class ChineseGrouping(ChineseBands):
    """Productions for the keys of groups."""

    def grouped(self) -> bool:
        """Any key of a group; True when one was read."""
        return bool(
            self.first(self._grouped_by, self._of_the_groups, self._each, self._which, self.bands, self.tally)
        )

    # --- 按 … ----------------------------------------------------------------------------------------------

    def _grouped_by(self) -> bool | None:
        """``按矿种统计``, ``按地区和规模分组``, ``以地区为单位统计``."""
        mark = self.mark()
        opener = self.take("GROUPBY")
        if opener is None:
            return None
        zeros = self.each_word()
        keys = self.keys(mark, zeros=zeros)
        if not keys or self.next_is("SORT", "DESC", "ASC", "TOP"):
            return None
        closed = self.take_all("GROUPEND", "UNITEND", "TALLY", "DE")
        if self.at().key == _BY_EACH and self.at(1).is_("HAVE", "HOWMANY"):  # 按规模分各有几个
            closed += 1
            self.advance()
        banded = any(x.kind == "bucket" for x in keys)
        if not closed and not banded and not self.counting():
            return None
        self.frame.asked.groups.extend(keys)
        if (closed or banded) and not self.frame.asked.aggregates:
            self.frame.intent = "count"
        self.frame.uses.extend(self.since(mark))
        self.frame.listed = True
        return True

    def each_word(self) -> bool:
        """各, 每个 before a key (groups without a member count too); 不同 alone says nothing of them."""
        each = False
        while word := self.take("EACH"):
            each = each or not word.key.startswith("不同")
        return each

    def key(self, mark: Mark, *, zeros: bool) -> Grouped | None:
        """An attribute, 类型, or a kind of feature as the key of a group."""
        self.skip()
        noun = self.noun()
        if self.at().is_("TYPE") and not self.at().entry.content:
            self.take_all("TYPE")
            return Grouped("type", self.since(mark), zeros=zeros)
        measure = None if noun else self.measure_word()
        if measure:
            value = Valued("measure", self.since(mark), measure=measure)
            return self._ranged(mark, value)
        kind = self.attempt(self._kind_by_value)  # 样品最多的铜矿床: no classes of copper
        if kind is not None:
            return Grouped("layer", self.since(mark), phrase=kind, zeros=zeros)
        if attributes := self.attribute():
            self.take_all("CONTENT") if not self.next_is("COUNTED") else ()
            value = Valued("field", self.since(mark), attributes)
            return self._ranged(mark, value) or Grouped("field", self.since(mark), attributes, zeros=zeros)
        phrase = self.attempt(self._described) or self.phrase()
        described = phrase is not None and bool(phrase.head or entity_of(self.card, phrase))
        if phrase is None or not described or phrase.names:
            return None
        return Grouped("layer", self.since(mark), phrase=phrase, zeros=zeros)

    def _kind_by_value(self) -> Phrase | None:
        """A value that is also the name of an attribute, right before the noun that it describes."""
        lexeme, noun = self.at(), self.noun(self.at(1))
        if noun is None or not (lexeme.entry.concepts and lexeme.entry.attributes):
            return None
        owners = {a for c in lexeme.entry.concepts for a in self.card.concepts[c].attributes}
        phrase = self.phrase() if owners & self.card.attributes_of(noun[0]) else None
        return phrase if phrase is not None and phrase.head and not phrase.names else None

    def _ranged(self, mark: Mark, value: Valued) -> Grouped | None:
        """``按金含量0-10、10-50、50以上分段``."""
        here = self.mark()
        self.take_all("GROUPBY", "DE", "LOCATED", "RANGES", "GROUPEND", "HOWMANY", "COUNTED", "EQ")
        limits = self.edges() or self.attempt(self.steps)
        if limits is None:
            self.reset(here)
            return None
        self.take_all("RANGES", "GROUPEND")
        return self.bucket(limits, value, self.since(mark))

    # --- 各 …, 每个 … ---------------------------------------------------------------------------------------

    def _each(self) -> bool | None:
        """``各地区的``, ``每条断裂5公里范围内的``, ``每个岩体被…穿过``."""
        mark = self.mark()
        self.take("LOCATED", "AWAY_FROM")
        if not self.at().is_("EACH"):
            return None
        here = self.i
        kinds = self.at().key.endswith(("类", "种"))
        zeros = self.each_word()
        if self.next_is("HAVE", "HOWMANY") and self.frame.projections and not self.target.head:
            readings, uses = self.frame.projections.pop()
            return self._add_key(mark, Grouped("field", uses, readings, zeros=zeros), counted=True)
        if kinds and self.noun() and not self.at().entry.attributes:
            return self._add_key(mark, Grouped("type", self.since(mark), zeros=zeros), counted=self.counting())
        key = self.key(mark, zeros=zeros)
        if key is None:
            return None
        if key.phrase is None:
            return self._add_key(mark, key, counted=key.kind != "field" or self.counting())
        away = here != mark[0] and self.lexemes[mark[0]].is_("AWAY_FROM")
        return self._key_of_features(mark, key.phrase, zeros=zeros, away=away)

    def _of_the_groups(self) -> bool | None:
        """``按规模分，每级有多少``, ``各类总长``: the groups that were named already."""
        mark = self.mark()
        if not (self.frame.asked.groups and self.take_all("EACH")):
            return None
        if self.at().key in _PARTS or self.at(-1).key in _EACH_PART:
            self.advance() if self.at().key in _PARTS else None
            self.take_all("DE")
            self.frame.uses.extend(self.since(mark))
            return True
        self.take_all("TYPE", "RANGES", "MEASURE", "DE")
        here = self.mark()
        phrase = self.attempt(self.phrase)
        own = phrase is not None and bool(phrase.head) and self.own_kind(phrase)
        self.take_all("DE")
        if not (own and (self.done or self.next_is(*_NUMBERS))):
            self.reset(here)
            if not self.next_is(*_NUMBERS):
                return None
        self.frame.uses.extend(self.since(mark))
        return True

    def _which(self) -> bool | None:
        """``哪个地层…最多``, ``哪种矿种的…平均…最高``: the key of groups that are ranked."""
        if self.target.head or not self.at().is_("WH") or self.at().is_("WHERE"):
            return None
        behind = self.lexemes[self.i + 1 :]
        places = range(self.i + 1, len(self.lexemes))
        ranked = any(
            self.lexemes[x].is_("MOST", "FEWEST", "MODE", "RAREST") and not self._of_value(x) for x in places
        )
        measured = any(x.is_("AVG", "SUM", "MEDIAN", "STDDEV") for x in behind)
        statistic = measured or any(x.is_("COUNTED") and not x.is_("HOWMANY") for x in behind)
        limited = [i for i, x in enumerate(behind) if x.is_("GT", "LT", "GE", "LE", "OR_MORE", "OR_LESS")]
        pieces = any(x.is_("MEASURE") for x in behind[limited[0] :]) if limited else False
        pieces = pieces and not self.is_value(self.at(1))
        counted = bool(limited) and (pieces or any(x.is_("COUNTED") for x in behind))
        if not (ranked or counted or (statistic and any(x.is_(*_RANKED) for x in behind))):
            return None
        mark = self.mark()
        word = self.advance()
        key = self.key(mark, zeros=False)
        if key is None or (counted and not ranked and not measured and key.phrase is not None):
            return None
        self.frame.plural = word.is_("PLURAL")
        self.frame.singular = not word.is_("PLURAL")
        if key.phrase is None:
            return self._add_key(mark, key, counted=True)
        return self._key_of_features(mark, key.phrase, zeros=False, away=False)

    def _of_value(self, place: int) -> bool:
        """True for 床位最多: the features are ordered by a number, nothing is counted."""
        last = self.lexemes[place - 1]
        counted = last.is_("COUNTED", "CONTENT") and not last.entry.content
        before = self.lexemes[place - 2] if counted else last
        return self.is_number(before) and not before.entry.concepts

    def _key_of_features(self, mark: Mark, phrase: Phrase, *, zeros: bool, away: bool) -> bool | None:
        """What stands behind ``每条断裂``: a place word, a verb, or 的."""
        if self._speaks_of_target(phrase, away=away):
            return None
        found = self.attempt(lambda: self.postposition(phrase))
        self.own_conditions(phrase)
        rel: ir.RelName | None = None
        max_m, vague = None, ""
        if isinstance(found, RelationPart) and (found.negated or found.min_m is not None):
            return None
        if isinstance(found, RelationPart):
            rel, max_m, vague = found.rel, found.max_m, found.vague
        else:
            rel = self._verb_of_key()
        self.take_all("DE", "LOCATED", "HAVE") if rel is None else self.take_all("DE", "HAVE")
        key = Grouped("layer", self.since(mark), phrase=phrase, rel=rel, max_m=max_m, zeros=zeros, vague=vague)
        return self._add_key(mark, key, counted=self.counting())

    def _speaks_of_target(self, phrase: Phrase, *, away: bool) -> bool:
        """True for ``每个岩体的面积`` and ``每个矿床最近的断裂``: the features themselves are meant."""
        mark = self.mark()
        self.take_all("DE", "AWAY_FROM")
        own = self.next_is(*_SIZED) and not self._counted_noun_behind()
        nearest = self.next_is("NEAREST") or away
        self.reset(mark)
        return own or nearest or self.own_kind(phrase)

    def _counted_noun_behind(self) -> bool:
        return any(x.entry.entities for x in self.lexemes[self.i + 1 : self.i + 4])

    def _verb_of_key(self) -> ir.RelName | None:
        """``包含的``, ``穿过``, ``被…穿过`` between the key and what is counted."""
        for name, rel in VERBS:
            if self.take(name):
                self.take_all("DE")
                return "within" if rel == "contains" else rel
        mark = self.mark()
        if self.take("PASSIVE"):
            for i in range(self.i, min(self.i + 10, len(self.lexemes))):
                verb = next((rel for name, rel in VERBS if self.lexemes[i].is_(name)), None)
                if verb and not self.lexemes[i].entry.entities:
                    self.used.append(i)
                    return verb
            self.reset(mark)
        return None

    def _add_key(self, mark: Mark, key: Grouped, *, counted: bool) -> bool | None:
        if not counted and not any(x.is_("TALLY", "COUNTED", "HOWMANY") for x in self.lexemes):
            return None
        self.take_all("DE", "INSIDE") if key.phrase is None else ()
        self.frame.asked.groups.append(key)
        self.frame.uses.extend(self.since(mark))
        self.frame.listed = True
        return True
