"""The arguments of ``prospect`` name what the models offer, and loading them loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

import pytest

from core.cli.parser import build_parser
from core.cli.prospect import prospect
from core.cli.prospect_arguments import BALANCES, MODELS
from core.errors import SettingsError
from core.prospectivity.balance import Method
from core.prospectivity.models import KINDS


def test_the_choices_are_those_of_the_models() -> None:
    assert set(MODELS) == set(KINDS)
    assert get_args(Method) == BALANCES


def test_help_needs_no_library_of_models() -> None:
    code = "import sys; from core.cli.parser import build_parser; build_parser(); print('sklearn' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_a_region_and_an_area_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["prospect", "--region", "a", "--area", "1,2,3,4"])
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.parametrize("area", ["110,41,109,42", "109,42,110,41", "109,41,110", "a,b,c,d"])
def test_an_area_that_is_no_box_is_refused_before_anything_is_opened(area: str) -> None:
    with pytest.raises(SettingsError, match="is not a box"):
        prospect(build_parser().parse_args(["prospect", "--area", area]))
