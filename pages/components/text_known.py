"""What the documents say about a clicked feature."""

from __future__ import annotations

from html import escape

from core.answer.passages import excerpt
from core.service.linking import passages_about
from pages.components.product import product
from pages.components.text_search import place
from pages.components.texts import t

LETTERS = 260


def html(names: list[str]) -> str:
    """Excerpts of the passages that name it, "" when none does."""
    passages = passages_about(product().library, names)
    if not passages:
        return ""
    items = []
    for passage in passages:
        where = f"<small>{escape(passage.title)} · {escape(place(passage))}</small>"
        text = excerpt(_plain(passage.text), LETTERS)
        items.append(f'<p lang="{passage.language}">{escape(text)}<br>{where}</p>')
    summary = f"<summary>{escape(t('txt_known'))} ({len(passages)})</summary>"
    return f'<details class="os-more">{summary}{"".join(items)}</details>'


def _plain(text: str) -> str:
    """Text with the rows of tables as lists of their cells."""
    rows = (x.strip() for x in text.split("\n"))
    rows = (x for x in rows if not (x.startswith("|") and not x.strip("|-: ")))
    return "\n".join(" · ".join(c.strip() for c in x.strip("|").split("|")) if x[:1] == "|" else x for x in rows)
