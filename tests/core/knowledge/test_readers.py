"""Readers of PDF, DOCX and HTML: pages, headings and tables stay, running lines and parted words do not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import docx
import pytest

from core.errors import KnowledgeCancelledError, KnowledgeError
from core.knowledge import isolated, ocr
from core.knowledge.blocks import glue
from core.knowledge.isolated import as_text, from_text, read_isolated
from core.knowledge.limits import Limits
from core.knowledge.passages import cut, leaves_out_references
from core.knowledge.pdf_layout import arrange
from core.knowledge.pdf_lines import Line
from core.settings import ROOT
from tests.core.knowledge.hostile import TEXT, page_pdf, pdf

PDF = ROOT / "knowledge" / "iron-oxide-copper-gold.pdf"
CHROMIUM = Path("/usr/bin/chromium")
PRINTED = """<!doctype html><meta charset="utf-8"><title>Survey</title><style>
@page { size: A5; margin: 22mm; @top-left { content: "Annual survey 2020" }
  @bottom-center { content: counter(page) } }
table { width: 100% } th { text-align: left }
body { font: 11pt serif } h1 { font-size: 18pt } h2 { font-size: 14pt } .next { break-before: page }
.zh { font-family: "Noto Sans CJK SC", "WenQuanYi Zen Hei", sans-serif }</style>
<h1>Survey of the north</h1><h2>Geology</h2><p>Granite crops out in the west. A well-known fault cuts it and
carries the miner&shy;al-<br>isation along its whole length, as the well-known map of the survey shows.</p>
<h2 class="next">Results</h2><p>The mean values are these:</p>
<table><tr><th>Element<th>Mean<th>Unit</tr><tr><td>Gold<td>3.2<td>ppb</tr><tr><td>Copper<td>41<td>ppm</tr></table>
<p class="zh">金矿体产于断裂旁侧的次级构造中，蚀变以硅化为主。</p>
<h2 class="next">Last words</h2><p>Nothing else was found.</p>
<h2>References</h2><p>Smith, J. (1999) A paper on granite. Journal 1, 1–2.</p>"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not CHROMIUM.exists():
        pytest.skip("printing needs Chromium")
    place = tmp_path_factory.mktemp("printed")
    (place / "survey.html").write_text(PRINTED, encoding="utf-8")
    target = place / "survey.pdf"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={target}"]
    subprocess.run([CHROMIUM, *flags, (place / "survey.html").as_uri()], check=True, capture_output=True)
    return target


def test_a_printed_report_keeps_pages_headings_and_tables(printed: Path) -> None:
    document = read_isolated(printed, "survey.pdf")
    assert (document.title, document.pages, document.language) == ("Survey", 3, "en")
    passages = cut(document)
    assert [(p.heading, p.pages) for p in passages] == [
        (("Survey of the north", "Geology"), (1, 1)),
        (("Survey of the north", "Results"), (2, 2)),
        (("Survey of the north", "Last words"), (3, 3)),
    ]
    assert "mineralisation along" in passages[0].text
    assert passages[0].text.count("well-known") == 2
    assert "| Gold | 3.2 | ppb |\n| Copper | 41 | ppm |" in passages[1].text
    assert "金矿体产于断裂旁侧的次级构造中，蚀变以硅化为主。" in passages[1].text
    assert "Annual survey" not in document.text
    assert [x.code for x in document.notes] == ["running"]
    assert leaves_out_references(document)
    assert from_text(as_text(document)) == document


def test_html_and_the_print_of_it_say_the_same(printed: Path) -> None:
    page = cut(read_isolated(printed.with_suffix(".html"), "survey.html"))
    paper = cut(read_isolated(printed, "survey.pdf"))
    assert [p.heading for p in page] == [p.heading for p in paper]
    assert page[1].text.split() == paper[1].text.split()
    assert [p.pages for p in page] == [None] * 3


def test_word_documents_keep_styles_lists_tables_and_page_breaks(tmp_path: Path) -> None:
    made = docx.Document()
    made.core_properties.title = "ignored for the title in the text"
    made.add_heading("矿区报告", 0)
    made.add_heading("地层", 1)
    made.add_paragraph("矿区出露白云岩。")
    made.add_paragraph("第一项", style="List Bullet")
    table = made.add_table(2, 3)
    for i, words in enumerate(("元素", "均值", "单位", "Au", "3.2", "ppb")):
        table.cell(i // 3, i % 3).text = words
    table.cell(1, 1).merge(table.cell(1, 2))
    made.sections[0].header.paragraphs[0].text = "页眉不读"
    made.add_heading("构造", 2)
    paragraph = made.add_paragraph("断裂发育。")
    paragraph.runs[0]._r.addprevious(paragraph._p.makeelement(f"{{{paragraph._p.nsmap['w']}}}r"))
    path = tmp_path / "r.docx"
    made.save(str(path))
    document = read_isolated(path, "r.docx")
    assert (document.title, document.language) == ("矿区报告", "zh")
    assert "# 地层\n\n矿区出露白云岩。\n\n- 第一项\n\n| 元素 | 均值 | 单位 |\n| --- | --- | --- |" in document.text
    assert "页眉" not in document.text
    assert [p.heading for p in cut(document)] == [("地层",), ("地层", "构造")]


def test_lines_become_paragraphs() -> None:
    assert glue("the miner-", "alisation of") == "the mineralisation of"
    assert glue("a well-", "known fault", frozenset({"well-known"})) == "a well-known fault"
    assert glue("North-", "East") == "North- East"
    assert glue("断裂构造", "控制矿体") == "断裂构造控制矿体"
    assert glue("断裂", "and gold") == "断裂 and gold"


def test_a_scan_is_recognised_where_tesseract_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(_scan())
    if {"eng", "chi_sim"} <= set(ocr.languages()):
        document = read_isolated(path, "scan.pdf")
        assert "granite" in document.text.lower()
        assert [x.code for x in document.notes] == ["recognised"]
        assert cut(document)[0].pages == (1, 1)
    monkeypatch.setattr(ocr, "languages", lambda: ())
    with pytest.raises(KnowledgeError) as caught:
        read_isolated(path, "scan.pdf")
    assert "Install tesseract" in caught.value.say("en")
    assert "扫描件" in caught.value.say("zh")


def _scan() -> bytes:
    """One page that is a picture of words."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415

    picture = Image.new("L", (900, 200), 255)
    font = ImageFont.load_default(size=60)
    ImageDraw.Draw(picture).text((30, 60), "Gold lies in granite", fill=0, font=font)
    size = b"/Width 900 /Height 200 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 180000"
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 450 100] /Contents 4 0 R"
        b" /Resources << /XObject << /I 5 0 R >> >> >>",
        b"<< /Length 29 >>\nstream\nq 450 0 0 100 0 0 cm /I Do Q \nendstream",
        b"<< /Type /XObject /Subtype /Image %s >>\nstream\n%s\nendstream" % (size, picture.tobytes()),
    )


def test_a_reading_that_takes_too_long_or_is_cancelled_is_stopped(tmp_path: Path) -> None:
    class Stop:
        cancelled = True

    path = tmp_path / "a.pdf"
    path.write_bytes(page_pdf())
    with pytest.raises(KnowledgeError, match="longer than 0 seconds"):
        read_isolated(path, "a.pdf", limits=Limits(wall_s=0.0))
    with pytest.raises(KnowledgeCancelledError, match="cancelled"):
        read_isolated(path, "a.pdf", cancel=Stop())
    with pytest.raises(KnowledgeError, match="too large"):
        read_isolated(path, "a.pdf", limits=Limits(file_bytes=10))
    assert TEXT in read_isolated(path, "a.pdf").text


@pytest.mark.parametrize("told", [{}, {"blocks": [{}]}, {"blocks": 3, "pages": "x"}, {"refused": "no such"}])
def test_nothing_that_the_reading_process_says_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: dict[str, object]
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(page_pdf())
    monkeypatch.setattr(isolated, "run_confined", lambda *_, **__: told)
    with pytest.raises(KnowledgeError, match="damaged"):
        read_isolated(path, "a.pdf")


def line(text: str, page: int, top: float) -> Line:
    """A line of a page of 800 points."""
    return Line(text, (text,), page, 60.0, 400.0, top - 10, top, 10.0, False, 800.0)


def test_rows_that_differ_only_in_figures_are_text_also_at_the_edges_of_pages() -> None:
    lines, rows = [], []
    for page in range(1, 21):
        lines.append(line("Drill log of the Ulan prospect, 2020", page, 780))
        for i in range(60):
            rows.append(f"DH-{page} {i}.5 m granite with {i * page % 7} ppm Mo")
            lines.append(line(rows[-1], page, 765 - 12 * i))
        lines.append(line(f"{page}", page, 30))
    arranged = arrange(lines, 20)
    text = " ".join(x.text for x in arranged.blocks)
    assert [x for x in rows if x not in text] == []
    assert "Drill log" not in text
    assert arranged.left_out == 40
    columns = [line(f"{page * i}", page, 790 - 12 * i) for page in range(1, 21) for i in range(1, 64)]
    kept = arrange(columns, 20)
    assert sum(len(x.text.split()) for x in kept.blocks) + kept.left_out == len(columns)
    assert kept.left_out <= 20, "numbers of a column are text; only those that count the pages may fall away"
