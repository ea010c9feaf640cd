"""A further question about what the first part found: ``Which … is largest? How many … are in it?``.

The words that point at the answer of the first part are replaced by ``each`` of its kind, the text is read like
any question, and what it asks for is said of the features of the first part: as columns beside them, or as a
count for each of them.  So one query answers both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.question import ir
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.rewriting import respan, rewrite
from core.question.slots import conjuncts, joined
from core.vocabulary.card import SchemaCard

_POINTER_ZH = r"(?:该|这|那|此|每|各|上述|这些|那些)(?:一)?(?:个|座|条|所|处|家|片|块|些|类)?"
_PRONOUN_ZH = re.compile(r"它们|它|其(?![中他它余实])|当地|那里|这里")
_POINTER_EN = (
    r"(?:that|this|the\s+same|each\s+of\s+(?:these|those|the)|each\s+such|each|these|those|such|said|every)\s+"
)
_OWN_EN = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN_EN = re.compile(r"\b(?:each\s+of\s+them|each\s+one|it|they|them|each)\b(?!\s+\w+ly\b)", re.IGNORECASE)
_THERE_EN = re.compile(r"\bhow\s+many\s+[\w\s-]+?\s+(?:are|is|were|was)\s+there(?=\W*$)", re.IGNORECASE)
_BARE_ZH = re.compile(r"^\s*(?:总共|一共|共)?有?(?:多少|几)[个座条所处家]?\S{0,8}$")
_NO_NOUN_ZH = re.compile(r"(?:多少|几)[个座条所处家](?=\W*$)")
_NO_NOUN_EN = re.compile(
    r"\bhow\s+many(?=\s+(?:(?:are|is|were|was)\s+there|(?:do|does|did))\b|\W*$)", re.IGNORECASE
)
_SEVERAL = ("them", "they", "their", "它们")
_CLOSING = "?？。.!！ "


@dataclass(frozen=True)
class Dependent:
    """Puts a further part of a text together with the query of the part before."""

    card: SchemaCard
    read: Callable[[str], Reading]

    def joined(self, text: str, head: ir.Query, shift: int, *, among: bool = False) -> ir.Query | None:
        """One query for both parts; None when the further part does not speak of what the first found.

        Args:
            text: the further part.
            head: the query of the part before.
            shift: where the part starts in the whole text.
            among: the first part only says of which features the further one speaks.
        """
        if among and (found := self.narrowed(text, head, shift)) is not None:
            return found
        if head.intent in ("count", "exists"):
            return self._of_anchor(text, head, shift)
        layer = self._subject(head)
        if layer is None or layer not in self.card.entity_types:
            return None
        for changes in self._tries(text, layer, head):
            made = rewrite(text, changes)
            reading = self.read(made.text)
            query = reading.ir.query
            if reading.ir.action != "query" or query is None or reading.unexplained:
                continue
            moved = respan(query, lambda x, made=made: _moved(made.span(x), shift))  # type: ignore[misc]
            if (found := self._put(head, moved, layer)) is not None:
                return found
        return None

    def narrowed(self, text: str, head: ir.Query, shift: int) -> ir.Query | None:
        """``Among the cities that …, which city …``: the further part over the features of the first."""
        reading = self.read(text)
        query = reading.ir.query
        if reading.ir.action != "query" or query is None or reading.unexplained or head.intent != "select":
            return None
        if head.order or head.limit or query.target.layer != head.target.layer or query.target.names:
            return None
        query = respan(query, lambda x: _moved(x, shift))
        conds = [*conjuncts(head.target.where), *conjuncts(query.target.where)]
        return query.model_copy(update={"target": query.target.model_copy(update={"where": joined(conds)})})

    def _of_anchor(self, text: str, head: ir.Query, shift: int) -> ir.Query | None:
        """``How many … are in X? What is its area?``: the one named place is meant."""
        sets = [
            x.to for x in conjuncts(head.target.where) if isinstance(x, ir.RelCond) and isinstance(x.to, ir.Set)
        ]
        named = [x for x in (*sets, head.target) if x.names]
        pointer = _PRONOUN_ZH.search(text) or _OWN_EN.search(text) or _PRONOUN_EN.search(text)
        if len(named) != 1 or len(named[0].names or ()) != 1 or pointer is None:
            return None
        if pointer[0].lower() in _SEVERAL:
            return None  # how many of them: the features, not the place
        name = (named[0].names or ("",))[0]
        own = pointer[0].lower() in ("its", "their")
        made = rewrite(text, [(pointer.span(), f"{name}'s" if own else name)])
        reading = self.read(made.text)
        query = reading.ir.query
        if reading.ir.action != "query" or query is None or reading.unexplained:
            return None
        return respan(query, lambda x: _moved(made.span(x), shift))

    @staticmethod
    def _subject(head: ir.Query) -> str | None:
        """The kind of feature that the first part found."""
        keys = [x for x in head.group_by or () if isinstance(x, ir.LayerKey)]
        if head.intent == "group":
            return keys[0].layer if len(keys) == 1 == len(head.group_by or ()) and keys[0].key is None else None
        return head.target.layer if head.intent == "select" and head.per_entity is None else None

    # --- the words that point at the first part ------------------------------------------------------------------

    def _tries(self, text: str, layer: str, head: ir.Query) -> Iterator[list[tuple[ir.Span, str]]]:
        chinese = has_chinese(text)
        end = len(text.rstrip(_CLOSING))
        kind = self.card.entity_types[layer]
        words = (
            kind.labels.in_("zh" if chinese else "en"),
            kind.plural.in_("zh" if chinese else "en"),
            *kind.synonyms,
        )
        nouns = "|".join(sorted(map(re.escape, dict.fromkeys(words)), key=len, reverse=True))
        if chinese:
            yield from self._chinese(text, words[0], nouns, end, head)
        else:
            yield from self._english(text, words[0], nouns, end, head)

    def _chinese(
        self, text: str, noun: str, nouns: str, end: int, head: ir.Query
    ) -> Iterator[list[tuple[ir.Span, str]]]:
        each = f"每个{noun}"
        counted = self._counted(head, "zh")
        more = [((x.end(), x.end()), counted) for x in _NO_NOUN_ZH.finditer(text) if counted]
        if found := re.search(f"{_POINTER_ZH}(?:{nouns})", text):
            yield [(found.span(), each), *more]
        elif found := _PRONOUN_ZH.search(text):
            own = text[found.end() : found.end() + 1] not in {"的", "有"}
            yield [(found.span(), each + ("的" if own else "")), *more]
            yield [(found.span(), each), *more]
        elif head.intent == "group" and _BARE_ZH.match(text[:end]):
            yield [((0, 0), each), *more]

    def _english(
        self, text: str, noun: str, nouns: str, end: int, head: ir.Query
    ) -> Iterator[list[tuple[ir.Span, str]]]:
        counted = self._counted(head, "en")
        more = [((x.end(), x.end()), f" {counted}") for x in _NO_NOUN_EN.finditer(text) if counted]
        if found := re.search(rf"\b{_POINTER_EN}(?:{nouns})\b", text, re.IGNORECASE):
            yield [(found.span(), f"each {noun}"), *more]
        elif found := _OWN_EN.search(text):
            yield [(found.span(), "the"), ((end, end), f" of each {noun}")]
        elif found := _PRONOUN_EN.search(text):
            yield [(found.span(), f"each {noun}"), *more]
        elif _THERE_EN.search(text) or (more and "there" in text):
            yield [*more, ((end, end), f" in each {noun}")]

    def _counted(self, head: ir.Query, language: str) -> str:
        """The noun left out in ``how many are in each``: what the first part counts, or asks to be inside."""
        layer = head.target.layer if head.intent == "group" else ""
        for cond in conjuncts(head.target.where) if not layer else ():
            if isinstance(cond, ir.RelCond) and cond.rel == "contains" and isinstance(cond.to, ir.Set):
                layer = cond.to.layer
        kind = self.card.entity_types.get(layer)
        return kind.plural.in_("zh" if language == "zh" else "en") if kind is not None else ""

    # --- the two queries together --------------------------------------------------------------------------------

    def _put(self, head: ir.Query, query: ir.Query, layer: str) -> ir.Query | None:
        if query.intent == "group":
            return self._counted_for(head, query, layer)
        columns = _columns(query, layer)
        if not columns:
            return None
        if head.intent == "group":
            found = self._found(head)
            target = ir.Set(layer=layer, where=found, span=head.target.span)
            return ir.Query(intent="select", target=target, return_=columns, output="entity_list", span=head.span)
        known = head.return_ or ()
        return head.model_copy(update={"return_": (*known, *(x for x in columns if x not in known))})

    def _counted_for(self, head: ir.Query, query: ir.Query, layer: str) -> ir.Query | None:
        """A count or sum for each feature that the first part found."""
        keys = query.group_by or ()
        if len(keys) != 1 or not isinstance(keys[0], ir.LayerKey) or keys[0].layer != layer or keys[0].where:
            return None
        same = _bare(query.target) == _bare(head.target) or query.target.where is None
        if head.intent == "group" and query.target.layer == head.target.layer and same:
            return head if _measured(query) == _measured(head) else None
        if head.target.names and head.intent == "select":
            return None
        target, inside = query.target, self._inside(head, query.target.layer)
        if inside is not None and target.where is None:
            target = target.model_copy(update={"where": inside})
        key = keys[0].model_copy(update={"where": self._found(head)})
        return query.model_copy(update={"group_by": (key,), "target": target, "limit": None, "span": head.span})

    @staticmethod
    def _inside(head: ir.Query, layer: str) -> ir.Cond | None:
        """What the first part asks of the features inside: ``with private schools; how many in each``."""
        for cond in conjuncts(head.target.where):
            inside = isinstance(cond, ir.RelCond) and cond.rel == "contains" and cond.count is None
            if inside and isinstance(cond.to, ir.Set) and cond.to.layer == layer:  # type: ignore[union-attr]
                return cond.to.where  # type: ignore[union-attr]
        return None

    @staticmethod
    def _found(head: ir.Query) -> ir.Cond | None:
        """The condition that holds for the features of the first part alone."""
        parts: list[ir.Cond] = []
        first = head.order[0] if head.order else None
        if head.intent == "group":
            key = (head.group_by or ())[0]
            if isinstance(key, ir.LayerKey) and key.where is not None:
                parts.append(key.where)
            if first is not None and head.limit is not None:
                rel: ir.RelName = "contains" if isinstance(key, ir.LayerKey) and key.rel == "within" else "near"
                counted = head.target.model_copy(update={"where": head.target.where})
                top = ir.Top(by_count_of=counted, rel=rel, dir=first.dir, k=head.limit, span=first.span)
                parts.append(ir.TopCond(top=top, span=first.span))
        else:
            parts.extend(conjuncts(head.target.where))
            if first is not None and first.expr is not None and head.limit is not None:
                top = ir.Top(by=first.expr, dir=first.dir, k=head.limit, span=first.span)
                parts.append(ir.TopCond(top=top, span=first.span))
        return joined(parts)


def _columns(query: ir.Query, layer: str) -> tuple[ir.Expr, ...]:
    """What a query shows of each feature of a kind."""
    if query.target.layer != layer or query.target.names or query.target.where is not None or query.order:
        return ()
    if query.intent == "value" and query.value is not None:
        return (query.value,)
    return query.return_ or () if query.intent == "select" else ()


def _measured(query: ir.Query) -> str:
    """The name of the first measure of groups."""
    return query.measures[0].as_ if query.measures else ""


def _bare(node: ir.Node) -> object:
    return ir.dump(node, spans=False)


def _moved(span: ir.Span, shift: int) -> ir.Span:
    return span[0] + shift, span[1] + shift
