"""Reports: the same bytes on every run, everything escaped, every number of the text in a table."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import TYPE_CHECKING, cast

import pypdfium2
import pytest
from docx import Document
from pyproj import Geod

from core.answer.report_fonts import Family, family
from core.answer.report_frame import bar_length, degrees_text, graticule_step
from core.answer.report_html import html_bytes
from core.answer.report_map import frame_of
from core.answer.report_model import Facts, Grid, GridColumn, Items, Paragraph, Picture, Report, Section, words
from core.answer.report_pdf import pdf_bytes
from core.service.reports import ReportFormat, Reports, written

if TYPE_CHECKING:
    from core.service import MineralApp

EARLY, LATE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), datetime(2027, 11, 12, 13, 14, 15, tzinfo=UTC)
LISTED = "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?"
CHINESE = "白云鄂博岩浆热液型金矿床中，距断裂3公里以内的有哪些？"
QUESTIONS = {
    "list": LISTED,
    "chinese": CHINESE,
    "groups": "How many deposits are there per commodity in Bayan Obo?",
    "yes or no": "Are there any gold deposits within 2 km of a fault in Bayan Obo?",
    "numbers": "What is the average gold content of the samples in Bayan Obo?",
}
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


class Tags(HTMLParser):
    """Collects the tags of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


@pytest.fixture(scope="module")
def reports(app: MineralApp) -> Reports:
    return Reports(app)


def report_of(reports: Reports, question: str, made: datetime = EARLY) -> Report:
    return reports.report(reports.app.ask(question), made=made)


def text_of_pdf(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def cells(report: Report) -> list[str]:
    grids = [b for s in report.sections for b in s.blocks if isinstance(b, Grid)]
    facts = [b for s in report.sections for b in s.blocks if isinstance(b, Facts)]
    return [x for g in grids for row in g.rows for x in row] + [
        r.text for f in facts for _, value in f.pairs for r in value
    ]


def sentences(report: Report) -> list[str]:
    """What the answer says, without the marks of sources."""
    (section,) = (s for s in report.sections if s.key == "answer")
    texts = [b.text for b in section.blocks if isinstance(b, Paragraph)]
    texts += [x for b in section.blocks if isinstance(b, Items) for x in b.items]
    return ["".join(r.text for r in t if r.kind != "mark") for t in texts]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_number_of_the_text_stands_in_a_table(reports: Reports, name: str) -> None:
    report = report_of(reports, QUESTIONS[name])
    known = {n for cell in cells(report) for n in NUMBER.findall(cell)}
    checked = [x for x in sentences(report) if not x.startswith(("Checked before", "展示前已核对"))]
    stated = [n for x in checked for n in NUMBER.findall(x)]
    assert stated or name == "yes or no"
    assert [n for n in stated if n not in known] == []


def test_files_differ_only_in_the_time_stamp(reports: Reports) -> None:
    early, late = (html_bytes(report_of(reports, LISTED, at)) for at in (EARLY, LATE))
    assert early != late
    assert early.replace(b"2026-01-02 03:04:05", b"2027-11-12 13:14:15") == late
    first, again = (report_of(reports, LISTED) for _ in range(2))
    assert written(first, "docx") == written(again, "docx")
    assert written(first, "pdf") == written(again, "pdf")


def test_word_file_holds_the_same_text_and_tables(reports: Reports) -> None:
    report = report_of(reports, CHINESE)
    data = written(report, "docx")
    document = Document(io.BytesIO(data))
    said = "\n".join(p.text for p in document.paragraphs)
    assert CHINESE in said
    for sentence in sentences(report):
        assert sentence[:12] in said
    wanted = [b for s in report.sections for b in s.blocks if isinstance(b, Grid)]
    found = [t for t in document.tables if t.rows[0].cells[0].text in {g.columns[0].label for g in wanted}]
    assert [[c.text for c in r.cells] for r in found[0].rows[1:]] == [list(r) for r in wanted[0].rows]
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        assert {x.date_time for x in parts.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.skipif(not family().chinese, reason="this machine has no Chinese font")
def test_chinese_can_be_read_out_of_the_pdf(reports: Reports) -> None:
    report = report_of(reports, CHINESE)
    data = written(report, "pdf")
    said = re.sub(r"\s", "", text_of_pdf(data))
    assert CHINESE in said
    names = [row[1] for s in report.sections for b in s.blocks if isinstance(b, Grid) for row in b.rows]
    chinese = [n for n in names if any(c >= "\u4e00" for c in n)]
    assert chinese
    assert all(re.sub(r"\s", "", n) in said for n in chinese[:4])
    assert b"/Helvetica" not in data


def test_a_machine_without_chinese_fonts_says_so(reports: Reports) -> None:
    plain = family().fallback
    bare = Family(plain, plain, plain, plain, chinese=False)
    report = Report("x", "zh", "报告", "金矿", (), "now", (Section("answer", "答案", (Paragraph(words("金")),)),))
    assert "fonts-noto-cjk" in text_of_pdf(pdf_bytes(report, bare))
    assert pdf_bytes(report, bare) == pdf_bytes(report, bare)


def test_html_is_one_file_without_anything_foreign() -> None:
    hostile = '<script>alert(1)</script><img src=x onerror="a()">&"\'{}'
    grid = Grid((GridColumn(hostile),), ((hostile,),), hostile, hostile)
    picture = Picture(10, 10, hostile, hostile, '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    section = Section(hostile, hostile, (grid, picture, Items((words(hostile),)), Paragraph(words(hostile))))
    page = html_bytes(Report("x", "en", hostile, hostile, ((hostile, hostile),), hostile, (section,))).decode()
    tags = Tags()
    tags.feed(page)
    assert "script" not in {name for name, _ in tags.found}
    attributes = [(k, v or "") for _, pairs in tags.found for k, v in pairs]
    assert not [k for k, _ in attributes if k.startswith("on")]
    assert not [v for k, v in attributes if k in ("src", "href") and not v.startswith(("data:", "#"))]
    assert "default-src 'none'" in page


def test_a_format_that_no_writer_has_is_no_other_one() -> None:
    with pytest.raises(AssertionError, match="odt"):
        written(Report("x", "en", "Report", "Gold?", (), "now"), cast("ReportFormat", "odt"))


def test_a_refusal_is_a_report_too(reports: Reports) -> None:
    report = report_of(reports, "How many unicorns are there in Bayan Obo?")
    by_key = {s.key: s for s in report.sections}
    assert by_key["map"].empty
    assert by_key["statement"].empty
    assert any("unicorns" in x for x in sentences(report))


def test_the_report_tells_data_hash_and_statement(reports: Reports) -> None:
    report = report_of(reports, LISTED)
    records = {r.source_file: r.sha256 for r in reports.app.context().records}
    page = html_bytes(report).decode().replace("<wbr>", "")
    for name in ("bayan_obo_occurrences.shp", "bayan_obo_faults.shp"):
        assert name in page
        assert records[name] in page
    assert "ST_3DDWithin" in page
    assert "EPSG:4326" in page


def test_the_map_has_scale_north_graticule_and_legend(reports: Reports) -> None:
    report = report_of(reports, LISTED)
    (picture,) = (b for s in report.sections if s.key == "map" for b in s.blocks if isinstance(b, Picture))
    assert 'id="scale"' in picture.svg
    assert 'id="north"' in picture.svg
    assert re.search(r"109°5\d′E", picture.svg)
    assert "Measured against" in picture.svg
    assert picture.svg.count("<circle") >= 4


@pytest.mark.parametrize(
    "bounds", [(109.8, 41.8, 110.1, 42.0), (100.0, 20.0, 110.0, 30.0), (-70.5, -33.5, -70.4, -33.4)]
)
def test_the_scale_bar_is_as_long_as_it_says(bounds: tuple[float, float, float, float]) -> None:
    frame = frame_of(bounds)
    long = bar_length(frame)
    east, north, _ = Geod(ellps="WGS84").fwd(frame.lon, frame.lat, 90.0, long)
    x, y = frame.pixels([frame.lon, east], [frame.lat, north])
    assert ((x[1] - x[0]) ** 2 + (y[1] - y[0]) ** 2) ** 0.5 == pytest.approx(long * frame.scale, rel=2e-3)
    assert 0.1 < long * frame.scale / frame.width < 0.4


def test_lines_of_the_graticule_are_round_and_written_out() -> None:
    assert graticule_step(0.35) == pytest.approx(1 / 12)
    assert graticule_step(20) == 5
    assert degrees_text(109.75, 0.25, east=True) == "109°45′E"
    assert degrees_text(-33.5, 0.5, east=False) == "33°30′S"
    assert degrees_text(0, 5, east=False) == "0°"
