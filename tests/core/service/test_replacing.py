"""What a person is told before a layer is replaced by a file that does not fit what questions use of it."""

from __future__ import annotations

import pytest

from core.ingest.model import ColumnInfo, Report
from core.service.replacing import unfit
from tests.core.answer.answer_samples import POINTS, make_card


def report(*columns: str, geometry: str = "Point") -> Report:
    return Report(
        "spots.gpkg", "gpkg", 1, "0", "spots", geometry=geometry,
        columns=tuple(ColumnInfo(x, x, "text") for x in columns),
    )  # fmt: skip


def test_columns_that_questions_use_and_the_file_lacks_are_named() -> None:
    found = unfit(make_card(), report("NAME", "MINERAL", "SIZE", "TYPE"), POINTS)
    assert [x.code for x in found] == ["replace_missing"]
    assert "Au_ppb (Au)" in found[0].say("en")
    assert unfit(make_card(), report("NAME", "MINERAL", "SIZE", "TYPE", "Au_ppb", "more"), POINTS) == ()


@pytest.mark.parametrize(
    ("geometry", "told"), [("MultiLineString", True), ("MultiPolygon", True), ("Point", False)]
)
def test_another_geometry_is_told(geometry: str, told: bool) -> None:
    columns = "NAME", "MINERAL", "SIZE", "TYPE", "Au_ppb"
    codes = [x.code for x in unfit(make_card(), report(*columns, geometry=geometry), POINTS)]
    assert (codes == ["replace_geometry"]) is told


def test_a_layer_that_no_question_sees_may_be_replaced_by_anything() -> None:
    assert unfit(make_card(), report("x", geometry="MultiLineString"), "other") == ()
