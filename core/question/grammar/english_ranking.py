"""English orders and limits of groups: the most, most common, the highest average, with more than 5."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Grouped, Ranked
from core.question.grammar.english_limits import EnglishLimits
from core.question.grammar.parts import Connector, OrderPart, Part, Phrase, RelationPart
from core.question.grammar.typing import entity_of


class EnglishRanking(EnglishLimits):
    """Productions for what is done with groups."""

    def grouped(self) -> bool:
        """Any word of a group; True when one was read."""
        found = self.first(
            self.tally, self.sorted_groups, self._limited, self._ranked_by_count, self._ranked_groups,
            self._on_top, self._most_of_value, self._most, self._mode, self._in_which, self._the_region,
            self._rank_verb, self._having_attribute, self.grouped_by, self.bands, self.of_each,
        )  # fmt: skip
        return bool(found)

    # --- the most ------------------------------------------------------------------------------------------

    def _most(self) -> bool | None:
        """``which region has the most deposits``, ``the stratum containing the fewest deposits``."""
        mark = self.mark()
        rel = self.verb_of_most()
        word = self.take("MOST", "FEWEST")
        if word is None or (word.key == "most" and not self._noun_soon()) or self._of_reference(mark[0]):
            return None
        self.take_all("OF")
        phrase = self.attempt(self.anchor_phrase) or self.attempt(self._alternatives)
        if not isinstance(phrase, Phrase) or not (phrase.head or phrase.parts):
            return None
        distance = self.attempt(self.bare_distance)
        if distance or (self._ends_behind() and self.take("NEAR")):
            rel = "near"
        uses = self.since(mark)
        if not self._regroup(phrase, rel, distance, uses):
            return None
        self.frame.asked.ranked = Ranked("desc" if word.is_("MOST") else "asc", uses)
        return True

    def _alternatives(self) -> Phrase | None:
        """``the most listed or protected churches``: two values before one noun."""
        anchors = self.anchors()
        found = [x for x in anchors[0] if isinstance(x, Phrase)] if anchors and anchors[1] == "or" else []
        if anchors is None or len(found) != len(anchors[0]) or any(x.names or len(x.parts) != 1 for x in found):
            return None
        if len({entity_of(self.card, x) for x in found if x.head}) != 1 or not found[-1].head:
            return None
        parts: list[tuple[Connector, Part]] = [("or" if i else "", x.parts[0][1]) for i, x in enumerate(found)]
        uses = sorted({y for x in found for y in x.uses})
        return replace(found[-1], parts=parts, uses=uses)

    def _on_top(self) -> bool | None:
        """``…, and give me the fault that comes out on top``."""
        groups = self.frame.asked.groups
        if not groups or self.frame.asked.ranked is not None:
            return None
        mark = self.mark()
        self.take_all("AND", "COMMA", "LIST")
        phrase = self.attempt(self.noun_phrase_alone)
        self.take_all("THAT", "WH")
        if not self.take("ONTOP") or (phrase is not None and groups[0].phrase is None):
            return None
        self.frame.asked.ranked = Ranked("desc", self.since(mark))
        self.frame.plural = False
        return True

    def _most_of_value(self) -> bool | None:
        """``which hospital has the most beds``: the order of the features by a number they have."""
        if not self.target.head:
            return None
        mark = self.mark()
        self.take_all("WITH", "THAT", "AUX")
        word = self.take("MOST", "FEWEST")
        value = self.valued() if word else None
        if word is None or value is None or value.kind != "field" or self.noun(self.at_after_filler()):
            return None
        direction: ir.Direction = "desc" if word.is_("MOST") else "asc"
        self.target.parts.append(("", OrderPart("field", direction, self.since(mark), value.attributes)))
        return True

    def _of_reference(self, start: int) -> bool:
        """``within 3 km of the granite with the most samples``: said of the reference, which is not the key."""
        parts = [x for _, x in self.target.parts if isinstance(x, RelationPart)]
        if not parts or not self.target.head:
            return False
        place = start if self.lexemes[start].key == "with" else start - 1
        near = parts[-1].anchors[-1]
        named = not isinstance(near, Phrase) or bool(near.names)
        return not named and max(_places(parts[-1])) == place - 1 and self.lexemes[place].key == "with"

    def _ends_behind(self) -> bool:
        return self.at(1).kind == "end" or self.at(1).is_("STOP")

    def _noun_soon(self) -> bool:
        return any(x.entry.entities for x in self.lexemes[self.i : self.i + 5])

    def _the_region(self) -> bool | None:
        """``the region with the most deposits``: the words for the chosen study area name the kind here."""
        word = self.at()
        if self.target.head or not word.is_("THIS_REGION") or not word.key.startswith("the "):
            return None
        if not any(x.is_("MOST", "FEWEST") for x in self.lexemes[self.i + 1 : self.i + 5]):
            return None
        regions = (self.card.entity_types[x] for x in self.region_types())
        kind = next((x for x in regions if word.key.removeprefix("the ") in (*x.synonyms, x.labels.en)), None)
        if kind is None:
            return None
        self.target.entity = kind.id
        self.target.head.append(self.i)
        self.target.uses.append(self.i)
        self.advance()
        return True

    def _in_which(self) -> bool | None:
        """``in which region are there the most …``, ``near which fault``: the key before the counted noun."""
        if self.target.head or not any(x.is_("MOST", "FEWEST") for x in self.lexemes):
            return None
        mark = self.mark()
        place = self.take("NEAR", "IN", "INSIDE", "WITHIN")
        if place is None or not self.take("WHICH", "WH"):
            return None
        attributes = self.attribute() if not self.noun() else None
        phrase = self.anchor_phrase() if not attributes else None
        self.take_all("COP", "AUX", "THERE")
        if attributes:
            self.frame.asked.groups.append(Grouped("field", self.since(mark), attributes))
        elif isinstance(phrase, Phrase) and phrase.head:
            rel: ir.RelName = "near" if place.is_("NEAR") else "within"
            self.frame.plural = phrase.plural
            self.frame.asked.groups.append(Grouped("layer", self.since(mark), phrase=phrase, rel=rel))
        else:
            return None
        self.frame.listed = True
        return True

    def _mode(self) -> bool | None:
        """``the most common commodity``, ``which fault type is most common``."""
        mark = self.mark()
        self.take_all("COP", "AUX") if self.frame.projections else ()
        number = self.number()
        word = self.take("MODE", "RAREST")
        if word is None:
            return None
        self.frame.limit = int(number) if number else self.frame.limit
        key = self.key(mark, zeros=False)
        if key is None and self.frame.projections:
            readings, uses = self.frame.projections.pop()
            key = Grouped("field", (*uses, *self.since(mark)), readings)
        if key is None or key.kind == "layer":
            return None
        self.frame.asked.groups.append(key)
        self.frame.asked.ranked = Ranked("desc" if word.is_("MODE") else "asc", self.since(mark))
        self.frame.plural = any(self.lexemes[u].key.endswith("s") for u in key.uses)
        self.frame.listed = True
        return True

    def _ranked_groups(self) -> bool | None:
        """``which formation has the highest average Cu``, ``the region with the largest total fault length``."""
        if not (self.target.head or self.frame.projections or self.frame.asked.groups):
            return None
        mark = self.mark()
        self.take_all("WITH", "THAT", "CONTAIN")
        word = self.take("MAX", "MIN")
        found = self.statistics() if word else []
        if word is None or not found:
            return None
        self.take_all("OF")
        before = self.attempt(self.noun_phrase_alone)
        values = self.values_asked()
        if not values:
            return None
        self.take_all("OF", "IN", "FOR")
        phrase = before or self.anchor_phrase()
        self.frame.asked.aggregates.extend(self.aggregated(found, values, self.since(mark)))
        counted = phrase if isinstance(phrase, Phrase) else Phrase()
        if not self._regroup(counted, None, None, self.since(mark)):
            return None
        self.frame.asked.ranked = Ranked("desc" if word.is_("MAX") else "asc", self.since(mark), counted=False)
        return True

    def _ranked_by_count(self) -> bool | None:
        """``regions ranked by number of gold deposits``, ``sort by count descending``."""
        mark = self.mark()
        self.take_all("SORT")
        if not self.take("RANKBY", "BY") and not self.since(mark):
            return None
        self.take_all("THERE")
        before = self.attempt(self.noun_phrase_alone)
        if not self.take("HOWMANY", "COUNTED"):
            return None
        self.take_all("OF")
        phrase = before or self.anchor_phrase()
        direction: ir.Direction = "asc" if self.take("ASC") else "desc"
        self.take_all("DESC")
        uses = self.since(mark)
        if isinstance(phrase, Phrase) and phrase.head and not self.own_kind(phrase):
            if not self._regroup(phrase, None, None, uses):
                return None
        elif not self.frame.asked.groups:
            return None
        self.frame.asked.ranked = Ranked(direction, uses, listing=True)
        return True

    def _rank_verb(self) -> bool | None:
        """``rank the strata by …``."""
        if self.target.head or self.i or not self.at().is_("SORT") or self.at().is_("BY", "RANKBY"):
            return None
        self.frame.uses.append(self.i)
        self.frame.listed = True
        self.advance()
        return True


def _places(part: RelationPart) -> list[int]:
    """Every lexeme that a relation was read from."""
    inner = [y for x in part.anchors if isinstance(x, Phrase) for y in (*x.uses, *x.head)]
    deeper = [y for x in part.anchors if isinstance(x, Phrase) for _, p in x.parts for y in p.uses]
    return [*part.uses, *inner, *deeper]
