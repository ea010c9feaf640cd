"""The noun of a phrase and what stands right before it: "magmatic-hydrothermal lead-zinc deposits"."""

from __future__ import annotations

import re

from core.answer.fragments import Fragment, Part, fragment, join
from core.answer.material import Material
from core.answer.model import Citation
from core.errors import Language

_COMMON_WORD = re.compile(r"(?<![\w-])(?!(?:of|the|and|in|on|de|la)\b)[a-z]{3,}")


def head(
    material: Material, entity_type: str, adjectives: list[Fragment], nouns: list[Fragment], count: int
) -> Fragment:
    """Adjectives, values of list attributes ("lead-zinc") and the label of the kind of feature.

    The label is left out where the last adjective already says it (正断层, "thrusts").
    """
    chinese = material.language == "zh"
    listed = join(nouns, "" if chinese else "-")
    before = [*adjectives, *([listed] if listed else [])]
    label = material.label(entity_type, count)
    last = before[-1][-1] if before else ""
    if not isinstance(last, Citation) or not _says(material, entity_type, last.text):
        return join([*before, label], "" if chinese else " ")
    ending: Part = ""
    if not chinese and count != 1 and _says(material, entity_type, f"{last.text}s"):
        ending = "s"
    return fragment(join(before, "" if chinese else " "), ending)


def is_plural(noun: Fragment) -> bool:
    """Whether an English noun phrase ends with a Greek plural (strata), which takes no article."""
    last = noun[-1] if noun else ""
    return (last if isinstance(last, str) else last.text).endswith("ata")


def definite(name: str, language: Language) -> str:
    """ "the " before an English name that holds a common noun: the Bayan Obo area, the Anninghe fault."""
    if language != "en" or name.casefold().startswith("the ") or not name[:1].isupper():
        return ""
    return "the " if _COMMON_WORD.search(name) and " " in name else ""


def _says(material: Material, entity_type: str, words: str) -> bool:
    """Whether `words` end with a word for the kind of feature."""
    entity = material.card.entity_types.get(entity_type)
    endings = (material.label(entity_type), *(entity.synonyms if entity is not None else ()))
    return any(len(e) > 1 and words.casefold().endswith(e.casefold()) for e in endings)
