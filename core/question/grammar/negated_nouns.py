"""Nouns that say a value as well, with a negation before them: ``non-municipalities``, 非直辖市."""

from __future__ import annotations

from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import Phrase, ValueItem, ValuePart


def negated_noun(parser: Nouns, phrase: Phrase) -> bool:
    """Take such a noun into a phrase: the kind of feature holds, what the word says beside it does not."""
    mark = parser.mark()
    parser.skip()
    if not parser.at().is_("NOT"):
        parser.reset(mark)
        return False
    parser.advance()
    if parser.at().is_("HYPHEN"):
        parser.advance()
    lexeme = parser.at()
    found = parser.noun(lexeme)
    if found is None or not found[1]:
        parser.reset(mark)
        return False
    use = parser.i
    parser.advance()
    phrase.entity = found[0]
    phrase.head.append(use)
    phrase.plural = lexeme.key.endswith("s")
    uses = parser.since(mark)
    for attribute, concept in found[1]:
        item = ValueItem(lexeme.text, use, ((attribute, concept),))
        phrase.parts.append(("and", ValuePart((item,), "one", uses, negated=True)))
    return True
