"""Follow-ups that are nothing but a distance, an attribute, a statistic or a number: that part is put in."""

from __future__ import annotations

from core.question import ir
from core.question.distances import bare_attribute, bare_distance, bare_number, bare_statistic
from core.question.follower import Attempt, Follower
from core.question.reading import Reading


class PlainChanges(Follower):
    """One part of the query before in the place of another."""

    def plain_change(self, one: Attempt) -> Reading | None:
        """The query before with the one part that the question names."""
        ways = (self._distance, self._attribute, self._statistic, self._threshold)
        return next(filter(None, (x(one) for x in ways)), None)

    def _attribute(self, one: Attempt) -> Reading | None:
        """``what about Cu?`` after a question for the mean of Au: the same of another attribute."""
        merge = self._merge
        wanted = bare_attribute(one.rewritten.text, self.tools.lexicon, self.tools.card, merge.before.target.layer)
        query = merge.other_attribute(wanted) if wanted is not None else None
        if query is None:
            return None
        empty = Reading(self.question, self._language, ir.Answer(action="query", query=query))
        return self._made(Attempt(one.rewritten, empty), query, "previous_query")

    def _statistic(self, one: Attempt) -> Reading | None:
        """``and the median?`` after a question for the mean of something: the same of that."""
        wanted = bare_statistic(one.rewritten.text, self.tools.lexicon)
        query = self._merge.other_statistic(wanted) if wanted is not None else None
        if query is None:
            return None
        empty = Reading(self.question, self._language, ir.Answer(action="query", query=query))
        return self._made(Attempt(one.rewritten, empty), query, "previous_query")

    def _threshold(self, one: Attempt) -> Reading | None:
        """``200 ppm?`` after a question for what lies above another value."""
        found = bare_number(one.rewritten.text, self.tools.lexicon) if self.signs.lead else None
        query = None
        if found is not None:
            query = self._merge.threshold(found[0], found[1], one.rewritten.span(found[2]))
        if query is None:
            return None
        empty = Reading(one.rewritten.text, self._language, ir.Answer(action="query", query=query))
        return self._made(Attempt(one.rewritten, empty), query, "previous_query")

    def _distance(self, one: Attempt) -> Reading | None:
        rewritten = one.rewritten
        found = bare_distance(rewritten.text, self.tools.lexicon, self.tools.units)
        if found is None:
            return None
        low, high, span = found
        query = self._merge.distance(low, high, rewritten.span(span))
        if query is None:
            return None
        empty = Reading(rewritten.text, self._language, ir.Answer(action="query", query=query))
        return self._made(Attempt(rewritten, empty), query, "previous_query", mapped=True)
