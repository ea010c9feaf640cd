"""The vocabulary files: complete in both languages and free of contradictions."""

from __future__ import annotations

from collections import defaultdict

from core.question.tokens import key_of
from core.vocabulary.mappings import Mappings
from core.vocabulary.units import Units


def test_ids_are_unique_and_references_exist(mappings: Mappings) -> None:
    concepts = [x.id for x in mappings.concepts]
    attributes = {x.id for x in mappings.attributes}
    assert len(concepts) == len(set(concepts))
    assert len(attributes) == len(mappings.attributes)
    for concept in mappings.concepts:
        assert set(concept.attributes) <= attributes, concept.id
        assert set(concept.family) <= set(concepts), concept.id
        assert concept.id not in concept.family
    for entity in mappings.entity_types:
        assert {entity.name_attribute, *entity.key_attributes} <= attributes
        assert set(entity.words_imply) <= set(entity.synonyms)
        assert {c for x in entity.words_imply.values() for c in x.values()} <= set(concepts)


def test_everything_has_a_word_in_both_languages(mappings: Mappings) -> None:
    for entry in (*mappings.entity_types, *mappings.attributes, *mappings.concepts):
        words = [entry.labels.en, entry.labels.zh, *entry.synonyms]
        assert any(x.isascii() for x in words), entry.id
        chemical = entry.id in {"SiO2", "Al2O3", "CaO", "MgO", "Fe2O3", "FeO", "TFe2O3", "K2O", "Na2O", "MnO"}
        assert chemical or any("\u4e00" <= c <= "\u9fff" for x in words for c in x), entry.id


def test_one_spelling_of_a_value_means_one_thing(mappings: Mappings) -> None:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for concept in mappings.concepts:
        for attribute in concept.attributes:
            for word in (*concept.synonyms, concept.labels.en, concept.labels.zh):
                found[attribute, word].add(concept.id)
    assert {k: v for k, v in found.items() if len(v) > 1} == {}


def test_families_have_no_circles(mappings: Mappings) -> None:
    family = {x.id: x.family for x in mappings.concepts}
    done: set[str] = set()

    def visit(concept: str, path: tuple[str, ...]) -> None:
        assert concept not in path, path
        if concept not in done:
            for narrower in family[concept]:
                visit(narrower, (*path, concept))
            done.add(concept)

    for concept in family:
        visit(concept, ())


def test_ages_and_sizes_are_in_order(mappings: Mappings) -> None:
    rank = {x.id: x.rank or 0.0 for x in mappings.concepts}
    ages = ["archean", "cambrian", "ordovician", "silurian", "devonian", "carboniferous", "permian", "triassic",
            "jurassic", "cretaceous", "paleogene", "neogene", "quaternary"]  # fmt: skip
    assert [rank[x] for x in ages] == sorted(rank[x] for x in ages)
    assert rank["early_permian"] < rank["permian"] < rank["late_permian"]
    sizes = ["mineralized_spot", "occurrence", "small", "medium", "large", "super_large"]
    assert [rank[x] for x in sizes] == sorted(rank[x] for x in sizes)


def test_units_convert(units: Units) -> None:
    for amount, source, target, expected in (
        (1.0, "g/t", "ppb", 1000.0), (0.5, "%", "ppm", 5000.0),
        (1.0, "英里", "m", 1609.344), (1.0, "里", "m", 500.0),
        (1.0, "km²", "公顷", 100.0), (2.0, "‰", "wt%", 0.2),
        (3.0, "µg/kg", "ppb", 3.0), (1.0, "mg/kg", "ppm", 1.0),
    ):  # fmt: skip
        assert abs(units.convert(amount, source, target) - expected) < 1e-9 * expected


def test_unit_spellings_do_not_contradict_each_other(mappings: Mappings) -> None:
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for dimension, entry in mappings.units.items():
        for unit, definition in entry.units.items():
            for spelling in (unit, *definition.synonyms):
                found[spelling].add((dimension, unit))
    assert {k: v for k, v in found.items() if len(v) > 1} == {}
    assert all(key_of(x) for x in found)
