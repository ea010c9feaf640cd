"""Which kind of feature a layer holds: from its geometry, the words in its name, its columns and its names."""

from __future__ import annotations

from collections.abc import Mapping

from core.vocabulary.identifiers import parse_identifier
from core.vocabulary.mappings import EntityTypeEntry
from core.vocabulary.matching import normalise
from core.vocabulary.proposals_columns import Weigher
from core.vocabulary.proposals_headings import cjk, key_of, latin
from core.vocabulary.proposals_model import ColumnProposal, KindProposal, LayerFacts, Reason
from core.vocabulary.proposals_values import SHOWN, names_share

_TITLE, _HEADING, _COLUMNS, _NAMES, _CONTENTS = 0.62, 0.45, 0.72, 0.5, 0.75
"""How much each sign alone can say."""
_FEW = 0.08
_CONTENTS_FULL = 4
"""Contents from which on a table is surely one of analyses."""
Found = Mapping[str, tuple[ColumnProposal, ...]]


def rank_kinds(facts: LayerFacts, candidates: Found, weigher: Weigher) -> tuple[KindProposal, ...]:
    """The kinds whose geometry suits, the most probable first, weighed against each other."""
    suits = [x for x in weigher.mappings.entity_types if facts.geometry is None or facts.geometry in x.geometry]
    scored = [(x, *_score(x, facts, candidates, weigher)) for x in suits]
    scored.sort(key=lambda x: (-x[1], x[0].id))
    result = []
    for kind, score, reasons in scored:
        rival = max((x[1] for x in scored if x[0] is not kind), default=0.0)
        share = score / (score + 0.5 * rival)
        confidence = min(score * (0.4 + 0.6 * share), 0.99)
        result.append(KindProposal(kind.id, round(confidence, 4), reasons))
    return tuple(sorted(result, key=lambda x: (-x.confidence, x.entity_type)))


def _score(
    kind: EntityTypeEntry, facts: LayerFacts, candidates: Found, weigher: Weigher
) -> tuple[float, tuple[Reason, ...]]:
    signs: list[tuple[float, Reason]] = []
    word = _in_title(kind, facts, weigher)
    if word:
        signs.append((_TITLE, Reason("kind_title", {"word": word})))
    signs += _headings(kind, facts, weigher)
    signs += _columns(kind, candidates, weigher)
    signs += _names(kind, facts, candidates)
    against = 1.0
    for weight, _ in signs:
        against *= 1 - weight
    return 1 - against * (1 - _FEW), tuple(x for _, x in signs)


def _in_title(kind: EntityTypeEntry, facts: LayerFacts, weigher: Weigher) -> str:
    """The longest word for the kind in the name of the layer or file."""
    more = weigher.headings.kinds.get(kind.id)
    words = (kind.labels.en, kind.labels.zh, kind.plural.en, *kind.synonyms, *(more.words if more else ()))
    stem = facts.source.rpartition(".")[0] or facts.source
    found = ""
    for text in (facts.title, stem, facts.table):
        plain = " ".join(parse_identifier(text, weigher.mappings.name_words.abbreviations).words)
        padded = f" {normalise(plain)} "
        for word in words:
            own = normalise(word)
            hit = own in padded.replace(" ", "") if cjk(own) else f" {own} " in padded
            if not hit and cjk(own) and len(word) > 1:
                spelt = latin(word)[0]
                hit = bool(spelt) and f" {spelt} " in padded
            if hit and len(own) > len(normalise(found)) and len(own) > 1:
                found = word
    return found


def _headings(kind: EntityTypeEntry, facts: LayerFacts, weigher: Weigher) -> list[tuple[float, Reason]]:
    """``fault_name``, ``矿床规模``: the kind stands in a heading."""
    label = weigher.lexicon.labels[f"kind:{kind.id}"]
    for column in facts.columns:
        for heading in weigher.readings(column):
            for other, word, _ in weigher.lexicon.kind_before(heading.key):
                if other == kind.id and len(key_of(word)) > 1:
                    reason = Reason("kind_heading", {"heading": heading.text, "kind": label})
                    return [(_HEADING if len(key_of(word)) > 2 else _HEADING / 2, reason)]
                if other != kind.id:
                    break
    return []


def _columns(kind: EntityTypeEntry, candidates: Found, weigher: Weigher) -> list[tuple[float, Reason]]:
    """Columns that only this kind, or few kinds, have."""
    more = weigher.headings.kinds.get(kind.id)
    symbols = set(weigher.lexicon.symbols)
    weight, named, contents = 0.0, [], []
    for found in candidates.values():
        if not found:
            continue
        best = found[0]
        if best.attribute in symbols:
            if more is not None and more.elements and best.confidence >= 0.5:
                contents.append(best.column)
            continue
        own = next((x for x in found if x.attribute in kind.key_attributes), None)
        if own is None or own.confidence < best.confidence - 0.1 or own.attribute == kind.name_attribute == "name":
            continue
        holders = sum(own.attribute in x.key_attributes for x in weigher.mappings.entity_types)
        if own.attribute != "name":
            weight += own.confidence / holders
            named.append(own.column)
    signs = []
    if weight:
        listed = ", ".join(named[:SHOWN])
        signs.append((_COLUMNS * min(1.0, weight / 2), Reason("kind_columns", {"columns": listed})))
    if contents:
        share = min(1.0, len(contents) / _CONTENTS_FULL)
        signs.append((_CONTENTS * share, Reason("kind_columns", {"columns": ", ".join(contents[:SHOWN])})))
    return signs


def _names(kind: EntityTypeEntry, facts: LayerFacts, candidates: Found) -> list[tuple[float, Reason]]:
    """Names that end with a word for the kind: 某某断裂, Some Mine."""
    words = [x for x in (kind.labels.en, kind.labels.zh, *kind.synonyms) if len(x) > 1 or cjk(x)]
    columns = {x.name: x for x in facts.columns}
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for name, found in candidates.items():
        if not columns[name].numeric and any(x.attribute.startswith(kind.name_attribute) for x in found):
            best = max(best, names_share(columns[name].values, words))
    if best[0] < 0.2:
        return []
    return [(_NAMES * best[0], Reason("kind_names", {"examples": ", ".join(best[1])}))]
