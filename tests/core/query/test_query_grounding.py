"""From mentions to tables, rows and values: precedence, refusals with offers, meaningless queries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.query.ground import ground
from core.query.grounded import GroundedQuery
from core.query.result import Refusal
from core.question import ir
from core.vocabulary.card import Name, SchemaCard
from core.vocabulary.units import Units
from tests.core.query.fixtures import Ask, attr, rel, select
from tests.core.query.synthetic import HOSTILE_VALUES


def bound(card: SchemaCard, units: Units, query: dict[str, Any], question: str = "") -> GroundedQuery | Refusal:
    return ground(ir.Query.model_validate(query), card, units, question=question, language="en")


def named(card: SchemaCard, units: Units, mention: str) -> tuple[str, str, dict[str, tuple[int, ...]]]:
    found = bound(card, units, select("deposit", names=(mention,)))
    assert isinstance(found, GroundedQuery), found
    binding = next(x for x in found.bindings if x.expected == "feature")
    assert found.target.ids is not None
    return binding.strategy, binding.canonical, dict(found.target.ids)


@pytest.mark.parametrize(("mention", "strategy", "canonical"), [
    ("Deposit 3", "exact", "Deposit 3"), ("Old Works", "alias", "Deposit 3"),
    ("deposit-3", "normalised", "Deposit 3"), ("DEPOSIT３", "normalised", "Deposit 3"),
    ("old wroks", "fuzzy", "Deposit 3"), ("北礦3", "normalised", "北矿3"),
])  # fmt: skip
def test_fixed_precedence_of_names(
    made_up_card: SchemaCard, units: Units, mention: str, strategy: str, canonical: str
) -> None:
    assert named(made_up_card, units, mention) == (strategy, canonical, {"deposits_north": (3,)})


def test_an_exact_name_wins_over_an_alias_of_another_feature(made_up_card: SchemaCard, units: Units) -> None:
    other = Name("Deposit 3", "deposit", "deposits_north", (9,), "Deposit 9", alias=True)
    card = replace(made_up_card, version="more", names=(*made_up_card.names, other))
    assert named(card, units, "Deposit 3") == ("exact", "Deposit 3", {"deposits_north": (3,)})


def test_numbers_in_names_are_never_read_as_other_numbers(made_up_card: SchemaCard, units: Units) -> None:
    found = bound(made_up_card, units, select("deposit", names=("Deposit 999",)), "Where is Deposit 999?")
    assert isinstance(found, Refusal)
    assert found.kind == "missing"
    assert "Deposit 999" in found.message
    assert found.choices[0].question.startswith("Where is Deposit ")


def test_one_alias_of_two_features_is_ambiguous(made_up_card: SchemaCard, units: Units) -> None:
    other = Name("Old Works", "deposit", "deposits_north", (9,), "Deposit 9", alias=True)
    card = replace(made_up_card, version="two", names=(*made_up_card.names, other))
    found = bound(card, units, select("deposit", names=("Old Works",)), "Show Old Works")
    assert isinstance(found, Refusal)
    assert found.kind == "ambiguous"
    assert [x.question for x in found.choices] == ["Show Deposit 3", "Show Deposit 9"]
    assert all("1" in x.label for x in found.choices)


def test_one_name_in_two_tables_is_one_thing(made_up_card: SchemaCard, units: Units) -> None:
    other = Name("F3", "fault", "faults_south", (7,), "F3")
    card = replace(made_up_card, version="both", names=(*made_up_card.names, other))
    found = bound(card, units, select("fault", names=("F3",)))
    assert isinstance(found, GroundedQuery)
    assert found.target.ids == {"faults": (7, 8), "faults_south": (7,)}


@pytest.mark.parametrize(("value", "strategy", "canonical"), [
    ("gold", "concept", "gold"), ("Gold", "alias", "gold"), ("金", "alias", "gold"), ("coper", "fuzzy", "copper"),
])  # fmt: skip
def test_values_become_the_raw_cells_of_every_layer(
    made_up_card: SchemaCard, units: Units, value: str, strategy: str, canonical: str
) -> None:
    found = bound(made_up_card, units, select("deposit", attr("commodity", "=", value)))
    assert isinstance(found, GroundedQuery), found
    binding = next(x for x in found.bindings if x.expected == "value")
    assert (binding.strategy, binding.canonical) == (strategy, canonical)
    if canonical == "gold":
        assert {"Au", "Au; Ag", "金", "金、银"} <= set(binding.values)


def test_raw_cell_that_no_concept_covers(made_up_card: SchemaCard, units: Units) -> None:
    found = bound(made_up_card, units, select("deposit", attr("commodity", "=", HOSTILE_VALUES[1])))
    assert isinstance(found, GroundedQuery)
    binding = next(x for x in found.bindings if x.expected == "value")
    assert (binding.strategy, binding.values) == ("exact", (HOSTILE_VALUES[1],))


def test_a_value_that_does_not_occur_is_missing_with_offers(made_up_card: SchemaCard, units: Units) -> None:
    found = bound(made_up_card, units, select("deposit", attr("commodity", "=", "diamond")), "diamond deposits")
    assert isinstance(found, Refusal)
    assert found.kind == "missing"
    assert "diamond" in found.message
    assert "gold deposits" in [x.question for x in found.choices]


@pytest.mark.parametrize(("query", "kind", "words"), [
    (select("deposit", rel("crosses", "fault")), "unsupported", "crossing"),
    (select("deposit", rel("within", "fault")), "unsupported", "inside"),
    (select("deposit", rel("near", "fault", max_m=-5)), "unsupported", "-5"),
    (select("deposit", rel("near", "fault", max_m=0)), "unsupported", "0"),
    (select("deposit", rel("near", "fault", max_m=1e30)), "unsupported", "Earth"),
    (select("deposit", rel("near", "fault", max_m=float("inf"))), "unsupported", "inf"),
    (select("deposit", rel("near", "fault", min_m=float("nan"))), "unsupported", "nan"),
    (select("deposit", rel("near", "fault", min_m=5_000, max_m=1_000)), "unsupported", "5 km"),
    (select("deposit", {"rel": "near", "to": {"point": [300, 12]}, "max_m": 10}), "unsupported", "300"),
    (select("deposit", {"rel": "direction", "to": {"layer": "fault"}}), "unsupported", "compass"),
    (select("deposit", attr("Au", ">", 1)), "missing", "Au"),
    (select("geochem_sample", attr("Au", ">", "lots")), "unsupported", "lots"),
    (select("geochem_sample", attr("Au", ">", 1, "km")), "unsupported", "km"),
    (select("geochem_sample", attr("Au", ">", True)), "unsupported", "True"),
    (select("fold"), "missing", "fold"),
    (select("deposit", attr("nonsense", "=", "x")), "missing", "nonsense"),
    (select("deposit", attr("commodity", ">", "gold")), "unsupported", "order"),
    ({**select("deposit"), "intent": "aggregate", "output": "table"}, "unsupported", "what to compute"),
    ({**select("deposit"), "intent": "count"}, "unsupported", "“count” cannot be answered in the form “entity"),
    ({**select("deposit"), "output": "scalar"}, "unsupported", "“select” cannot be answered"),
    ({**select("deposit"), "intent": "exists", "output": "table"}, "unsupported", "“exists” cannot be answered"),
    ({**select("deposit"), "group_by": [{"field": "commodity"}]}, "unsupported", "groups"),
    (select("deposit", analysis={"op": "kmeans"}), "unsupported", "analysis"),
    (select("deposit", {"rel": "near", "to": {"map": "view"}, "max_m": 5}), "missing", "map"),
    ({**select("deposit"), "target": {"layer": "deposit", "prev": True}}, "missing", "previous"),
])  # fmt: skip
def test_what_cannot_be_answered_is_refused_in_plain_words(ask: Ask, query: Any, kind: str, words: str) -> None:
    for language in ("en", "zh"):
        outcome = ask(query, language=language)
        assert outcome.refusal is not None
        assert outcome.refusal.kind == kind
        assert outcome.rows is None
    english = ask(query).refusal
    assert english is not None
    assert words in english.message


def test_depth_is_limited(ask: Ask) -> None:
    where: dict[str, Any] | None = None
    for layer in ("fault", "geo_body", "fault", "geo_body", "fault"):
        where = rel("intersects", layer, where)
    refusal = ask(select("geo_body", where or {})).refusal
    assert refusal is not None
    assert refusal.kind == "unsupported"


def test_near_without_a_number_takes_the_declared_distance(ask: Ask, made_up_card: SchemaCard) -> None:
    plain = ask(select("deposit", rel("near", "fault")))
    stated = ask(select("deposit", rel("near", "fault", max_m=made_up_card.entity_types["fault"].near_m)))
    assert plain.rows is not None
    assert stated.rows is not None
    assert plain.rows.total == stated.rows.total


def test_region_words_that_mean_a_whole_layer_filter_nothing(ask: Ask, made_up_card: SchemaCard) -> None:
    layers = tuple(
        replace(x, extent_words=("Everywhere",)) if x.table == "deposits_north" else x for x in made_up_card.layers
    )
    card = replace(made_up_card, layers=layers)
    outcome = ask(select("deposit", rel("within", "region", None, "everywhere")), card=card)
    assert outcome.rows is not None
    assert outcome.rows.total == 150
    assert {x.ref.table for x in outcome.rows.rows} == {"deposits_north"}


def test_labels_of_the_funnel_in_both_languages(ask: Ask) -> None:
    query = select(
        "deposit",
        rel("within", "region", None, "North"),
        attr("commodity", "=", "gold"),
        rel("near", "fault", max_m=2_500),
    )
    english, chinese = ask(query).rows, ask(query, language="zh").rows
    assert english is not None
    assert chinese is not None
    assert [x.label for x in english.funnel] == [
        "deposits: all",
        "in North",
        "commodity is gold",
        "within 2.5 km of faults",
    ]
    assert [x.label for x in chinese.funnel] == ["全部矿床", "位于North", "矿种为金", "距断裂2.5 km以内"]
    counts = [x.count for x in english.funnel]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == english.total
