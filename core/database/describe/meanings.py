"""Concepts for the values of a column: bilingual words, without endings, numbers of levels, yes and no."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from core.database.describe.properties import Property
from core.vocabulary.common import Common, CommonEntity, CommonValue
from core.vocabulary.identifiers import parse_identifier
from core.vocabulary.mappings import ConceptEntry, LabelsEntry
from core.vocabulary.matching import normalise

MIXED = 0.8
"""An ending that more names have says nothing."""
MAX_CONCEPTS = 200
"""A column with more different values is no classification."""
_BRACKETS = re.compile(r"^(.*?)[(（](.+?)[)）]$")
_DIGITS = "零一二三四五六七八九十"
_NTH = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_UNASKED = ("name", "address", "code", "admin_code")


def concepts_of(found: Property, common: Common, places: Collection[str] = ()) -> dict[str, ConceptEntry]:
    """Raw value → concept; nothing for columns that do not classify.

    `places` are names of features: a value that is one means the place, unless more is said.
    """
    values = found.column.values
    if found.kind not in ("text", "list") or values is None or not 0 < len(values) <= MAX_CONCEPTS:
        return {}
    if found.id.startswith(_UNASKED) or found.id.endswith("code"):
        return {}
    if found.role == "flag":
        return _flags(found, values)
    if found.role == "level":
        return {x: _level(found.id, x) for x in values}
    many = len(values) > len(set(values)) * 0 and found.column.distinct > 0.5 * max(found.column.filled, 1)
    if (many and len(values) > 20) or found.kind == "list":
        return {}
    return {x: _text(found, x, common, x in places) for x in values if x.strip()}


def endings_of(found: Property, entity: CommonEntity, common: Common) -> dict[str, ConceptEntry]:
    """Concepts for names that end alike, where the endings tell kinds apart: ``甲自治州`` among ``乙市``.

    The concept of an ending stands under the ending; see :func:`ending_of`.
    """
    names = list(found.column.values or ())
    result = {}
    for suffix in entity.suffixes:
        count = sum(1 for x in names if x.endswith(suffix))
        if len(suffix) > 1 and not suffix.isascii() and 1 < count < MIXED * len(names):
            known = _known([suffix], common.values)
            words = tuple(dict.fromkeys((suffix, *(known.zh if known else ()), *(known.en if known else ()))))
            labels = LabelsEntry(en=known.en[0] if known else suffix, zh=suffix)
            result[suffix] = ConceptEntry(
                id=f"{found.id}:{entity.id}:{suffix}", attributes=(found.id,), labels=labels, synonyms=words
            )
    return result


def _flags(found: Property, values: Iterable[str]) -> dict[str, ConceptEntry]:
    words = found.flag.words if found.flag else (found.en, found.zh)
    label = found.flag.label if found.flag else found.en
    result = {}
    for raw in values:
        yes = raw in ("1", "true", "t")
        own = words if yes else tuple(y for x in words for y in _negated(x))
        zh = next((x for x in own if parse_identifier(x, {}).cjk), own[0])
        labels = LabelsEntry(en=label if yes else f"not {label}", zh=zh)
        result[raw] = ConceptEntry(id=f"{found.id}:{raw}", attributes=(found.id,), labels=labels, synonyms=own)
    return result


def _negated(word: str) -> tuple[str, ...]:
    return (f"非{word}",) if parse_identifier(word, {}).cjk else (f"non-{word}", f"not {word}", f"非{word}")


def _level(attribute: str, raw: str) -> ConceptEntry:
    number = int(raw)
    nth = [f"{_NTH[number]}-level", f"{_NTH[number]}-class", f"{_NTH[number]}-grade"] if number < len(_NTH) else []
    digits = [f"{_DIGITS[number]}级", f"{_DIGITS[number]}等"] if number < len(_DIGITS) else []
    en = [f"level {raw}", f"level-{raw}", f"class {raw}", f"grade {raw}", f"rank {raw}", f"{raw}-level"]
    zh = [f"{raw}级", f"{raw}等", f"第{raw}级", f"级别为{raw}", f"等级为{raw}"]
    return ConceptEntry(
        id=f"{attribute}:{raw}", attributes=(attribute,), labels=LabelsEntry(en=f"level {raw}", zh=f"{raw}级"),
        synonyms=tuple(dict.fromkeys([*en, *nth, *zh, *digits])), rank=float(number),
    )  # fmt: skip


def _text(found: Property, raw: str, common: Common, place: bool) -> ConceptEntry:
    words = list(dict.fromkeys(_forms(raw.strip(), common.words.zh_suffixes_of_values)))
    known = _known(words, common.values)
    en = list(known.en) if known else []
    zh = list(known.zh) if known else []
    if found.id == "affiliation":
        zh += [f"{x}{y}" for x in words for y in ("直属", "属", "所属")]
        en += [f"{y} {x}" for x in list(en) for y in ("affiliated with", "affiliated to", "under")]
    label, label_zh = en[0] if en else raw, words[0]
    if place:
        label, label_zh, words = f"{found.en} {raw}", f"{raw}{found.zh}", [f"{raw}直属", f"{raw}属", f"{raw}所属"]
        en, zh = [], []
    return ConceptEntry(
        id=f"{found.id}:{raw}", attributes=(found.id,), labels=LabelsEntry(en=label, zh=label_zh),
        synonyms=tuple(dict.fromkeys([*words, *en, *zh])),
    )  # fmt: skip


def _forms(raw: str, suffixes: Iterable[str]) -> Iterable[str]:
    yield raw
    inner = _BRACKETS.match(raw)
    for text in (raw, *(inner.groups() if inner else ())):
        yield text
        for suffix in suffixes:
            if text.endswith(suffix) and len(text) - len(suffix) >= 2:
                yield text[: -len(suffix)]


def _known(words: Iterable[str], values: Iterable[CommonValue]) -> CommonValue | None:
    own = [normalise(x) for x in words]
    table: dict[str, CommonValue] = {}
    for value in values:
        for word in (*value.zh, *value.en):
            table.setdefault(normalise(word), value)
    return next((table[x] for x in own if x in table), None)


def implied(entity: CommonEntity, concepts: Mapping[str, ConceptEntry]) -> dict[str, str]:
    """Words for a kind of feature that also say a value: ``总医院`` is a hospital and its type."""
    labels = (entity.labels.zh, entity.labels.en, entity.plural.en)
    endings = (*labels, *entity.synonyms, *entity.suffixes)
    found: dict[str, str] = {}
    own = {x.casefold() for x in endings}
    for concept in concepts.values():
        for word in concept.synonyms:
            low = word.casefold()
            if low in own - set(entity.suffixes) or not any(_ends(low, x.casefold()) for x in endings):
                continue
            found.setdefault(word, concept.id)
    return found


def _ends(word: str, ending: str) -> bool:
    plain = ending.strip()
    if not plain or not word.endswith(plain):
        return False
    before = word[: -len(plain)]
    return not plain.isascii() or not before or before.endswith((" ", "-"))
