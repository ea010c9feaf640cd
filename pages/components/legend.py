"""The legend below the map, as HTML whose every text is escaped."""

from __future__ import annotations

import base64
from html import escape

from core.answer.model import Answer
from core.errors import Language
from core.mapping.legend import LegendEntry, LegendGroup
from core.service.cache import Cache
from pages.components import scene
from pages.components.product import feed_of, styles
from pages.components.texts import number, t

_drawn: Cache[str] = Cache("legends", 128)


def shown_html(language: Language, answer: Answer | None) -> str:
    """The legend of what the map shows, from memory when nothing of it has changed."""
    shown = scene.visible()
    # a feed is made anew with every change of the data, the mapping and the style of its layer
    key = (language, answer.id if answer is not None else "", tuple(feed_of(x) for x in shown))
    found = _drawn.get(key)
    if found is None:
        found = legend_html(scene.legend_groups(shown), language, answer)
        _drawn.put(key, found)
    return found


def legend_html(groups: tuple[LegendGroup, ...], language: Language, answer: Answer | None) -> str:
    """All groups in columns, topmost layer first; what the answer highlights comes before them."""
    grouped = answer is not None and answer.result is not None and bool(answer.result.groups)
    parts = [_highlights(answer)] if answer is not None and (answer.evidence or grouped) else []
    # kinds without classes need no heading; they stand together at the end
    single = [g for g in groups if len(g.entries) == 1 and g.entries[0].labels == g.labels]
    parts.extend(_group(g, language) for g in groups if g not in single)
    if single:
        parts.append(f"<h4>{escape(t('legend_more'))}</h4>")
        parts.extend(_entry(g.entries[0], language) for g in single)
    return f'<div class="os-legend" role="list" aria-label="{escape(t("legend"))}">{"".join(parts)}</div>'


def data_url(svg: str) -> str:
    """An SVG swatch as the address of an image; inline SVG does not pass the page's sanitiser."""
    named = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(named.encode()).decode()}"


def image(svg: str) -> str:
    """An SVG swatch as an image element."""
    return f'<img alt="" src="{data_url(svg)}">'


def _group(group: LegendGroup, language: Language) -> str:
    title = escape(capital(group.labels.in_(language)))
    return f"<h4>{title}</h4>" + "".join(_entry(e, language) for e in group.entries)


def _entry(entry: LegendEntry, language: Language) -> str:
    label = escape(capital(entry.labels.in_(language)))
    count = "" if entry.count is None else f"<em>{number(entry.count)}</em>"
    return f'<span role="listitem" title="{label}">{image(entry.swatch)}<i>{label}</i>{count}</span>'


def _highlights(answer: Answer | None) -> str:
    colors = styles().highlight
    target, reference, link = (escape(x, quote=True) for x in (colors.target, colors.reference, colors.link))
    line = '<line x1="1" y1="7" x2="17" y2="7" stroke="{}" stroke-width="{}"{}/>'
    rows = [(f'<circle cx="9" cy="7" r="5" fill="none" stroke="{target}" stroke-width="2.5"/>', "legend_result")]
    nearest = [p.nearest for e in answer.evidence for p in e.proximity[:1]] if answer is not None else []
    if nearest:
        rows.append((line.format(reference, 3.5, ""), "legend_reference"))
    if any(x is not None and x.distance_m > 0 for x in nearest):
        rows.append((line.format(link, 1.5, ' stroke-dasharray="3 3"'), "legend_link"))
    if answer is not None and answer.result is not None and answer.result.groups:
        rows.append((line.format(reference, 3.5, ""), "legend_groups"))
    cells = "".join(
        f'<span role="listitem">{image(_svg(shape))}<i>{escape(t(key))}</i></span>' for shape, key in rows
    )
    return f'<h4 class="os-hit">{escape(t("legend_answer"))}</h4>{cells}'


def _svg(body: str) -> str:
    return f'<svg width="18" height="14" viewBox="0 0 18 14">{body}</svg>'


def capital(label: str) -> str:
    """`label` with a capital letter first."""
    return label[:1].upper() + label[1:]
