"""Two groups of people named in one breath: ``the gap between men and women``, 男女人数差距."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.question.rewriting import Rewritten, rewrite
from core.vocabulary.card import Attribute, SchemaCard

_MALE, _FEMALE = (
    re.compile(r"\b(?:males?|men)\b|男", re.IGNORECASE),
    re.compile(r"\b(?:females?|women)\b|女", re.IGNORECASE),
)
_GAP_ZH = re.compile(
    r"男(?:性)?(?:与|和|、)?女(?:性)?(?:的)?(?:人口|人数|数量)?(?:的)?(?:数量)?(?:之间的)?"
    r"(?:差距|之差|差值|差异|相差|差)"
)
_PAIR_EN = (
    r"(?:the\s+)?(?:number\s+of\s+)?"
    r"(?:males?\s+and\s+females?|men\s+and\s+women|females?\s+and\s+males?|women\s+and\s+men)"
)
_WHO_EN = r"(?:\s+(?:populations?|residents|inhabitants|people))?"
_GAP_EN = re.compile(
    rf"\b(?:(?:gap|difference|disparity|imbalance)\s+(?:between|in)\s+{_PAIR_EN}{_WHO_EN}"
    r"|(?:gender|sex|male[\s-]female)\s+(?:population\s+)?(?:gap|difference|disparity|imbalance)(?:\s+in\s+population)?)",
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True)
class Opposites:
    """The numbers of men and of women that a card knows."""

    first: Attribute | None = None
    second: Attribute | None = None

    @classmethod
    def of(cls, card: SchemaCard) -> Opposites:
        """The first pair of numbers whose labels tell men from women."""
        numbers = [x for x in card.attributes.values() if x.kind == "number"]
        men = next((x for x in numbers if _MALE.search(x.labels.en) or "男" in x.labels.zh), None)
        women = next((x for x in numbers if _FEMALE.search(x.labels.en) or "女" in x.labels.zh), None)
        return cls(men, women) if men and women and men is not women else cls()

    def rewritten(self, question: str) -> Rewritten | None:
        """The question with both numbers written out; None when nothing has to change."""
        if self.first is None or self.second is None:
            return None
        if found := _GAP_ZH.search(question):
            words = f"{self.first.labels.zh}与{self.second.labels.zh}差值"
        elif found := _GAP_EN.search(question):
            words = f"difference between {self.first.labels.en} and {self.second.labels.en}"
        else:
            return None
        return rewrite(question, [(found.span(), words)])
