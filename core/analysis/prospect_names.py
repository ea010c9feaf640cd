"""What the evidence of a run is called, and which elements carry the same information."""

from __future__ import annotations

from collections.abc import Sequence

from core.analysis.prospect_choices import Roles, label_values
from core.analysis.prospect_request import ShapeFeature
from core.analysis.prospect_words import words
from core.prospectivity.features import POOLED
from core.script import has_cjk
from core.vocabulary.card import Labels, SchemaCard


def shape_label(card: SchemaCard, wanted: ShapeFeature, *, by_title: bool) -> Labels:
    """What a feature is called: by its kind, or by its layer where several of the kind are used."""
    layer = card.layer(wanted.table)
    kind = card.entity_types.get(layer.entity_type)
    to = kind.plural if kind and not by_title else layer.title
    if wanted.values:
        names = [card.concepts[v].labels if v in card.concepts else Labels(v, v) for v in wanted.values]
        to = Labels(f"{to.en}: {', '.join(x.en for x in names)}", f"{to.zh}（{'、'.join(x.zh for x in names)}）")
    return {
        "distance": Labels(f"Distance to {to.en}", f"到{to.zh}的距离"),
        "density": Labels(f"Density of {to.en}", f"{to.zh}密度"),
        "crossings": Labels(f"Distance to crossings of {to.en}", f"到{to.zh}交点的距离"),
        "contacts": Labels(f"Distance to contacts of {to.en}", f"到{to.zh}接触界线的距离"),
    }[wanted.measure]


def family_of(card: SchemaCard, roles: Roles, name: str) -> str:
    """The family an element belongs to, "" for none; elements of one family carry the same information."""
    symbol = (card.attributes[name].element or "").casefold()
    for family in roles.groups:
        if symbol and family in card.concepts and symbol in card.expand(family):
            return family
    return ""


def value_labels(card: SchemaCard, table: str, attribute: str, values: Sequence[str]) -> tuple[Labels, ...]:
    """What the values of a column are called: as spelled in their own language, by their concepts in the other.

    The spelling is added where the concepts say less than it.  Values without a concept keep their spelling.
    """
    known = [v for v in label_values(card, card.layer(table), attribute) if v.id in card.concepts]
    found = []
    for value in values:
        fits = [v for v in known if value in v.cells]
        wider = {x for v in fits for x in card.concepts[v.id].family}
        narrow = [v.labels for v in fits if v.id not in wider]
        found.append(_value_label(value, sorted(narrow, key=lambda x: value.casefold().find(x.en.casefold()))))
    return tuple(found)


def _value_label(value: str, concepts: Sequence[Labels]) -> Labels:
    if value == POOLED:
        return words("said", "pooled")
    if not concepts:
        return Labels(value, value)
    if has_cjk(value):
        en = ", ".join(x.en for x in concepts)
        return Labels(en if "、".join(x.zh for x in concepts) == value else f"{en} ({value})", value)
    zh = "、".join(x.zh for x in concepts)
    whole = ", ".join(x.en for x in concepts).casefold() == value.casefold()
    return Labels(value, zh if whole else f"{zh}（{value}）")
