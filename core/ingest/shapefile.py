"""What is particular to shapefiles: companions that may be missing, and texts of unknown encoding.

Texts are read as ISO 8859-1, which maps bytes to characters one to one, and decoded here: GDAL and its Python
bindings raise or garble on a missing or wrong ``.cpg`` and on Chinese field names cut at ten bytes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from core.database.findings import Finding
from core.ingest.choosing import encoding_findings
from core.ingest.dbf import choose_encoding
from core.ingest.encoding import Choice
from core.ingest.shapefile_index import fits, rebuild
from core.ingest.staging import Dataset
from core.ingest.wording import Tally, finding, refusal

BYTES = "ISO-8859-1"


def complete(dataset: Dataset, file: str) -> list[Finding]:
    """Report missing companions; a missing or wrong index is rebuilt.

    Raises:
        IngestError: the ``.shp`` holds no whole record.
    """
    path, notes = dataset.path, []
    companions = (
        (".dbf", "there are no attributes", "没有属性"),
        (".shx", "the index was rebuilt from the .shp", "已由 .shp 重建索引"),
    )
    for suffix, effect, effect_zh in companions:
        if not path.with_suffix(suffix).exists():
            name = f"{dataset.name}{suffix}"
            notes.append(finding("companion_missing", companion=name, effect=effect, effect_zh=effect_zh))
    whole = path.with_suffix(".shx").exists()
    if whole and not fits(path):
        whole = False
        notes.append(finding("index_broken"))
    if not whole and not rebuild(path):
        raise refusal("no_rows", file=file)
    return notes


class ShapefileTexts:
    """Names and texts of a shapefile, decoded.

    Raises:
        IngestError: the ``.dbf`` is damaged, or the decided encoding does not exist.
    """

    def __init__(self, path: Path, decided: str | None, file: str) -> None:
        self.damaged = Tally()
        self._dbf = path.with_suffix(".dbf")
        self.choice = self._choose(decided, path.with_suffix(".cpg"), file)

    def _choose(self, decided: str | None, cpg: Path, file: str) -> Choice:
        if not self._dbf.exists():
            return Choice("utf-8", "there are no texts", "没有文本")
        stated = cpg.read_bytes()[:100].decode("ascii", "replace").strip() if cpg.exists() else None
        try:
            return choose_encoding(self._dbf, stated, decided)
        except ValueError as error:
            raise refusal("unreadable", file=file, why=error) from error

    def findings(self) -> list[Finding]:
        """What was chosen and why."""
        return encoding_findings(self.choice) if self._dbf.exists() else []

    def name(self, name: str) -> str:
        """A field name; half a character at its end is dropped."""
        return name.encode(BYTES).decode(self.choice.name, "ignore")

    def decode(self, column: pa.Array) -> pa.Array:
        """A column of texts that were read as ISO 8859-1."""
        if not pa.types.is_string(column.type) or _is_ascii(column):
            return column
        coded = column.dictionary_encode()
        texts = [self._decode(x.encode(BYTES)) for x in coded.dictionary.to_pylist()]
        return pa.array(texts, pa.string()).take(coded.indices)

    def _decode(self, raw: bytes) -> str:
        try:
            return raw.decode(self.choice.name)
        except UnicodeDecodeError as error:
            if error.end >= len(raw):  # the text fills its field and was cut inside a character
                return raw.decode(self.choice.name, "ignore")
            self.damaged.count += 1
            return raw.decode(self.choice.name, "replace")


def _is_ascii(column: pa.Array) -> bool:
    data = column.buffers()[2]
    return data is None or not (np.frombuffer(data, np.uint8) >= 0x80).any()
