"""Shapes made from others, in words: "the centre of Bayan Obo", "the area within 2 km of every fault"."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from core.answer.fragments import Fragment, Part, fill, join
from core.answer.material import Material
from core.answer.numbers import radius
from core.answer.phrases_conditions import condition
from core.answer.wording_values import setting
from core.question import ir


class AnchorWords(Protocol):
    """Puts an anchor into words."""

    def __call__(
        self, material: Material, anchor: ir.Anchor, path: str, *, which: Literal["one", "any", "every"]
    ) -> Fragment:
        """The anchor at `path` of the query."""
        ...


def derived_words(material: Material, node: ir.Derive, path: str, words: AnchorWords) -> Fragment:
    """The shape at `path` of the query; `words` puts what it is made from into words."""
    language = material.language
    which: Any = "one" if node.op in ("centroid", "boundary") else "every"
    parts = [words(material, x, f"{path}.of.{i}", which=which) for i, x in enumerate(node.of)]
    reach: Part = ""
    if node.distance_m is not None:
        text = radius(node.distance_m, language)
        reach = setting(material, node, f"{path}.distance_m", text, node.distance_m, unit="m")
    of = join(parts, condition("derived_and", language))
    return fill(condition(f"derived_{node.op}", language), of=of, max=reach)
