"""A typed query in words: what was counted, said again as one noun phrase with every value cited.

``Query(target=deposit where genetic_type = … and commodity = gold and near fault 5 km)`` reads
"magmatic-hydrothermal gold deposits within 5 km of a fault".  Each value points at its node in the IR by a JSON
pointer without the leading slash (``query.target.where.and.0.value``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.answer.fragments import Fragment, Part, fill, fragment, join
from core.answer.material import Material, suits
from core.answer.nouns import definite, head
from core.answer.numbers import radius
from core.answer.phrases import article, phrase, sector
from core.answer.phrases_conditions import condition
from core.answer.wording_derived import derived_words
from core.answer.wording_values import operation, setting, value_words
from core.question import ir

Which = Literal["one", "any", "every"]


@dataclass
class _Phrase:
    """The pieces of a noun phrase, by the place they take."""

    adjectives: list[Fragment] = field(default_factory=list)
    nouns: list[Fragment] = field(default_factory=list)
    """Adjectives of list attributes; they stand next to the noun ("gold deposits")."""
    modifiers: list[Fragment] = field(default_factory=list)
    regions: list[Fragment] = field(default_factory=list)


def noun_phrase(
    material: Material, target: ir.Set, path: str, count: int, more: Sequence[Fragment] = ()
) -> Fragment:
    """The set `target` (at `path` in the IR) as a noun phrase in the number that `count` asks for.

    `more` are further modifiers that do not stand in the set itself.
    """
    pieces = _Phrase()
    if target.names:
        names = _names(material, target, path)
        pieces.modifiers.append(fill(condition("named", material.language), names=names))
    if target.where is not None:
        _collect(material, target.where, f"{path}.where", pieces)
    if target.prev:
        pieces.modifiers.append(fragment(condition("previous", material.language)))
    pieces.modifiers.extend(more)
    noun = head(material, target.layer, pieces.adjectives, pieces.nouns, count)
    if material.language == "zh":
        link = "的" if pieces.regions and not pieces.modifiers else ""
        return fragment(*pieces.regions, link, *pieces.modifiers, noun)
    return join([noun, *pieces.modifiers, *pieces.regions], " ")


def anchor_words(material: Material, anchor: ir.Anchor, path: str, *, which: Which = "one") -> Fragment:
    """An anchor in words: its names, or "a fault", "every normal fault", "the point 110.0000, 41.8000"."""
    language = material.language
    if isinstance(anchor, ir.Set):
        if anchor.names:
            return _names(material, anchor, path)
        noun = noun_phrase(material, anchor, path, 1)
        first = noun[0] if isinstance(noun[0], str) else noun[0].text
        return fill(condition(f"anchor_{which}", language), article=article(first), noun=noun)
    if isinstance(anchor, ir.PointAnchor):
        lon, lat = (
            setting(material, anchor, f"{path}.point.{i}", f"{anchor.point[i]:.4f}", anchor.point[i])
            for i in (0, 1)
        )
        return fill(condition("point", language), lon=lon, lat=lat)
    if isinstance(anchor, ir.MapAnchor):
        return fragment(condition(f"map_{anchor.map}", language))
    return derived_words(material, anchor.derive, f"{path}.derive", anchor_words)


def condition_words(material: Material, cond: ir.Cond, path: str) -> Fragment:
    """One condition by itself, as a modifier."""
    pieces = _Phrase()
    _collect(material, cond, path, pieces)
    parts = [*pieces.adjectives, *pieces.nouns, *pieces.modifiers, *pieces.regions]
    return join(parts, "" if material.language == "zh" else " ")


def range_words(material: Material, node: ir.RelCond, path: str) -> Fragment:
    """The distance range of a relation: "within 5 km", "between 2 km and 5 km", "beyond 10 km", or nothing."""
    kind = _range_kind(node)
    if kind == "":
        return ()
    return fill(condition(f"range_{kind}", material.language), **_limits(material, node, path))


def order_words(material: Material, query: ir.Query) -> Fragment:
    """The explicit order of a query in words, or nothing."""
    if not query.order:
        return ()
    key, language = query.order[0], material.language
    if isinstance(key.expr, ir.DistanceExpr):
        which: Which = "one" if key.dir == "asc" else "any"
        anchor = anchor_words(material, key.expr.distance_to, "query.order.0.expr.distance_to", which=which)
        return fill(condition("order_nearest" if key.dir == "asc" else "order_farthest", language), anchor=anchor)
    if isinstance(key.expr, ir.FieldExpr):
        attribute = material.card.attributes.get(key.expr.field)
        label = attribute.labels.in_(language) if attribute else key.expr.field
        return fill(condition("order_lowest" if key.dir == "asc" else "order_highest", language), attribute=label)
    table = material.result.table if material.result is not None else None
    computed = next((c.label for c in table.columns if c.key == "order_0"), "") if table is not None else ""
    if computed:
        return fill(
            condition("order_least" if key.dir == "asc" else "order_greatest", language), attribute=computed
        )
    return ()


def flatten(cond: ir.Cond | None, path: str) -> tuple[tuple[ir.Cond, str], ...]:
    """The conjuncts of a condition with their places in the IR."""
    if cond is None:
        return ()
    if isinstance(cond, ir.And):
        return tuple(x for i, c in enumerate(cond.and_) for x in flatten(c, f"{path}.and.{i}"))
    return ((cond, path),)


def region_of(material: Material, cond: ir.Cond) -> ir.Set | None:
    """The study area a condition restricts to, None for any other condition."""
    if not (isinstance(cond, ir.RelCond) and isinstance(cond.to, ir.Set) and cond.rel in ("within", "intersects")):
        return None
    entity = material.card.entity_types.get(cond.to.layer)
    return cond.to if entity is not None and entity.region and cond.to.names else None


def is_region(material: Material, cond: ir.Cond) -> bool:
    """Whether a condition restricts to a study area."""
    return region_of(material, cond) is not None


def _collect(material: Material, cond: ir.Cond, path: str, pieces: _Phrase) -> None:
    language = material.language
    for part, where in flatten(cond, path):
        if isinstance(part, ir.AttrCond):
            _attribute(material, part, where, pieces)
        elif isinstance(part, ir.RelCond):
            words = _relation(material, part, where)
            (pieces.regions if is_region(material, part) else pieces.modifiers).append(words)
        elif isinstance(part, ir.Or):
            words = join(
                [_bare(condition_words(material, c, f"{where}.or.{i}")) for i, c in enumerate(part.or_)],
                phrase("list_or", language),
            )
            same_noun = all(isinstance(c, ir.AttrCond) and c.op == "=" for c in part.or_)
            (pieces.adjectives if same_noun else pieces.modifiers).append(words)
        elif isinstance(part, ir.Not):
            words = condition_words(material, part.not_, f"{where}.not")
            pieces.modifiers.append(fill(condition("not", language), condition=_bare(words)))
        elif part.span is not None:
            words_of = material.reading.question[slice(*part.span)]
            quoted = setting(material, part, where, words_of, words_of)
            pieces.modifiers.append(fill(condition("quoted", language), words=quoted))


def _attribute(material: Material, cond: ir.AttrCond, path: str, pieces: _Phrase) -> None:
    attribute = material.card.attributes.get(cond.attr)
    textual = attribute is not None and attribute.kind in ("text", "list")
    if attribute is not None and textual and cond.op in ("=", "in") and not _names_feature(material, cond.attr):
        words = value_words(material, cond, path)
        (pieces.nouns if attribute.kind == "list" else pieces.adjectives).append(words)
        return
    label = attribute.labels.in_(material.language) if attribute is not None else cond.attr
    words = operation(material, cond, path)
    pieces.modifiers.append(fill(condition("attribute", material.language), attribute=label, operation=words))


def _relation(material: Material, cond: ir.RelCond, path: str) -> Fragment:
    language = material.language
    kind = _range_kind(cond)
    region = region_of(material, cond)
    if region is not None:
        return fill(condition("region", language), region=_names(material, region, f"{path}.to"))
    anchor = anchor_words(material, cond.to, f"{path}.to", which="every" if kind == "min" else "one")
    if cond.rel in ("near", "along"):
        key = f"near_{kind}" if kind else "near"
        words = fill(condition(key, language), anchor=anchor, **_limits(material, cond, path))
    elif cond.rel == "direction" and cond.dir is not None:
        words = fill(condition("direction", language), anchor=anchor, sector=sector(cond.dir, language))
    elif cond.rel == "crosses" and _crossed(material, path):
        words = fill(condition("crossed", language), anchor=anchor)
    else:
        words = fill(condition(cond.rel if cond.rel != "direction" else "near", language), anchor=anchor)
    if cond.count is None:
        return words
    text = f"{cond.count.op} {cond.count.value}"
    count = setting(material, cond.count, f"{path}.count.value", text, cond.count.value)
    return fill(condition("counted", language), relation=words, count=count)


def _crossed(material: Material, path: str) -> bool:
    """Whether the condition is one on areal targets: they are crossed by lines, they do not cross them."""
    query = material.reading.ir.query
    if query is None or ".to." in path:
        return False
    entity = material.card.entity_types.get(query.target.layer)
    return entity is not None and entity.geometry == ("polygon",)


def _limits(material: Material, cond: ir.RelCond, path: str) -> dict[str, Part]:
    limits: dict[str, Part] = {}
    for name, metres in (("min", cond.min_m), ("max", cond.max_m)):
        if metres is not None:
            text = radius(metres, material.language)
            limits[name] = setting(material, cond, f"{path}.{name}_m", text, metres, unit="m")
    return limits


def _range_kind(cond: ir.RelCond) -> str:
    if cond.min_m is not None and cond.max_m is not None:
        return "ring"
    return "min" if cond.min_m is not None else "max" if cond.max_m is not None else ""


def _names(material: Material, anchor: ir.Set, path: str) -> Fragment:
    """The names of a set, each as the database writes it in the language of the answer."""
    words: list[Fragment] = []
    for index, mention in enumerate(anchor.names or ()):
        bound = next((b for b in material.bindings if b.mention == mention and b.refs), None)
        text = mention
        if bound is not None and not (suits(mention, material.language) and bound.strategy in ("exact", "alias")):
            text = material.feature_name(bound.refs, bound.canonical)
        refs = bound.refs[:1] if bound is not None else ()
        name = setting(material, anchor, f"{path}.names.{index}", text, mention, refs=refs)
        words.append(fragment(definite(text, material.language), name))
    return join(words, phrase("list_comma", material.language), phrase("list_or", material.language))


def _names_feature(material: Material, attribute: str) -> bool:
    return any(attribute == e.name_attribute for e in material.card.entity_types.values())


def _bare(words: Fragment) -> Fragment:
    """Chinese modifiers without their closing 的."""
    if words and isinstance(words[-1], str) and words[-1].endswith("的"):
        return fragment(*words[:-1], words[-1][:-1])
    return words
