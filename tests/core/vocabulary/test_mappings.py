"""The mapping files: what is accepted, and how a mistake is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import SettingsError
from core.vocabulary.mappings import Mappings, load_mappings
from tests.core.vocabulary.tiny import write_mappings


def test_tiny_directory(tmp_path: Path) -> None:
    found = load_mappings(write_mappings(tmp_path))
    assert [x.id for x in found.entity_types] == ["well", "pipe", "zone"]
    assert found.tables == {}  # the two user files may be missing
    assert found.columns == {}
    assert found.aliases[0].canonical == "Old Town"


def test_user_files(tmp_path: Path) -> None:
    tables = {"w": {"entity_type": "well", "title": {"en": "Wells", "zh": "井"}}}
    columns = {"w": {"name": {"column": '孔号;"x"'}}}
    found = load_mappings(write_mappings(tmp_path, tables=tables, columns=columns))
    assert found.tables["w"].invented is False
    assert found.columns["w"]["name"].column == '孔号;"x"'


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("attributes.json", "[{]", "not readable JSON"),
        ("attributes.json", '[{"id": "a", "kind": "colour", "labels": {"en": "a", "zh": "a"}}]', "kind"),
        ("attributes.json", '[{"id": "a", "kind": "text", "labels": {"en": "a"}}]', "zh"),
        ("entity_types.json", '[{"id": "a", "typo": 1}]', "entity_types.json"),
        ("units.json", '{"length": {"base": "m", "units": {"m": {"factor": "one"}}}}', "factor"),
        ("user_column_mapping.json", '{"t": {"name": {"colum": "x"}}}', "colum"),
        ("user_table_types.json", "[]", "user_table_types.json"),
        ("concepts/a.json", '{"id": "x"}', "a.json"),
        ("intents.json", '{"gossip": []}', "gossip"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, file: str, content: str, words: str) -> None:
    directory = write_mappings(tmp_path)
    (directory / file).write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_mappings(directory)
    assert words in caught.value.say()
    assert file.rpartition("/")[2] in caught.value.say()


def test_missing_vocabulary(tmp_path: Path) -> None:
    directory = write_mappings(tmp_path)
    (directory / "units.json").unlink()
    with pytest.raises(SettingsError, match=r"units\.json is missing"):
        load_mappings(directory)


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    directory = write_mappings(tmp_path)
    (directory / "aliases.json").write_bytes(json.dumps([]).encode("utf-16"))
    with pytest.raises(SettingsError, match="not readable JSON"):
        load_mappings(directory)


def test_project_files_refer_to_what_exists(mappings: Mappings) -> None:
    attributes = {x.id for x in mappings.attributes}
    concepts = {x.id for x in mappings.concepts}
    kinds = {x.id for x in mappings.entity_types}
    units = {u for x in mappings.units.values() for u in x.units}
    assert len(concepts) == len(mappings.concepts)
    assert all(set(x.attributes) <= attributes and set(x.family) <= concepts for x in mappings.concepts)
    assert all(x.unit is None or x.unit in units for x in mappings.attributes)
    assert all(x.dimension is None or x.dimension in mappings.units for x in mappings.attributes)
    assert {x.entity_type for x in mappings.tables.values()} <= kinds
    assert {a for x in mappings.columns.values() for a in x} <= attributes
    assert set(mappings.columns) <= set(mappings.tables)
    for entity_type in mappings.entity_types:
        implied = [pair for word in entity_type.words_imply.values() for pair in word.items()]
        assert all(a in attributes and c in concepts for a, c in implied)
        assert {entity_type.name_attribute, *entity_type.key_attributes} <= attributes
