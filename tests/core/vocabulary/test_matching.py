"""What raw values mean, in both languages and in the spellings that data have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.vocabulary.card import AttributeKind, Concept, Labels
from core.vocabulary.mappings import Mappings
from core.vocabulary.matching import LIST_SEPARATORS, ConceptIndex, match_inventory, match_value, normalise


def _concept(id_: str, attribute: str, *synonyms: str) -> Concept:
    return Concept(id_, (attribute,), Labels(id_, synonyms[0]), synonyms)


ROCKS = ConceptIndex.of(
    [
        _concept("granite", "rock", "花岗岩", "granite", "γ"),
        _concept("monzogranite", "rock", "二长花岗岩", "monzogranite", "monzonitic granite"),
        _concept("granodiorite", "rock", "花岗闪长岩", "granodiorite"),
        _concept("diorite", "rock", "闪长岩", "diorite"),
        _concept("quartz_diorite", "rock", "石英闪长岩", "quartz diorite"),
        _concept("limestone", "rock", "灰岩", "limestone"),
    ],
    "rock",
)
AGES = ConceptIndex.of(
    [
        _concept("cambrian", "age", "寒武纪", "Cambrian", "∈"),
        _concept("precambrian", "age", "前寒武纪", "Precambrian", "Pre-Cambrian"),
        _concept("ordovician", "age", "奥陶纪", "Ordovician", "O"),
        _concept("late_jurassic", "age", "晚侏罗世", "Late Jurassic", "J3"),
        _concept("jurassic", "age", "侏罗纪", "Jurassic", "J"),
    ],
    "age",
)
METALS = ConceptIndex.of(
    [
        _concept("gold", "metal", "金", "gold", "Au"),
        _concept("iron", "metal", "铁", "iron", "Fe"),
        _concept("lead", "metal", "铅", "lead", "Pb"),
        _concept("zinc", "metal", "锌", "zinc", "Zn"),
        _concept("cobalt", "metal", "钴", "cobalt", "Co"),
        _concept("niobium", "metal", "铌", "niobium", "Nb"),
        _concept("ree", "metal", "稀土", "rare earth", "rare-earth", "REE", "rare earth elements"),
        _concept("coal", "metal", "煤", "coal", "CO"),
    ],
    "metal",
)


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("granite", ("granite",)),
        ("Granite", ("granite",)),
        ("GRANITES", ("granite",)),
        ("biotite granite", ("granite",)),
        ("granodiorite", ("granodiorite",)),
        ("Granodiorite and granite", ("granodiorite", "granite")),
        ("quartz diorite", ("quartz_diorite",)),
        ("quartz-diorite", ("quartz_diorite",)),
        ("quartz‐diorite, limestones", ("quartz_diorite", "limestone")),
        ("monzonitic granite", ("monzogranite",)),
        ("micrograniteporphyry", ()),
        ("花岗岩", ("granite",)),
        ("中粗粒花岗岩", ("granite",)),
        ("花岗闪长岩", ("granodiorite",)),
        ("黑云二长花岗岩夹灰岩", ("monzogranite", "limestone")),
        ("石英閃長岩", ("quartz_diorite",)),
        ("花崗岩", ("granite",)),
        ("γ", ("granite",)),
        ("", ()),
        ("unknown", ()),
    ],
)
def test_rocks(value: str, ids: tuple[str, ...]) -> None:
    assert match_value(value, "text", ROCKS) == ids


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("Cambrian–Ordovician", ("cambrian", "ordovician")),
        ("寒武纪—奥陶纪", ("cambrian", "ordovician")),
        ("Precambrian", ("precambrian",)),
        ("Pre-Cambrian", ("precambrian",)),
        ("前寒武纪", ("precambrian",)),
        ("J3", ("late_jurassic",)),
        ("J₃", ("late_jurassic",)),
        ("J3-O", ("late_jurassic", "ordovician")),
        ("j3-o", ()),  # symbols inside a text count in their own case only
        ("Late Jurassic (J3)", ("late_jurassic",)),
        ("Oxfordian", ()),
    ],
)
def test_ages(value: str, ids: tuple[str, ...]) -> None:
    assert match_value(value, "text", AGES) == ids


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("Au", ("gold",)),
        ("Au; Fe", ("gold", "iron")),
        ("铁、铌、稀土", ("iron", "niobium", "ree")),
        ("Fe-Nb-REE", ("iron", "niobium", "ree")),
        ("Pb/Zn", ("lead", "zinc")),
        ("lead|zinc", ("lead", "zinc")),
        ("rare-earth; iron", ("ree", "iron")),
        ("iron (rare earth)", ("iron", "ree")),
        ("Ｆｅ，Ａｕ", ("iron", "gold")),
        ("金矿", ("gold",)),
        ("铅锌矿", ("lead", "zinc")),
        ("鐵、鉛", ("iron", "lead")),
        ("Co", ("cobalt",)),
        ("CO", ("coal",)),
        ("Co, CO", ("cobalt", "coal")),
        ("goldfish", ()),
        ("金红石", ()),  # rutile holds no gold
        ("Fe ore", ("iron",)),
        ("none", ()),
    ],
)
def test_lists(value: str, ids: tuple[str, ...]) -> None:
    assert match_value(value, "list", METALS) == ids


def test_separators_of_the_column() -> None:
    assert match_value("Au*Fe", "list", METALS, "*") == ("gold", "iron")
    assert match_value("Au*Fe", "list", METALS) == ()


def test_overrides_of_the_user_win() -> None:
    found = match_inventory(
        ["Au", "黄货", "Fe", "  FE "], "list", METALS, overrides={"黄货": ("gold",), "fe": ("ree",), "Au": ()}
    )
    assert found == {"gold": ("黄货",), "ree": ("Fe", "  FE ")}


def test_inventory_keeps_the_raw_spellings() -> None:
    found = match_inventory(["Au; Fe", "金", "gold", "x"], "list", METALS)
    assert found == {"gold": ("Au; Fe", "金", "gold"), "iron": ("Au; Fe",)}


def test_only_concepts_of_the_attribute_count() -> None:
    assert ConceptIndex.of([_concept("gold", "metal", "金")], "rock").exact == {}
    assert match_value("gold", "text", ConceptIndex({}, {})) == ()


def test_normalise() -> None:
    assert normalise("  Quartz–Diorite\u200b ") == "quartz diorite"
    assert normalise("斷層") == "断层"
    assert normalise("Ａｕ") == "au"


@given(st.text(max_size=40), st.sampled_from(["text", "list"]))
def test_any_value_can_be_matched(value: str, kind: AttributeKind) -> None:
    for index in (ROCKS, AGES, METALS):
        ids = match_value(value, kind, index)
        assert len(set(ids)) == len(ids)


@given(
    st.lists(st.sampled_from(["gold", "铁", "Pb", "zinc"]), min_size=1, max_size=5),
    st.sampled_from(LIST_SEPARATORS),
)
def test_every_item_of_a_list_is_found(items: list[str], separator: str) -> None:
    meaning = {"gold": "gold", "铁": "iron", "Pb": "lead", "zinc": "zinc"}
    assert set(match_value(separator.join(items), "list", METALS)) == {meaning[x] for x in items}


def test_synonyms_of_the_project_mean_their_concept(mappings: Mappings) -> None:
    """Each synonym as a whole value must find (at least) the concept it is listed under."""
    for attribute in mappings.attributes:
        concepts = [x for x in mappings.concepts if attribute.id in x.attributes]
        index = ConceptIndex.of(
            [Concept(x.id, x.attributes, Labels(x.labels.en, x.labels.zh), x.synonyms) for x in concepts],
            attribute.id,
        )
        for concept in concepts:
            for word in concept.synonyms:
                assert concept.id in match_value(word, attribute.kind, index), (concept.id, word)
