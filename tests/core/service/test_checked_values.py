"""What a checked file passes on about its texts, and what is proposed from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ingest import inspect
from core.service.layer_facts import facts_of_report
from core.settings import ROOT
from core.vocabulary.headings import load_headings
from core.vocabulary.mappings import load_mappings
from core.vocabulary.proposals import Weigher, propose


@pytest.mark.parametrize("rows", [40, 900])
def test_numbers_of_samples_that_start_like_ages_are_no_ages(tmp_path: Path, rows: int) -> None:
    lines = [
        f"P{i},{110 + i / 1000},{41 + i / 1000},{'granite' if i % 2 else 'schist'}" for i in range(1, rows + 1)
    ]
    path = tmp_path / "points.csv"
    path.write_text("\n".join(["label,lon,lat,what", *lines]) + "\n", encoding="utf-8")
    report = inspect(path)
    label = next(x for x in report.columns if x.source == "label")
    assert (len(label.values), label.many) == ((rows, False) if rows < 400 else (0, True))
    weigher = Weigher.of(load_mappings(ROOT / "data_mappings"), load_headings(ROOT / "data_mappings"))
    found = propose(facts_of_report(report), weigher)
    assert {x.column: x.attribute for x in found.columns}.get("label") != "age"
    assert {x.column: x.attribute for x in found.columns}["what"] == "lithology"
