"""A report as one self-contained HTML page: no script, nothing from outside, ready to be printed."""

from __future__ import annotations

import base64
import re
from functools import singledispatch
from html import escape

from core.answer.report_model import (
    Block,
    Code,
    Facts,
    Grid,
    Items,
    Paragraph,
    Picture,
    Quote,
    Report,
    Section,
    Text,
)  # fmt: skip
from core.answer.report_words import facts_line, say

_STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 880px; padding: 28px 24px 60px; color: #1c2429; background: #fff;
  font: 15px/1.55 "Noto Sans", "Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei",
  "WenQuanYi Micro Hei", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
header { border-bottom: 2px solid #23506b; margin-bottom: 8px; padding-bottom: 12px; }
header p { margin: 0; color: #51626d; font-size: 13px; }
h1 { font-size: 23px; line-height: 1.3; margin: 4px 0 10px; }
h2 { font-size: 17px; margin: 30px 0 8px; color: #23506b; break-after: avoid; }
p, li { margin: 5px 0; }
.lead { font-size: 16px; }
.small, figcaption, caption, .note { font-size: 12.5px; color: #51626d; }
.warning { border-left: 4px solid #c08a1e; background: #fdf6e6; padding: 8px 12px; }
b.value { font-weight: 600; }
sup { font-size: 10.5px; line-height: 0; color: #23506b; }
dl { display: grid; grid-template-columns: minmax(7em, max-content) 1fr; gap: 3px 18px; margin: 0; }
dt { color: #51626d; } dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 8px 0; break-inside: avoid; } figure svg, figure img { max-width: 100%; height: auto; }
blockquote { margin: 10px 0; padding: 2px 0 2px 14px; border-left: 3px solid #b7c6cf; }
blockquote footer { font-size: 12.5px; color: #51626d; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 12.5px; line-height: 1.4; margin: 6px 0 12px; width: 100%; }
caption { text-align: left; padding: 2px 0 4px; font-weight: 600; }
th { text-align: left; background: #eef3f6; border-bottom: 1.5px solid #8fa6b3; font-weight: 600; }
th, td { padding: 4px 8px; vertical-align: top; }
td { border-bottom: 1px solid #dde5ea; overflow-wrap: break-word; }
.right { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
pre { background: #f5f7f8; border: 1px solid #dde5ea; padding: 10px 12px; font-size: 11.5px; line-height: 1.45;
  white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } thead { display: table-header-group; }
  tr { break-inside: avoid; } .wide { overflow: visible; } }
"""
LONG = 30
"""Longer words may be broken inside tables."""
_SPACES = re.compile(r"(\s+)")
_PIECE = re.compile(r".{1,16}", re.DOTALL)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html_bytes(report: Report) -> bytes:
    """The page, UTF-8."""
    language = "zh-CN" if report.language == "zh" else "en"
    facts = escape(facts_line(report))
    made = escape(say("made", report.language, time=report.made))
    body = "".join(_section(s) for s in report.sections)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.title)}: {escape(report.question)}</title><style>{_STYLE}</style></head><body>"
        f"<header><p>OreSight · {escape(report.title)}</p><h1>{escape(report.question)}</h1>"
        f"<p>{facts}</p><p>{made}</p></header><main>{body}</main></body></html>\n"
    ).encode()


def _section(section: Section) -> str:
    inside = "".join(_block(b) for b in section.blocks)
    if not section.blocks:
        inside = f'<p class="small">{escape(section.empty)}</p>'
    return f'<section id="{escape(section.key, quote=True)}"><h2>{escape(section.title)}</h2>{inside}</section>\n'


def _runs(text: Text) -> str:
    parts = []
    for run in text:
        said = escape(run.text)
        if run.kind == "mark":
            said = f"<sup>{said}</sup>"
        elif run.kind == "value":
            said = f'<b class="value">{said}</b>'
        elif run.kind == "code":
            said = f"<code>{said}</code>"
        parts.append(said)
    return "".join(parts)


@singledispatch
def _block(block: Block) -> str:
    raise TypeError(type(block).__name__)


@_block.register
def _(block: Paragraph) -> str:
    return f'<p class="{block.style}">{_runs(block.text)}</p>'


@_block.register
def _(block: Items) -> str:
    tag = "ol" if block.ordered else "ul"
    return f"<{tag}>{''.join(f'<li>{_runs(x)}</li>' for x in block.items)}</{tag}>"


@_block.register
def _(block: Facts) -> str:
    return f"<dl>{''.join(f'<dt>{escape(k)}</dt><dd>{_runs(v)}</dd>' for k, v in block.pairs)}</dl>"


@_block.register
def _(block: Quote) -> str:
    return f"<blockquote><p>{escape(block.text)}</p><footer>{_runs(block.source)}</footer></blockquote>"


@_block.register
def _(block: Grid) -> str:
    sides = ["right" if c.align == "right" else "left" for c in block.columns]
    head = "".join(
        f'<th class="{s}" scope="col">{escape(c.label)}</th>' for s, c in zip(sides, block.columns, strict=True)
    )
    rows = "".join(
        "<tr>"
        + "".join(f'<td class="{s}">{_breakable(x)}</td>' for s, x in zip(sides, row, strict=True))
        + "</tr>"
        for row in block.rows
    )
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
    note = f'<p class="note">{escape(block.note)}</p>' if block.note else ""
    body = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<div class="wide"><table>{caption}{body}</table></div>{note}'


def _breakable(text: str) -> str:
    """Escaped, with places where a long word such as a checksum may be broken."""
    parts = (_PIECE.findall(x) if len(x) > LONG else [x] for x in _SPACES.split(text))
    return "".join("<wbr>".join(escape(y) for y in x) for x in parts)


@_block.register
def _(block: Picture) -> str:
    if block.svg:
        inside = block.svg.replace("<svg ", f'<svg role="img" aria-label="{escape(block.alt, quote=True)}" ', 1)
    else:
        data = base64.b64encode(block.png).decode()
        alt = escape(block.alt, quote=True)
        inside = f'<img alt="{alt}" src="data:image/png;base64,{data}" width="{block.width:g}">'
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    return f"<figure>{inside}{caption}</figure>"


@_block.register
def _(block: Code) -> str:
    return f"<pre>{escape(block.text)}</pre>"
