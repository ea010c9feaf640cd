"""Generate and test: a question that was not read whole is tried in other orders, and the grammar is the judge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from core.question import ir
from core.question.budget import Budget
from core.question.lexicon import Lexicon
from core.question.messages import say
from core.question.reading import Language, Reading, Word
from core.question.trials.chinese import ChineseOrders
from core.question.trials.english import EnglishOrders
from core.question.trials.fragments import Order, Sorter
from core.vocabulary.card import SchemaCard

Read = Callable[[str, str | None], Reading]
Orders = Callable[[str], Iterator[Order]]
MAX_READINGS = 12
_LONGEST = 400
"""Longer texts are no single question."""
_LISTED = re.compile(r"^\W*which\b(?!.*how (?:many|much|long|large|far))|^[^，,]*哪些[^，,]*$", re.IGNORECASE)
"""Questions for the features themselves."""
_FINAL = ("ambiguous_name", "which_name", "no_layer", "no_answer")
_REFUSED = ("unsafe_write", "prompt_injection")


class Trials:
    """Reads a question in other orders."""

    def __init__(self, card: SchemaCard, lexicon: Lexicon) -> None:
        self._sorter = sorter = Sorter(card, lexicon)
        self._orders: dict[Language, Orders] = {"en": EnglishOrders(sorter), "zh": ChineseOrders(sorter)}

    def better(self, reading: Reading, region: str | None, read: Read, budget: Budget) -> Reading:
        """A reading of the same words in another order that leaves nothing out, or the reading as it is.

        A question that was read whole is only read again where its study area stands apart from the noun, or
        where parts of it do nothing but ask: there the plain order is the better judge.
        """
        if settled(reading) or len(reading.question) > _LONGEST:
            return reading
        orders = tuple(self._candidates(reading.question, reading.language))
        loose = bool(orders) and reading.ir.action == "query" and not _joins(reading, orders[0].joint)
        whole = reading.ir.action == "query" and not loose
        found: dict[str, Reading] = {}
        for made in orders:
            if budget.spent or (whole and not made.sure):
                break
            again = read(made.words.text, region)
            if (whole and _less(again, reading)) or _misplaced(again, reading.question):
                continue
            if _whole(again) and again.language == reading.language and fits(again, reading.question, made.joint):
                if made.sure:
                    return reading if _meaning(again) == _meaning(reading) else made.words.restore(again)
                found.setdefault(_meaning(again), made.words.restore(again))
        if len(found) == 1:
            return next(iter(found.values()))
        return _asked_back(reading, orders[0].said) if loose else reading

    def _said(self, question: str) -> set[int]:
        """The places of the words about the data and of all figures: no order may lose one."""
        found = (x for x in self._sorter.lexemes(question) if x.entry.content and not x.entry.words)
        return {i for x in found for i in range(*x.span)} | {i for i, x in enumerate(question) if x.isdigit()}

    def _candidates(self, question: str, language: Language) -> Iterator[Order]:
        """At most :data:`MAX_READINGS` different texts."""
        seen, said = {question}, self._said(question)
        for made in self._orders[language](question):
            if made.words.text not in seen and said <= _covered(made):
                seen.add(made.words.text)
                yield made
            if len(seen) > MAX_READINGS:
                return


def _less(again: Reading, reading: Reading) -> bool:
    """True when another order asks for less: which instead of how many, or for fewer columns."""
    new, old = again.ir.query, reading.ir.query
    if new is None or old is None:
        return False
    listed = old.intent == "count" and new.intent == "select"
    return listed or len(new.return_ or ()) < len(old.return_ or ())


def _misplaced(again: Reading, question: str) -> bool:
    """True when words are taken as where an area lies that stand before its name only in the other order."""
    if again.language != "zh":
        return False
    said = re.escape(say("region_remark", again.language, words="<w>", region="<r>"))
    pattern = re.compile(said.replace("<w>", "(.+)").replace("<r>", "(.+)"))
    found = [x for x in map(pattern.fullmatch, again.notes) if x is not None]
    return any("".join(x.groups()) not in question.replace(" ", "") for x in found)


def _covered(order: Order) -> set[int]:
    return {i for start, end in order.words.origin for i in range(start, end)}


def settled(reading: Reading) -> bool:
    """True where another order could not help: what is asked for is not there, or for another branch."""
    refuse = reading.ir.refuse
    if refuse is not None and refuse.kind in _REFUSED:
        return True
    return reading.ir.action == "route" or reading.problem in _FINAL


def _asked_back(reading: Reading, words: str) -> Reading:
    """The question back for words that say how conditions are joined, where no reading joins them so."""
    start = max(0, reading.question.find(words))
    span = (start, start + len(words))
    clarify = ir.Clarify(slots=("attribute_value",), span=span)
    answer = ir.Answer(action="clarify", clarify=clarify, span=(0, len(reading.question)))
    message = say("gap", reading.language, words=words)
    left = (Word(words, span),)
    return replace(reading, ir=answer, message=message, left=left, unexplained=(), also=(), notes=())


def _whole(reading: Reading) -> bool:
    query = reading.ir.query
    return reading.ir.action == "query" and query is not None and not reading.unexplained


def fits(reading: Reading, question: str, joint: str = "") -> bool:
    """True when a reading answers what was asked for: a list to "which", not a number or a yes."""
    listed = _LISTED.search(question) is not None
    intent = reading.ir.query.intent if reading.ir.query is not None else ""
    return _joins(reading, joint) and not (listed and intent in ("count", "exists", "aggregate", "value"))


def _joins(reading: Reading, joint: str) -> bool:
    """True when the reading joins its conditions as the question says."""
    if not joint:
        return True
    either = _either(ir.dump(reading.ir, spans=False))
    return either if joint == "or" else not either


def _either(node: Any) -> bool:
    if isinstance(node, dict):
        return "or" in node or node.get("op") == "in" or any(_either(x) for x in node.values())
    return isinstance(node, list) and any(_either(x) for x in node)


def _meaning(reading: Reading) -> str:
    """The meaning of a reading, whatever the order of its conditions."""
    return _key(_sorted(ir.dump(reading.ir, spans=False)))


def _flat(nodes: list[Any], key: str) -> list[Any]:
    """Conditions in a list of their own kind belong to the list around it."""
    return [y for x in nodes for y in (_flat(x[key], key) if isinstance(x, dict) and key in x else [x])]


def _sorted(node: Any) -> Any:
    if isinstance(node, dict):
        made = {k: _sorted(v) for k, v in node.items()}
        for key in ("and", "or"):
            if isinstance(made.get(key), list):
                made[key] = sorted(_flat(made[key], key), key=_key)
        return made
    return [_sorted(x) for x in node] if isinstance(node, list) else node


def _key(node: Any) -> str:
    return json.dumps(node, sort_keys=True, ensure_ascii=False)
