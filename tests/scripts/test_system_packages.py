"""What the set-up takes for a Chinese font is what PDF reports can be set in."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest

from core.answer.report_fonts import CHINESE, ENDINGS
from core.settings import ROOT


@pytest.fixture(scope="module")
def packages() -> ModuleType:
    folder = ROOT / "scripts"
    sys.path.insert(0, str(folder))
    try:
        found = importlib.util.spec_from_file_location("system_packages", folder / "system_packages.py")
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(folder))


def test_every_font_of_reports_is_known(packages: ModuleType) -> None:
    names = [name + ending for pair in CHINESE for name in pair if name for ending in ENDINGS]
    assert [x for x in names if not packages.is_chinese_font(x)] == []


@pytest.mark.parametrize("name", ["DejaVuSans.ttf", "FandolSong-Regular.otf", "NotoSans-Regular.ttf", "wqy.conf"])
def test_other_files_are_not(packages: ModuleType, name: str) -> None:
    assert not packages.is_chinese_font(name)


@pytest.mark.parametrize("there", [True, False])
def test_running_asks_for_a_font_where_there_is_none(
    packages: ModuleType, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    monkeypatch.setattr(packages, "_has_chinese_font", lambda: there)
    found = packages.missing_packages(heavy=False, tests=False, fonts=True)
    assert (packages.CHINESE_FONT in found) is not there
