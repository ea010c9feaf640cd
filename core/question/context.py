"""Follow-up questions: what a question means after the one before it.

A follow-up points at the features of the last answer (``which of those``, ``其中``) or changes a part of the last
query (``what about copper``, ``10公里以内呢``).  A question that says all by itself starts afresh.  The words that
lean on the question before are taken out or replaced by the noun they stand for; what is left is read by the same
grammar as any question, and the two queries are put together slot by slot.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.question import ir
from core.question.follower import Attempt, Tools
from core.question.follower_plain import PlainChanges
from core.question.followup_words import DETERMINERS, SORT_EN, Signs, signs
from core.question.meeting import meeting
from core.question.previous import Previous
from core.question.reading import Reading
from core.question.rewriting import rebuild, rewrite
from core.question.slots import conjuncts, sets

_NEXT = 25
_LONGEST_FRAGMENT = 90
"""Characters; what is longer says all by itself or cannot be guessed."""


def follow(tools: Tools, question: str, previous: Previous, region: str | None) -> Reading | None:
    """The reading of a follow-up, or None when the question stands alone."""
    found = signs(question)
    alone = tools.read(question, region, None)
    defines = alone.ir.action == "route" and (found.result or found.single)
    if alone.ir.action in ("refuse", "route") and not _open(alone) and not found.lead and not defines:
        return None
    if found.plain and _complete(alone):
        return _counted(tools, question, previous, found, alone)
    if back := meeting(question, tools.lexicon, alone.language):
        return back
    one = _Follower(tools, question, previous, found, alone)
    return one.result() or one.change()


def _open(reading: Reading) -> bool:
    """True for a refusal that may only mean that the question is not complete."""
    refuse = reading.ir.refuse
    return refuse is not None and refuse.kind in ("out_of_scope", "missing_data")


def _points(pointer: ir.Span, noun: ir.Span) -> bool:
    """True when a noun stands in the place of a pronoun or right behind it (``those large deposits``)."""
    return (pointer[0] < noun[1] and noun[0] < pointer[1]) or 0 <= noun[0] - pointer[1] <= _NEXT


def _last_word(text: str, span: ir.Span) -> ir.Span:
    """The pronoun itself, without the preposition before it."""
    words = text[slice(*span)].rsplit(maxsplit=1)
    return (span[1] - len(words[-1]), span[1]) if len(words) > 1 else span


def _complete(reading: Reading) -> bool:
    query = reading.ir.query
    return reading.ir.action == "query" and query is not None and query.target.span is not None


def _counted(tools: Tools, question: str, previous: Previous, found: Signs, alone: Reading) -> Reading | None:
    """``how many bodies are there?`` after a question about some of them: how many those are."""
    query, before = alone.ir.query, previous.query
    same = query is not None and query.intent == "count" and query.target.layer == before.target.layer
    bare = query is not None and query.target.where is None and not query.target.names
    if query is None or not (same and bare) or before.target.where is None:
        return None
    return _Follower(tools, question, previous, found, alone).counted(query)


class _Follower(PlainChanges):
    """The two ways a question can lean on the one before."""

    # --- the features of the last answer -----------------------------------------------------------------------

    def result(self) -> Reading | None:
        """The question over the features of the last answer, when a pronoun points at them."""
        pointers = self._pointers()
        if not pointers:
            return None
        tries = [x for x in self._tries(pointers) if x.query is not None]
        usable = [(self._those(x, pointers), x) for x in tries]
        found = [(q, x) for q, x in usable if q is not None]
        if not found:
            return None
        query, best = min(found, key=lambda x: (len(x[1].reading.unexplained), len(sets(x[0]))))
        return self._made(best, query, "previous_result")

    def _pointers(self) -> tuple[ir.Span, ...]:
        """Pronouns that no word of the question itself can stand for."""
        found = (*self.signs.result, *self.signs.own, *self.signs.single)
        if not found and self.signs.narrows and self.previous.query.intent == "select":
            return self.signs.ones or self.signs.link
        return tuple(x for x in found if not self._inside(x))

    def _inside(self, span: ir.Span) -> bool:
        """True for a pronoun of a complete question that speaks of the features named before it."""
        before = self.question[: span[0]]
        kinds = [e for e, _ in self._nouns(before)]
        single = span in self.signs.single
        bare = self.question[span[0] : span[1]].lower().split()[-1] in ("them", "they", "it", "their", "its")
        if single:
            return bool(kinds) and _complete(self.alone)
        return bare and len(set(kinds)) > 1 and _complete(self.alone)

    def _nouns(self, text: str) -> list[tuple[str, ir.Span]]:
        query = self.tools.read(text, None, None).ir.query if text.strip() else None
        found: list[tuple[str, ir.Span]] = []

        def note(node: ir.Node) -> ir.Node:
            if isinstance(node, ir.Set) and node.span is not None:
                found.append((node.layer, node.span))
            return node

        if query is not None:
            rebuild(query, note)
        return found

    def _tries(self, pointers: tuple[ir.Span, ...]) -> Iterator[Attempt]:
        """The pronoun left out, replaced by the noun, and left out with the noun at the end."""
        drop = self._dropped(pointers)
        noun = self._noun
        end = (len(self.question.rstrip("?？。.!！ ")),) * 2
        chinese = self._language == "zh"
        yield self._try([*((x, " ") for x in pointers), *drop])
        put = noun if chinese else f" {noun} "
        of = {x for x in self.signs.own if not chinese}
        yield self._try([*((x, "the " if x in of else put) for x in pointers), *drop])
        yield self._try([*((x, " ") for x in pointers), *drop, (end, noun if chinese else f" {noun}")])
        bare = [(_last_word(self.question, x), "") for x in pointers]
        if any(x != y for (x, _), y in zip(bare, pointers, strict=True)):  # ``within 5 km of those (deposits)``
            yield self._try([*bare, *drop])
            yield self._try([*((x, noun) for x, _ in bare), *drop])
        if of:
            yield self._try([*((x, "the ") for x in pointers), *drop, (end, f" of the {noun}")])

    def _those(self, one: Attempt, pointers: tuple[ir.Span, ...]) -> ir.Query | None:
        """The query of a try with the set that the pronoun stands for marked; None when there is no such set."""
        query, layer = one.query, self.previous.query.target.layer
        assert query is not None  # noqa: S101  # the caller has looked
        merge = self._merge
        if (anchored := self._anchored(query, pointers)) is not None:
            return anchored
        if query.target.layer == layer and query.target.names is None:
            return merge.within_result(query)
        marked: list[ir.Node] = []

        def mark(node: ir.Node) -> ir.Node:
            if not isinstance(node, ir.Set) or node.layer != layer or node.span is None:
                return node
            if not any(_points(x, node.span) for x in pointers):
                return node
            marked.append(node)
            return merge.those(node)

        made = rebuild(query, mark)
        if not marked and query.target.where is None and not query.target.names:  # which faults are those?
            return merge.related(query)
        return made if marked else None

    def _anchored(self, query: ir.Query, pointers: tuple[ir.Span, ...]) -> ir.Query | None:
        """``those faults`` after a question for deposits near faults: the faults that it spoke of."""
        layer = self.previous.query.target.layer
        known = {x.layer: x for x in sets(self._merge.before) if x.layer != layer and not x.names}
        determiners = [x for x in pointers if self.question[slice(*x)].lower().endswith(DETERMINERS)]
        meant: list[ir.Node] = []

        def put(node: ir.Node) -> ir.Node:
            if not isinstance(node, ir.Set) or node.span is None or node.layer not in known:
                return node
            if not any(0 <= node.span[0] - b <= _NEXT for _, b in determiners):
                return node
            meant.append(node)
            return self._merge.likewise(node, known[node.layer])

        made = rebuild(query, put)
        return made if meant else None

    # --- a part of the last query changes ----------------------------------------------------------------------

    def change(self) -> Reading | None:
        """The query before with a part replaced, for a question that is not complete by itself."""
        if len(self.question) > _LONGEST_FRAGMENT or (self._afresh() and not self.signs.too):
            return None
        one = self._try(self._dropped())
        if reading := self.plain_change(one):
            return reading
        for attempt in self._completed(one):
            if attempt.query is None or attempt.reading.unexplained or self._invents(attempt.query):
                continue
            found = self._changed(attempt.query)
            if found is not None:
                return self._made(attempt, *found)
        return None

    def counted(self, query: ir.Query) -> Reading:
        """The number of the features that the query before was about."""
        attempt = Attempt(rewrite(self.question, ()), self.alone)
        return self._made(attempt, self._merge.replaced(query), "previous_query")

    def _afresh(self) -> bool:
        """True for a complete question that opens with ``and``; what asks nothing changes the query before."""
        return _complete(self.alone) and self.signs.asks and not self.signs.lead and not self.signs.ones

    def _completed(self, one: Attempt) -> Iterator[Attempt]:
        """The rest as it is, and with the noun of the question before where it has none of its own."""
        yield one
        yield from self._with_attribute()
        noun, text = self._noun, one.rewritten.text
        if self._language == "zh":
            end = (len(self.question.rstrip("?？。.!！ 呢")),) * 2
            yield self._try([*self._dropped(), (end, noun if text.rstrip(" ?？").endswith("的") else f"的{noun}")])
        start = (0, 0)
        yield self._try([*self._dropped(), (start, noun if self._language == "zh" else f"{noun} ")])
        if self._language == "en":
            stop = (len(self.question.rstrip("?.! ")),) * 2
            yield self._try([*self._dropped(), (stop, f" {noun}")])
        if sort := SORT_EN.search(self.question):
            yield self._try([(sort.span(), f"{noun} sorted")])

    def _with_attribute(self) -> Iterator[Attempt]:
        """``above 50 ppb?``: the number of the attribute that the question before compared."""
        compared = [x for x in conjuncts(self._merge.before.target.where) if isinstance(x, ir.AttrCond)]
        attributes = self.tools.card.attributes
        numeric = [
            x.attr for x in compared if x.attr in attributes and attributes[x.attr].kind in ("number", "year")
        ]
        if len(numeric) == 1:
            label = attributes[numeric[0]].labels.in_(self._language)
            yield self._try([*self._dropped(), ((0, 0), f"{label} ")])

    def _changed(self, query: ir.Query) -> tuple[ir.Query, str] | None:
        """The changed query, and whether it speaks of the features of the last answer."""
        merge, before = self._merge, self.previous.query
        other = query.target.layer != before.target.layer
        related = merge.related(query) if other and (self.signs.too or query.target.where is None) else None
        if related is not None:
            return related, "previous_result" if self.previous.listed else "previous_query"
        if query.order and before.limit is not None and query.limit is None and self.previous.listed:
            return merge.within_result(query), "previous_result"
        if (regrouped := merge.regrouped(query)) is not None:
            return regrouped, "previous_query"
        loose = other and query.target.span is None and query.target.names is None
        if merge.undecided(query) or (loose and not merge.relations_to(query.target.layer)):
            return None
        return merge.replaced(query), "previous_query"
