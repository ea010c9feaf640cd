"""The ranking formula, term by term."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from core.evidence.ranking import score, spatial_score
from core.evidence.terms import numeric_score
from core.evidence.types import Proximity, Reference, Scale
from core.query.result import FeatureRef
from tests.core.query.fixtures import Ask, Prove, attr, rel, select
from tests.core.query.oracle import features


def near(metres: float, relation: Any = "near") -> Proximity:
    reference = Reference(FeatureRef("faults", 1), "F1", metres, {})
    return Proximity(relation, "fault", None, 5_000, reference, (reference,), 1)


def test_terms_and_weights() -> None:
    assert spatial_score(0) == 1
    assert spatial_score(1_000) == 0.5
    both = score([near(1_000)], 0.8, 0.4)
    assert both.semantic == pytest.approx(0.5 * 0.8 + 0.5 * 0.4)
    assert both.total == pytest.approx(0.6 * 0.5 + 0.4 * both.semantic)
    assert both.weights == {"numeric": 0.5, "text": 0.5, "spatial": 0.6, "semantic": 0.4}
    alone = score([near(1_000)], None, 0.4)
    assert (alone.semantic, alone.weights["text"], alone.numeric) == (0.4, 1.0, None)
    assert score([], 0.7, None).total == pytest.approx(0.7)
    assert score([], None, None).total == 1
    assert score([near(0)], None, None).total == 1
    assert score([near(1_000), near(3_000)], None, None).spatial == pytest.approx((0.5 + 0.25) / 2)
    assert score([near(0, "within")], None, None).spatial is None


def test_sigmoid() -> None:
    scale = Scale("Au", 20.0, 1 / 5.0)
    assert numeric_score(20.0, scale) == 0.5
    assert numeric_score(25.0, scale) == pytest.approx(1 / (1 + math.exp(-1)))
    assert numeric_score(None, scale) == 0
    assert numeric_score(15.0, Scale("Au", 20.0, -1 / 5.0)) == pytest.approx(1 / (1 + math.exp(-1)))
    assert numeric_score(1e300, scale) == pytest.approx(1)


def test_values_that_saturate_the_sigmoid_keep_their_order(ask: Ask, prove: Prove) -> None:
    evidence = prove(ask(select("geochem_sample", attr("Au", ">", -1_000_000, "ppb"))))
    assert {x.score.numeric for x in evidence} == {1.0}
    values = [x.row.values["Au"].value for x in evidence]
    known = [x for x in values if x is not None]
    assert len(known) > 5
    assert known == sorted(known, reverse=True)


def test_scale_comes_from_the_layers_and_the_unit_of_display(ask: Ask, prove: Prove) -> None:
    evidence = prove(ask(select("geochem_sample", attr("Au", ">", 0.02, "g/t"))))
    (scale,) = evidence[0].score.scales
    values = [
        x.cells["au_ppb"] if "au_ppb" in x.cells else x.cells["Au_g/t"] * 1000 for x in features("geochem_sample")
    ]
    low, high = np.percentile([x for x in values if x is not None], [25, 75])
    assert scale.x0 == pytest.approx(20)
    assert scale.k == pytest.approx(1.349 / (high - low))
    assert [x.score.numeric for x in evidence] == sorted((x.score.numeric for x in evidence), reverse=True)


def test_order_by_score_then_table_and_row(ask: Ask, prove: Prove) -> None:
    evidence = prove(ask(select("deposit", attr("commodity", "=", "gold"))))
    assert all(x.score.text == 1 for x in evidence)
    assert [x.row.ref for x in evidence] == sorted(x.row.ref for x in evidence)
    nearest_first = prove(ask(select("deposit", rel("near", "fault", max_m=4_000))))
    metres = [x.proximity[0].nearest.distance_m for x in nearest_first if x.proximity[0].nearest]
    assert metres == sorted(metres)


def test_an_order_in_the_question_outranks_the_formula(ask: Ask, prove: Prove) -> None:
    order = [{"expr": {"distance_to": {"layer": "fault"}}, "dir": "desc"}]
    outcome = ask(select("deposit", rel("near", "fault", max_m=4_000), order=order))
    evidence = prove(outcome)
    assert outcome.rows is not None
    assert [x.row.ref for x in evidence] == [x.ref for x in outcome.rows.rows]
    metres = [x.proximity[0].nearest.distance_m for x in evidence if x.proximity[0].nearest]
    assert metres == sorted(metres, reverse=True)


def test_narrower_and_partial_matches_score_less(ask: Ask, prove: Prove) -> None:
    parts = prove(ask(select("deposit", attr("name", "contains", "Deposit 14"))))
    assert {x.score.text for x in parts} == {1.0}
    silver = prove(ask(select("deposit", attr("commodity", "in", ["silver", "copper"]))))
    assert {x.score.text for x in silver} == {1.0}


def test_references_are_described_in_the_language_of_the_answer(ask: Ask, prove: Prove) -> None:
    query = select("deposit", rel("near", "fault", attr("fault_type", "=", "thrust"), max_m=500))
    for language, word in (("en", "thrust"), ("zh", "逆冲断层")):
        evidence = prove(ask(query, language=language))
        found = [r for x in evidence for p in x.proximity for r in p.within]
        assert {r.attributes["fault_type"] for r in found} == {word}
        assert all(r.name for r in found)
        unnamed = [r for r in found if "name" not in r.attributes]
        assert unnamed
        assert all("#" in r.name for r in unnamed)
