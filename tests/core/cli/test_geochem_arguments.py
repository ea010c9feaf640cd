"""Every setting of the analysis can be given on the command line and in the form, with the choices there are."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from core.cli import geochem_arguments as arguments
from core.cli.geochem import geochem, planned
from core.cli.parser import build_parser
from core.errors import AnalysisError
from core.geochem.associate import Plan
from core.geochem.bounds import BOUNDS
from core.geochem.censored import Rule
from core.geochem.cleaning import Choices
from core.geochem.components import ScoreRule
from core.geochem.element_groups import Measure
from core.geochem.thresholds import Method
from core.geochem.transform import Choice, Scaling

EVERYTHING = (
    "--elements=La,Ce", "--force=La", "--censored=half", "--max-censored=0.5", "--max-missing=0.1",
    "--every-sample", "--transform=clr", "--scaling=robust", "--robust", "--factors=3", "--score-rule=high",
    "--score-limit=2.5", "--classes=4", "--measure=average", "--groups=3", "--subjects=La/Ce,PC2",
    "--threshold=mad", "--by-rock", "--together=2", "--search-distance=900", "--least=5", "--seed=7",
)  # fmt: skip
SETTINGS = {x.name for one in (Plan, Choices) for x in fields(one)} - {"choices"}


def test_the_choices_are_those_of_the_analysis() -> None:
    for offered, known in (
        (arguments.TRANSFORMS, Choice), (arguments.SCALINGS, Scaling), (arguments.CENSORED, Rule),
        (arguments.MEASURES, Measure), (arguments.THRESHOLDS, Method), (arguments.SCORE_RULES, ScoreRule),
    ):  # fmt: skip
        assert set(offered) == set(get_args(known))


def test_every_setting_can_be_given_and_what_is_not_given_stays() -> None:
    usual = Plan()
    found = planned(usual, build_parser().parse_args(["geochem", *EVERYTHING]))
    same = [k for k, v in vars(usual).items() if vars(found)[k] == v]
    same += [k for k, v in vars(usual.choices).items() if vars(found.choices)[k] == v]
    assert same == []
    assert (found.eps_m, found.least, found.together, found.choices.max_missing) == (900, 5, 2, 0.1)
    assert planned(usual, build_parser().parse_args(["geochem"])) == usual


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_a_number_beyond_its_range_is_refused_before_anything_is_opened(name: str) -> None:
    option = "search-distance" if name == "eps_m" else name.replace("_", "-")
    beyond = BOUNDS[name].most + 1
    value = beyond if name in {"max_censored", "max_missing", "score_limit", "eps_m"} else int(beyond)
    with pytest.raises(AnalysisError, match="must lie between"):
        geochem(build_parser().parse_args(["geochem", f"--{option}={value}"]))


def test_the_form_offers_every_setting() -> None:
    """The form makes its plan by `replace` alone: what it never names there cannot be chosen in it."""
    form = Path(__file__).parents[3] / "pages" / "components" / "geochem_form.py"
    calls = [x for x in ast.walk(ast.parse(form.read_text(encoding="utf-8"))) if isinstance(x, ast.Call)]
    named = {
        k.arg for x in calls if isinstance(x.func, ast.Name) and x.func.id == "replace" for k in x.keywords
    }  # fmt: skip
    assert named >= SETTINGS
