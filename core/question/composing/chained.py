# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Two steps of one Chinese question: 先找甲，再列出离这些甲…的乙; …附近有甲，而这个甲离丙又不到…."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.question import ir
from core.question.composing.pieces import Composer, Piece, answered
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.slots import conjuncts, is_region, joined

_THESE = "(?:这|那|该|此|上述)(?:些|几|批|类|种|两|三|一)?(?:个|条|座|处|块|件)?"
_FOUND = "(?:找|查|圈|选|挑|筛|列|标|定|确定|看)(?:出来?|到|定|选出?)?"
_FIRST = re.compile(
    rf"(?:请|帮我|麻烦)*(?:首先|先|(?=[把将][^，,]+先))(?:把|将)?(?:{_FOUND}(?:一下)?)?(?:所有|全部)?(?:的)?(?P<a>[^，,；;。]+?)(?:都|全)?(?:先)?(?:{_FOUND})?"
    r"[，,；;。]\s*(?:然后|再|接着|之后|随后|最后)+(?P<b>.+)"
)
_THEM = re.compile(
    rf"(?:{_THESE}(?P<x>[\u4e00-\u9fff]{{1,6}}?)|它们)(?=周围|周边|附近|两侧|旁|的|里|内|中|上|[\d一二两三四五六七八九十]+(?:\.\d+)?\s*(?:公里|千米|米|[kK]?m)|不|超|小|大|在|相|接|、|，|,|$)"
)
_BEHIND = re.compile(
    rf"(?P<p>.+?)[，,；;]\s*(?:而且|并且|而|且|并|同时|另外|要求)*{_THESE}(?P<x>[\u4e00-\u9fff]{{1,6}}?)(?:本身|自己|自身)?"
    r"(?P<l>(?:又|也|还|都|均|须|要|得|必须|同时)*)(?P<c>(?:离|距|与|跟|和|在|位于|处于|产于|落在|穿|切|属于|是|为|规模|长度|面积|靠近|紧邻|不|没)[^？?。]+)[？?。\s]*"
)
_AGAIN = re.compile(r"(?<=[\u4e00-\u9fff])[又也还](?=不|超|在|小|大|穿|达|位)")
_ASKS = re.compile(r"哪|多少|多远|几[个条座处块]|什么|多大|多长")


def chained(make: Composer, question: str) -> Reading | None:
    """The reading of a question that finds some features first, or says more of those it found last."""
    if not has_chinese(question):
        return None
    return _found_first(make, question) or _told_behind(make, question)


def _found_first(make: Composer, question: str) -> Reading | None:
    found = _FIRST.fullmatch(question.rstrip(" ？?。."))
    them = _THEM.search(question, found.start("b")) if found is not None else None
    if found is None or them is None:
        return None
    start, end = found.span("a")
    noun = them.span("x") if them["x"] else (question.rfind("的", start, end) + 1 or start, end)
    parts: list[Piece] = [(found.start("b"), them.start()), noun, (them.end(), len(question))]
    first, second = make.inner(question, [(start, end)]), make.inner(question, parts)
    said = _plain_set(make, first)
    if said is None or second is None or second.ir.query is None:
        return None
    query = second.ir.query
    conds = conjuncts(query.target.where)
    places = _anchors(conds, said.layer)
    if len(places) != 1:
        return None
    return _with(second, [*conds[: places[0]], _narrowed(conds[places[0]], said), *conds[places[0] + 1 :]])


def _told_behind(make: Composer, question: str) -> Reading | None:
    found = _BEHIND.fullmatch(question)
    if found is None or found["x"][-1:] not in found["p"] or _ASKS.search(found["c"]):
        return None
    again = _AGAIN.search(question, found.start("c"), found.end("c"))
    cut = again.span() if again is not None else (found.end("c"),) * 2
    noun = found.span("x")
    parts: list[Piece] = [(found.start("c"), cut[0]), (cut[1], found.end("c")), ("的", noun), noun]
    said = _plain_set(make, make.inner(question, parts))
    whole = make.inner(question, [found.span("p")])
    if said is None or whole is None or whole.ir.query is None:
        return None
    conds = conjuncts(whole.ir.query.target.where)
    places = _anchors(conds, said.layer)
    own = whole.ir.query.target.layer == said.layer
    if len(places) != 1 or own:
        return _with(whole, [*conds, *_new(conds, conjuncts(said.where))]) if own and not places else None
    return _with(whole, [*conds[: places[0]], _narrowed(conds[places[0]], said), *conds[places[0] + 1 :]])


def _plain_set(make: Composer, reading: Reading | None) -> ir.Set | None:
    """What a plain list is about, without the study area that was chosen beside the question."""
    query = reading.ir.query if reading is not None else None
    if query is None or query.intent != "select" or query.order or query.limit or query.per_entity:
        return None
    if query.target.names:
        return query.target
    conds = [x for x in conjuncts(query.target.where) if not (is_region(x, make.card) and x.assumed)]
    return query.target.model_copy(update={"where": joined(conds)})


def _anchors(conds: Sequence[ir.Cond], layer: str) -> list[int]:
    return [
        i for i, x in enumerate(conds) if isinstance(x, ir.RelCond) and isinstance(x.to, ir.Set) and x.to.layer == layer
    ]  # fmt: skip


def _narrowed(cond: ir.Cond, said: ir.Set) -> ir.Cond:
    """A relation to those of its features that `said` describes."""
    assert isinstance(cond, ir.RelCond)  # noqa: S101  # chosen so
    assert isinstance(cond.to, ir.Set)  # noqa: S101
    own = conjuncts(cond.to.where)
    where = joined([*own, *_new(own, conjuncts(said.where))])
    return cond.model_copy(
        update={"to": cond.to.model_copy(update={"where": where, "names": cond.to.names or said.names})}
    )


def _new(own: Sequence[ir.Cond], more: Sequence[ir.Cond]) -> list[ir.Cond]:
    known = [ir.dump(x, spans=False) for x in own]
    return [x for x in more if ir.dump(x, spans=False) not in known]


def _with(reading: Reading, conds: Sequence[ir.Cond]) -> Reading | None:
    query = reading.ir.query
    assert query is not None  # noqa: S101  # seen by the callers
    target = query.target.model_copy(update={"where": joined(conds)})
    return answered(reading, query.model_copy(update={"target": target}))
