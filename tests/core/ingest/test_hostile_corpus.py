"""Files made to harm, read by the confined process: refused by name, or harmless, and always within bounds."""

from __future__ import annotations

import re
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from core.errors import IngestError
from core.ingest import Limits, LoadDecisions, Report
from core.ingest.frames import REPORT
from core.ingest.keeper import KEEPER, Ended
from core.ingest.worker import Request
from tests.core.ingest import hostile_files as made

LIMITS = Limits(memory_bytes=1 << 30, cpu_s=20, unpacked_bytes=256 << 20)
PEAK_MB = 1_100
"""Resident memory of the reading process, of which its libraries are 120."""
DISK_MB = 300
SHEET = {"endless": "endless", "bulky": "bulky", "leak": "leak"}
QUICK = replace(LIMITS, cpu_s=3)
"""For what would never end."""

REFUSED: dict[str, tuple[made.Maker, str]] = {
    "zip slip": (made.zip_named("../../evil.csv"), "points outside the archive"),
    "zip slip, absolute": (made.zip_named("/etc/evil.csv"), "points outside the archive"),
    "zip slip, backslashes": (made.zip_named("..\\..\\evil.csv"), "points outside the archive"),
    "zip slip, drive": (made.zip_named("C:/evil.csv"), "points outside the archive"),
    "zip link": (made.zip_link, "is a link"),
    "zip bomb": (made.zip_bomb, "grows"),
    "zip of many members": (made.zip_many, "2,500 members"),
    "zip in a zip": (made.zip_nested, "holds no"),
    "zip that overlaps": (made.zip_overlapping, "overlap"),
    "zip that lies": (made.zip_lying, "larger than it says|cannot be unpacked|damaged"),
    "zip cut": (made.zip_cut, "damaged|cannot be unpacked"),
    "kml entity": (made.kml_entity, "document type"),
    "kml parameter entity": (made.kml_parameter_entity, "document type"),
    "kml laughs": (made.kml_laughs, "document type"),
    "kml in utf-16": (made.kml_wide, "document type"),
    "gml entity": (made.gml_entity, "document type"),
    "gml deep": (made.gml_deep, "."),
    "tab view": (made.tab_view, "other files"),
    "tab cut": (made.tab_cut, "."),
    "mif endless": (made.mif_endless, "."),
    "kml deep": (made.kml_deep, "deep within each other"),
    "kmz slip": (made.kmz_slip, "points outside the archive"),
    "xlsx far cell": (made.xlsx_far, "50,000,000 cells"),
    "xlsx entity": (made.xlsx_entity, "unrecognized entity"),
    "xlsx laughs": (made.xlsx_laughs, "unrecognized entity"),
    "xlsx count of texts": (made.xlsx_count, "crashed|memory|cannot be read"),
    "xlsx bomb": (made.xlsx_bomb, "grows"),
    "ods entity": (made.ods_entity, "document type"),
    "ods repeated": (made.ods_repeated, "50,000,000 cells"),
    "vrt": (made.vrt_as("a.vrt"), "is not a file OreSight can read"),
    "vrt as geojson": (made.vrt_as("a.geojson"), "is not what its name says"),
    "vrt as shapefile": (made.vrt_as("a.shp"), "is not what its name says"),
    "vrt as geopackage": (made.vrt_as("a.gpkg"), "is not what its name says"),
    "vrt as kml": (made.vrt_as("a.kml"), "refers to other files"),
    "vrt in a zip": (made.vrt_in_zip, "is not what its name says"),
    "web service": (made.service_as_geojson, "is not what its name says"),
    "pipeline": (made.pipeline_as_geojson, "refers to other files"),
    "address as a name": (made.network_address_as_name, "cannot be read"),
    "shp parts": (made.shp_parts, "can be loaded|cannot be read"),
    "fgb header": (made.fgb_header, "header does not fit"),
    "parquet footer": (made.parquet_footer, "cannot be read"),
    "parquet rows": (made.parquet_rows, "rows"),
    "parquet dictionary": (made.parquet_dictionary, "memory"),
    "geojson deep": (made.geojson_deep, "cannot be read"),
    "geojson deep property": (made.geojson_deep_property, "cannot be read"),
    "geojson collections": (made.geojson_collections, "cannot be read"),
    "prj deep": (made.prj_deep, "cannot be read"),
    "fgb count": (made.fgb_count, "header does not fit"),
    "fgb feature": (made.fgb_feature, "cannot be read"),
    "geojson many properties": (made.geojson_many_properties, "5000 columns"),
    "geojson infinite": (made.geojson_infinite, "usable|cannot be read"),
    "csv one line": (made.csv_line, "longer than 4 MB"),
    "csv open quote": (made.csv_quote, "quotation mark is never closed"),
    "csv wide": (made.csv_wide, "columns"),
    "csv zeros": (made.csv_zeros, "no rows|cannot be read|coordinates"),
    "gzip as csv": (made.csv_gzip, "usable|cannot be read|coordinates|no rows"),
    "gpkg endless view": (made.gpkg_endless_view, "rows|processor time"),
    "gpkg bulky view": (made.gpkg_bulky_view, "memory|cannot be read|crashed"),
    "gpkg file view": (made.gpkg_file_view, "cannot be read|usable"),
    "gpkg virtual table": (made.gpkg_virtual, "virtual table “leak”"),
    "gpkg geometry": (made.gpkg_geometry, "can be loaded"),
    "gpkg cut": (made.gpkg_cut, "cannot be read"),
    "noise as shp": (made.noise("n.shp", b"\0\0\x27\x0a"), "cannot be read|rows|crashed"),
    "noise as gpkg": (made.noise("n.gpkg", b"SQLite format 3\0"), "cannot be read"),
    "noise as fgb": (made.noise("n.fgb", b"fgb\x03fgb\0"), "cannot be read"),
    "noise as parquet": (made.noise("n.parquet", b"PAR1"), "cannot be read"),
    "noise as xls": (made.noise("n.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "cannot be read|crashed"),
    "noise as xlsx": (made.noise("n.xlsx", b"PK\x03\x04"), "cannot be read"),
}
HARMLESS: dict[str, tuple[made.Maker, int]] = {
    "zip device": (made.zip_device, 1),
    "name with control characters": (made.zip_named("a\u202e\x07gsc.csv"), 1),
    "endless name": (made.zip_named("a" * 5_000 + ".csv"), 1),
    "kml links": (made.kml_links, 1),
    "gml links": (made.gml_links, 1),
    "xlsx dimension": (made.xlsx_dimension, 1),
    "xlsx merged": (made.xlsx_merged, 1),
    "geojson crs link": (made.geojson_crs_link, 1),
    "shp length": (made.shp_length, 3),
    "shp record length": (made.shp_record_length, 3),
    "shx outside": (made.shx_outside, 3),
    "dbf records": (made.dbf_records, 3),
    "dbf widths": (made.dbf_widths, 3),
    "dbf nothing": (made.dbf_nothing, 3),
    "gpkg trigger": (made.gpkg_trigger, 3),
    "gpkg many layers": (made.gpkg_many_layers, 3),
}


@dataclass(frozen=True)
class Seen:
    """What became of a file, and what it cost."""

    report: Report | None
    sentence: str
    ended: Ended | None
    disk: int
    """Most bytes in the temporary directory at once."""


class Meter(threading.Thread):
    """Watches how full a directory gets."""

    def __init__(self, directory: Path) -> None:
        super().__init__(daemon=True)
        self._directory, self.over, self.most = directory, threading.Event(), 0

    def run(self) -> None:
        while not self.over.wait(0.01):
            size = 0
            for path in self._directory.rglob("*"):
                try:
                    size += path.lstat().st_blocks * 512
                except OSError:
                    continue
            self.most = max(self.most, size)


def look(path: Path, sheet: str | None = None) -> Seen:
    """Have a file checked by the confined process."""
    directory, limits = Path(tempfile.mkdtemp(prefix="hostile-")), QUICK if sheet == "endless" else LIMITS
    meter = Meter(directory)
    meter.start()
    request = Request(path, path.name, directory, LoadDecisions(sheet=sheet), limits, load=False)
    report, sentence = None, ""
    try:
        with KEEPER.read(request, path.name, limits) as reading:
            try:
                report = reading.value(reading.receive(REPORT)[1], Report)
            except IngestError as error:
                sentence = error.say()
                reading.wait()
    finally:
        meter.over.set()
        meter.join()
    if report is not None:
        sentence = " ".join(x.text for x in report.errors)
    return Seen(report, sentence, reading.ended, meter.most)


def bounded(seen: Seen) -> None:
    """Memory, disk and time stayed within the limits, and nothing of the neighbour file came out."""
    assert seen.disk < DISK_MB << 20
    if seen.ended is not None:
        assert seen.ended.peak_kb < PEAK_MB << 10
        assert seen.ended.cpu_s < LIMITS.cpu_s + 2
    assert made.SECRET not in repr(seen.report) + seen.sentence
    assert seen.sentence.isprintable()


@pytest.mark.parametrize("case", REFUSED)
def test_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    make, sentence = REFUSED[case]
    path = make(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen = look(path, SHEET.get(path.stem))
    bounded(seen)
    assert seen.sentence, f"accepted: {seen.report}"
    assert re.search(sentence, seen.sentence), seen.sentence


@pytest.mark.parametrize("case", HARMLESS)
def test_harmless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    make, rows = HARMLESS[case]
    path = make(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    begun = time.monotonic()
    seen = look(path, "p" if case == "gpkg many layers" else None)
    bounded(seen)
    assert seen.report is not None, (seen.sentence, time.monotonic() - begun)
    assert seen.report.usable == rows, seen.report.findings
