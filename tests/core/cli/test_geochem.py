"""``load --propose`` and ``geochem`` on a file of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.__main__ import main
from core.database.cluster import Cluster
from core.database.engine import Database
from core.settings import get_settings
from tests.core.geochem.tables import related

GOLD = np.exp(np.random.default_rng(6).normal(0, 1.2, 40)).round(3)


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, database: Database, cluster: Cluster, tmp_path: Path) -> Iterator[Path]:
    """The command line with an empty database and mappings of its own; gives a file of samples."""
    name = database.owner.url.database
    assert name is not None
    monkeypatch.setenv("ORESIGHT_LOCAL_DIR", str(tmp_path / "local"))
    monkeypatch.setenv("DATABASE_URL", cluster.url(name).render_as_string(hide_password=False))
    get_settings.cache_clear()
    contents = related(40, 2)
    frame = pd.DataFrame({
        "Sample": [f"S{i}" for i in range(40)], "lon": 100 + np.arange(40) % 8 / 100,
        "lat": 30 + np.arange(40) // 8 / 100, "Au_ppb": ["<0.3" if x < 0.3 else x for x in GOLD],
        "Cu_ppm": contents[:, 0].round(2), "Zn_ppm": contents[:, 1].round(2), "Q7": GOLD[::-1],
    })  # fmt: skip
    path = tmp_path / "mine.csv"
    frame.to_csv(path, index=False)
    yield path
    get_settings.cache_clear()


def test_a_file_is_bound_as_proposed_and_analysed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", str(own), "--type", "geochem_sample", "--propose"]) == 0
    said = capsys.readouterr().out
    lines = [x.split() for x in said.splitlines() if x.startswith("  ")]
    meant = {x[0]: x[1:] for x in lines if len(x) in {2, 3}}
    assert {x: meant[x] for x in ("Sample", "Au_ppb", "Cu_ppm")} == {
        "Sample": ["sample_id"], "Au_ppb": ["Au", "ppb"], "Cu_ppm": ["Cu", "ppm"]
    }  # fmt: skip
    assert "given no meaning: Q7" in said
    assert main(["geochem", "--layer", "mine", "--no-plots", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["record"]["settings"]["plan"]["transform"] == "auto"
    assert {x["key"]: x["value"] for x in found["facts"]}["samples"] == 40
    for wrong, words in ((["--score-limit=-3"], "between 0.5 and 10"), (["--classes", "0"], "between 2 and 20")):
        assert main(["geochem", "--layer", "mine", *wrong]) != 0
        assert words in capsys.readouterr().err
