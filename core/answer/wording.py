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
from core.answer.material import Material
from core.answer.nouns import definite, head, is_plural
from core.answer.phrases import article, phrase
from core.answer.phrases_conditions import condition
from core.answer.wording_derived import derived_words
from core.answer.wording_expressions import Expressions
from core.answer.wording_negation import negated
from core.answer.wording_relations import Relations, Which, flatten, region_of
from core.answer.wording_values import operation, setting, value_words
from core.question import ir
from core.script import suits

Kind = Literal["name", "relation", "value", "answer"]


@dataclass
class _Phrase:
    """The pieces of a noun phrase, by the place they take."""

    count: int = 2
    adjectives: list[Fragment] = field(default_factory=list)
    nouns: list[Fragment] = field(default_factory=list)
    """Adjectives of list attributes; they stand next to the noun ("gold deposits")."""
    modifiers: list[tuple[Kind, Fragment]] = field(default_factory=list)
    regions: list[Fragment] = field(default_factory=list)
    single: bool = False
    """One feature by a superlative: "the longest fault"."""


def noun_phrase(
    material: Material,
    target: ir.Set,
    path: str,
    count: int,
    more: Sequence[Fragment] = (),
    *,
    skip: frozenset[str] = frozenset(),
) -> Fragment:
    """The set `target` (at `path` in the IR) as a noun phrase in the number that `count` asks for.

    `more` are further modifiers that do not stand in the set itself, `skip` the places of conditions to leave out.
    """
    return _written(material, target, _pieces(material, target, path, count, more, skip=skip), count)


def anchor_words(material: Material, anchor: ir.Anchor, path: str, *, which: Which = "one") -> Fragment:
    """An anchor in words: its names, or "a fault", "every normal fault", "the point 110.0000, 41.8000"."""
    language = material.language
    if isinstance(anchor, ir.Set):
        if anchor.names:
            return _names(material, anchor, path)
        pieces = _pieces(material, anchor, path, 1)
        noun = _written(material, anchor, pieces, 1)
        first = noun[0] if isinstance(noun[0], str) else noun[0].text
        the = pieces.single and which == "one"
        bare = which == "one" and is_plural(head(material, anchor.layer, pieces.adjectives, pieces.nouns, 1))
        key = "anchor_the" if the else "anchor_bare" if bare else f"anchor_{which}"
        return fill(condition(key, language), article=article(first), noun=noun)
    if isinstance(anchor, ir.PointAnchor):
        lon, lat = (
            setting(material, anchor, f"{path}.point.{i}", f"{anchor.point[i]:.4f}", anchor.point[i])
            for i in (0, 1)
        )
        return fill(condition("point", language), lon=lon, lat=lat)
    if isinstance(anchor, ir.MapAnchor):
        # a study area is the only thing on the map that a question takes without speaking of it
        return fragment(condition(f"map_{'area' if anchor.assumed else anchor.map}", language))
    return derived_words(material, anchor.derive, f"{path}.derive", anchor_words)


def condition_words(material: Material, cond: ir.Cond, path: str) -> Fragment:
    """One condition by itself, as a modifier."""
    pieces = _Phrase()
    _collect(material, cond, path, pieces)
    return _standing(material, pieces)


def predicate(material: Material, target: ir.Set, path: str, *, holds: bool = True) -> Fragment:
    """What is said of one feature of a set, without its name: "is a gold deposit within 5 km of a fault"."""
    language, turn = material.language, "" if holds else "not_"
    pieces = _pieces(material, target.model_copy(update={"names": None}), path, 1)
    if pieces.adjectives or pieces.nouns:
        noun = _written(material, target, pieces, 1)
        first = noun[0] if isinstance(noun[0], str) else noun[0].text
        return fill(condition(f"is_{turn}one", language), article=article(first), noun=noun)
    if language == "zh" and pieces.regions and not pieces.modifiers:
        return fill(condition(f"is_{turn}in", language), region=fragment(*pieces.regions))
    words = _bare(_standing(material, pieces))
    for link, verb in (("with a ", "has_a"), ("with ", "has"), ("that is ", "so")):
        if words and isinstance(words[0], str) and words[0].startswith(link):
            words = fragment(words[0].removeprefix(link), *words[1:])
            return fill(condition(f"is_{turn}{verb}", language), words=words)
    return fill(condition(f"is_{turn}so", language), words=words)


def expressions(material: Material) -> Expressions:
    """The wording of computed values."""
    return Expressions(material, noun_phrase, anchor_words)


def _pieces(
    material: Material,
    target: ir.Set,
    path: str,
    count: int,
    more: Sequence[Fragment] = (),
    *,
    skip: frozenset[str] = frozenset(),
) -> _Phrase:
    pieces = _Phrase(count)
    if target.names:
        names = _names(material, target, path)
        pieces.modifiers.append(("name", fill(condition("named", material.language), names=names)))
    if target.where is not None:
        _collect(material, target.where, f"{path}.where", pieces, skip)
    if target.prev:
        pieces.modifiers.append(("answer", fragment(condition("previous", material.language))))
    pieces.modifiers.extend(("value", x) for x in more)
    return pieces


def _written(material: Material, target: ir.Set, pieces: _Phrase, count: int) -> Fragment:
    noun = head(material, target.layer, pieces.adjectives, pieces.nouns, count)
    if material.language == "zh":
        link = "的" if pieces.regions and not pieces.modifiers else ""
        return fragment(*pieces.regions, link, _modifiers(material, pieces), noun)
    return join([noun, _modifiers(material, pieces), *pieces.regions], " ")


def _standing(material: Material, pieces: _Phrase) -> Fragment:
    """The pieces without a noun."""
    parts = [*pieces.adjectives, *pieces.nouns, _modifiers(material, pieces), *pieces.regions]
    return join(parts, "" if material.language == "zh" else " ")


def _modifiers(material: Material, pieces: _Phrase) -> Fragment:
    """The modifiers of a noun in a row: relations are joined by "and", 且 stands between Chinese ones."""
    both: Part = condition("and", material.language)
    found: Fragment = ()
    before: Kind = "name"
    for kind, words in pieces.modifiers:
        if not found:
            found = words
        elif material.language == "zh":
            apart = "name" in (kind, before) or "answer" in (kind, before)
            found = fragment(found, words) if apart else fragment(_bare(found), both, words)
        else:
            found = fragment(found, both if kind == before == "relation" else " ", words)
        before = kind
    return found


def _collect(
    material: Material, cond: ir.Cond, path: str, pieces: _Phrase, skip: frozenset[str] = frozenset()
) -> None:
    conjuncts = [x for x in flatten(cond, path) if x[1] not in skip]
    for part, where in conjuncts:
        if isinstance(part, ir.AttrCond):
            _attribute(material, part, where, pieces)
        elif isinstance(part, ir.RelCond):
            region = region_of(material, part)
            if region is not None:
                names = _names(material, region, f"{where}.to")
                pieces.regions.append(fill(condition("region", material.language), region=names))
            else:
                pieces.modifiers.append(("relation", _relation(material, part, where)))
        elif isinstance(part, ir.Or):
            _alternatives(material, part, where, pieces)
        elif isinstance(part, ir.CmpCond):
            pieces.modifiers.append(("value", expressions(material).comparison(part, where)))
        elif isinstance(part, ir.TopCond):
            _top(material, part, where, pieces)
    nots = [(x, where) for x, where in conjuncts if isinstance(x, ir.Not)]
    found = negated(material, nots, pieces.count, lambda c, p: _bare(condition_words(material, c, p)))
    pieces.modifiers.extend(("value", words) for words in found)


def _relation(material: Material, part: ir.RelCond, where: str) -> Fragment:
    def anchor(material: Material, to: ir.Anchor, path: str, which: Which) -> Fragment:
        return anchor_words(material, to, path, which=which)

    return Relations(material, noun_phrase, anchor).words(part, where)


def _alternatives(material: Material, part: ir.Or, where: str, pieces: _Phrase) -> None:
    language = material.language
    each = [_bare(condition_words(material, c, f"{where}.or.{i}")) for i, c in enumerate(part.or_)]
    words = join(each, phrase("list_or", language))
    if all(isinstance(c, ir.AttrCond) and c.op == "=" for c in part.or_):
        pieces.adjectives.append(words)
    else:
        pieces.modifiers.append(("value", fragment(words, "的") if language == "zh" else words))


def _top(material: Material, part: ir.TopCond, where: str, pieces: _Phrase) -> None:
    words = expressions(material)
    adjective = words.adjective(part.top.by, part.top.dir) if part.top.by is not None and part.top.k == 1 else ""
    if adjective:
        pieces.adjectives.insert(0, fragment(adjective))
        pieces.single = True
    else:
        pieces.modifiers.append(("value", words.top(part, where)))


def _attribute(material: Material, cond: ir.AttrCond, path: str, pieces: _Phrase) -> None:
    attribute = material.card.attributes.get(cond.attr)
    textual = attribute is not None and attribute.kind in ("text", "list")
    names = {e.name_attribute for e in material.card.entity_types.values()}
    if attribute is not None and textual and cond.op in ("=", "in") and cond.attr not in names:
        words = value_words(material, cond, path)
        (pieces.nouns if attribute.kind == "list" else pieces.adjectives).append(words)
        return
    label = attribute.labels.in_(material.language) if attribute is not None else cond.attr
    words = operation(material, cond, path)
    modifier = fill(condition("attribute", material.language), attribute=label, operation=words)
    pieces.modifiers.append(("value", modifier))


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


def _bare(words: Fragment) -> Fragment:
    """Chinese modifiers without their closing 的."""
    if words and isinstance(words[-1], str) and words[-1].endswith("的"):
        return fragment(*words[:-1], words[-1][:-1])
    return words
