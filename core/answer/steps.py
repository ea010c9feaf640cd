"""How an answer was computed, in plain lines: understood, searched, filtered, measured, ranked."""

from __future__ import annotations

from collections.abc import Mapping

from core.answer.cited import method_words
from core.answer.export_table import own_table
from core.answer.model import Answer
from core.answer.numbers import fixed, integer
from core.errors import Language

_LINES: dict[str, tuple[str, str]] = {
    "understood": ("Understood as {intent} (score {score}): {chips}", "理解为{intent}（得分{score}）：{chips}"),
    "bare": ("Understood as {intent} (score {score})", "理解为{intent}（得分{score}）"),
    "chosen_bare": ("Question kind chosen by you: {intent}", "问题类型由您指定：{intent}"),
    "chosen": ("Question kind chosen by you: {intent}: {chips}", "问题类型由您指定：{intent}：{chips}"),
    "searched": ("Searched layers: {layers}", "查询图层：{layers}"),
    "filter": ("{label} → {count}", "{label} → {count}"),
    "measured": (
        "Distances: {method}, computed twice by independent routes; largest difference {difference} m; "
        "shown values are rounded half to even",
        "距离：{method}，由两种独立方法各算一次，最大差值{difference} m；显示值按“四舍六入五成双”取舍",
    ),
    "ordered": ("Order: as the question asks", "排序：按问题要求"),
    "ranked": ("Order: score = {formula}, best first", "排序：得分 = {formula}，由高到低"),
    "plan": ("Estimated plan cost {cost}", "估计执行代价 {cost}"),
    "time": ("Time: {total} ms ({parts})", "用时：{total} ms（{parts}）"),
    "data": ("Data version {version}", "数据版本 {version}"),
}


_TERMS = {"spatial": "空间", "semantic": "语义", "numeric": "数值", "text": "文本"}


def steps(answer: Answer, intent: str) -> tuple[str, ...]:
    """The lines, in the language of the answer; `intent` is the name of its intent in that language."""
    language, result = answer.language, answer.result
    score = fixed(answer.routing.scores.get(answer.routing.intent, 0.0), 2)
    chips = " · ".join(c.value for c in answer.chips)
    keys = ("understood", "chosen") if chips else ("bare", "chosen_bare")
    key = keys[answer.routing.overridden]
    lines = [_line(key, language, intent=intent, score=score, chips=chips)]
    if result is not None:
        lines.append(_line("searched", language, layers=", ".join(result.layers)))
        lines.extend(
            _line("filter", language, label=s.label, count=integer(s.count, language)) for s in result.funnel
        )
        lines.extend(_measured(answer))
        if result.plan_cost is not None:
            lines.append(_line("plan", language, cost=integer(round(result.plan_cost), language)))
    if answer.timings_ms:
        parts = ", ".join(f"{k} {v:.0f}" for k, v in answer.timings_ms.items())
        lines.append(_line("time", language, total=f"{sum(answer.timings_ms.values()):.0f}", parts=parts))
    if answer.data_version:
        lines.append(_line("data", language, version=answer.data_version))
    return tuple(lines)


def _measured(answer: Answer) -> list[str]:
    proximities = [p for e in answer.evidence for p in e.proximity if p.relation in ("near", "along")]
    lines = []
    if proximities:
        worst = max(p.disagreement_m for p in proximities)
        method = method_words(proximities[0], answer.language)
        lines.append(_line("measured", answer.language, method=method, difference=f"{worst:.4f}"))
    query = answer.reading.ir.query if answer.reading is not None else None
    if query is not None and query.order:
        lines.append(_line("ordered", answer.language))
    elif answer.evidence and own_table(answer) is None:
        lines.append(
            _line("ranked", answer.language, formula=_formula(answer.evidence[0].score.weights, answer.language))
        )
    return lines


def _formula(weights: Mapping[str, float], language: Language) -> str:
    """``0.6 × spatial + 0.4 × semantic, semantic = 1 × text``: the terms that take part."""
    total, semantic = (
        " + ".join(f"{weights[name]:g} × {_term(name, language)}" for name in names if weights.get(name))
        for names in (("spatial", "semantic"), ("numeric", "text"))
    )
    if not total:
        return semantic or _term("semantic", language)
    return f"{total}, {_term('semantic', language)} = {semantic}" if semantic else total


def _term(name: str, language: Language) -> str:
    return _TERMS[name] if language == "zh" else name


def _line(key: str, language: Language, **values: str) -> str:
    return _LINES[key][1 if language == "zh" else 0].format(**values)
