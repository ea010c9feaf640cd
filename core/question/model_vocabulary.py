"""What a language model may name when it reads a question: kinds, attributes and values that the loaded data have.

Lists are closed.  The form that the model fills in offers nothing else, so no proposal can name a missing column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import Language
from core.llm.schema import MAX_ENUM, enumerable
from core.vocabulary.card import SchemaCard

NOTHING = "nothing"
NUMBER = "number"
ASKED = ("list", "count", "exists")
OPERATORS = ("=", "!=", "<", "<=", ">", ">=")
RELATIONS = ("near", "within_distance", "beyond_distance", "inside", "crosses", "touches")
LONGEST_QUOTE = 80
MOST_WORDS, MOST_CONDITIONS, MOST_RELATIONS = 4, 5, 3
MOST_VALUES = 400
"""Values offered; those of attributes with very many are left out."""


@dataclass(frozen=True)
class Vocabulary:
    """The words a proposal may use, by id."""

    kinds: Mapping[str, str]
    """Entity type → label; study areas are not among them."""
    values: Mapping[str, str]
    """Concept → label, of those that occur in the data."""
    attributes: Mapping[str, str]
    """Attribute → label."""

    @classmethod
    def of(cls, card: SchemaCard, language: Language) -> Vocabulary:
        """The vocabulary of the loaded data."""
        loaded = dict.fromkeys(x.entity_type for x in card.layers)
        types = [card.entity_types[x] for x in loaded if not card.entity_types[x].region]
        columns = [(a, c) for layer in card.layers for a, c in layer.columns.items() if enumerable(a)]
        found = dict.fromkeys(x for _, c in columns for x in c.concepts if x in card.concepts and enumerable(x))
        return cls(
            {x.id: x.plural.in_(language) for x in types if enumerable(x.id)},
            {x: card.concepts[x].labels.in_(language) for x in list(found)[:MOST_VALUES]},
            {a: card.attributes[a].labels.in_(language) for a, _ in columns if a in card.attributes},
        )

    def label(self, meaning: str) -> str:
        """The words for a meaning such as ``kind:well`` or ``value:deep``; "" for none of the vocabulary."""
        table, _, name = meaning.partition(":")
        return {"kind": self.kinds, "value": self.values, "attribute": self.attributes}.get(table, {}).get(
            name, ""
        )

    def meanings(self) -> list[str]:
        """Everything that a single word may mean."""
        found = [f"kind:{x}" for x in self.kinds] + [f"value:{x}" for x in self.values]
        return [NOTHING, *found, *(f"attribute:{x}" for x in self.attributes)][:MAX_ENUM]

    def lines(self) -> str:
        """The vocabulary as text for the prompt."""

        def row(table: Mapping[str, str]) -> str:
            return "; ".join(k if _alike(k, v) else f"{k} ({v})" for k, v in table.items())

        return f"kind: {row(self.kinds)}\nattribute: {row(self.attributes)}\nvalue: {row(self.values)}"

    def form(self, words: tuple[str, ...]) -> dict[str, Any]:
        """The JSON schema of a proposal; `words` are those of the question that nothing is known of."""
        quote = {"type": "string", "maxLength": LONGEST_QUOTE}
        kind = {"enum": list(self.kinds)}
        said = [x for x in words if enumerable(x)][:MOST_WORDS]
        parts: dict[str, Any] = {
            "target": _object(kind=kind, quote=quote),
            "ask": {"enum": list(ASKED)},
            "conditions": _list(
                MOST_CONDITIONS,
                _object(
                    attribute={"enum": list(self.attributes)}, op={"enum": list(OPERATORS)},
                    value={"enum": [NUMBER, *self.values]}, quote=quote,
                ),
            ),
            "relations": _list(
                MOST_RELATIONS,
                _object(relation={"enum": list(RELATIONS)}, kind=kind, name=quote, quote=quote),
            ),
            "region": quote,
        }  # fmt: skip
        if said:
            word = _object(quote={"enum": said}, means={"enum": self.meanings()})
            parts = {"words": _list(len(said), word) | {"minItems": len(said)}} | parts
        return _object(**parts)


def _alike(name: str, label: str) -> bool:
    """Whether a label only repeats an id."""
    return label.casefold().replace(" ", "_").startswith(name.casefold())


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object", "additionalProperties": False, "required": list(properties), "properties": properties,
    }  # fmt: skip


def _list(most: int, items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "maxItems": most, "items": items}
