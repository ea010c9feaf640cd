"""No setting goes beyond its range, whoever asks."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from core.errors import AnalysisError
from core.geochem.associate import Plan, associate, check_plan
from core.geochem.bounds import BOUNDS
from core.geochem.cleaning import Choices
from tests.core.geochem.tables import related, samples_of

NUMBERS = ("int", "float", "int | None", "float | None")


def planned(**changes: Any) -> Plan:
    """The defaults with one setting of the plan or of its choices changed."""
    of_choices = {k: v for k, v in changes.items() if k in vars(Choices())}
    of_plan = {k: v for k, v in changes.items() if k not in of_choices}
    return Plan(Choices(**of_choices), **of_plan)


def test_every_number_has_a_range_and_the_defaults_lie_in_it() -> None:
    numeric = {x.name for one in (Plan, Choices) for x in fields(one) if str(x.type) in NUMBERS}
    assert numeric == set(BOUNDS)
    check_plan(Plan())


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_a_number_beyond_its_range_is_refused_with_setting_and_range(name: str) -> None:
    bound = BOUNDS[name]
    for value in (bound.least - 0.01, bound.most + 1, -99.0, float("nan"), float("inf")):
        with pytest.raises(AnalysisError) as refused:
            check_plan(planned(**{name: value}))
        assert f"{bound.en[1:]} must lie between {bound.least:,.10g} and {bound.most:,.10g}" in str(refused.value)
        assert bound.zh in refused.value.say("zh")
    assert bound.held(bound.most + 1) == bound.most


def test_an_analysis_refuses_nonsense_before_it_begins() -> None:
    samples = samples_of(related(60, 3))
    for plan in (Plan(score_limit=-3), Plan(classes=0), Plan(groups=0), Plan(eps_m=0)):
        with pytest.raises(AnalysisError, match="must lie between"):
            associate(samples, plan)
    with pytest.raises(AnalysisError, match="3 elements cannot be divided into 4 groups"):
        associate(samples, Plan(groups=4))
    with pytest.raises(AnalysisError, match="no column Xx"):
        associate(samples, Plan(Choices(forced=("Xx",))))
