"""No target meets all conditions: say which condition removed how many, and what would help."""

from __future__ import annotations

from core.answer import cited
from core.answer.fragments import Fragment, capitalise, fill, fragment, join
from core.answer.material import Material
from core.answer.phrases import phrase
from core.answer.thresholds import limits_words
from core.answer.wording import noun_phrase
from core.question import ir


def zero(material: Material, query: ir.Query) -> Fragment:
    """ "There are no gold deposits within 1 km of a fault." """
    result = material.result
    total = result.total if result is not None else 0
    return capitalise(
        fragment(
            fill(
                phrase("zero", material.language),
                are="is" if total == 1 else "are",
                count=cited.counted(material, "total", total, word=True),
                noun=noun_phrase(material, query.target, "query.target", total, limits_words(material)),
                measure=material.measure_word(query.target.layer),
            ),
            phrase("stop", material.language),
        )
    )


def funnel(material: Material) -> Fragment:
    """How many candidates each condition left: "deposits: 300 → in Bayan Obo: 120 → gold: 0"."""
    language, result = material.language, material.result
    if result is None or len(result.funnel) < 2:
        return ()
    steps = [
        fill(
            phrase("funnel_step", language),
            label=cited.told(material, f"funnel:{i}", step.label),
            count=cited.counted(material, f"funnel:{i}:count", step.count),
        )
        for i, step in enumerate(result.funnel)
    ]
    words = fill(phrase("funnel", language), steps=join(steps, phrase("arrow", language)))
    return fragment(words, phrase("stop", language))


def relaxations(material: Material, query: ir.Query) -> tuple[Fragment, ...]:
    """One claim for each change of a condition that would give rows."""
    language, result = material.language, material.result
    if result is None:
        return ()
    return tuple(
        capitalise(
            fragment(
                fill(
                    phrase("relaxation", language),
                    label=cited.told(material, f"relaxation:{i}", x.label),
                    count=cited.counted(material, f"relaxation:{i}:count", x.count),
                    measure=material.measure_word(query.target.layer),
                    noun=material.label(query.target.layer, x.count),
                ),
                phrase("stop", language),
            )
        )
        for i, x in enumerate(result.relaxations)
    )
