"""Search on the map: names of features, and places given as coordinates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from core.vocabulary.card import Layer, Name, SchemaCard

MAX_TEXT = 100
MAX_HITS = 12
_NUMBER = r"([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*"
_NORTH_FIRST = re.compile(rf"^\s*{_NUMBER}([NSns北南]?)[纬]?[\s,;，；]+{_NUMBER}([EWew东西]?)[经]?\s*$")
_EAST_FIRST = re.compile(rf"^\s*{_NUMBER}([EWew东西])[经]?[\s,;，；]+{_NUMBER}([NSns北南])[纬]?\s*$")


@dataclass(frozen=True)
class Hit:
    """A named feature."""

    name: str
    kind: str
    """What it is, in the language asked for."""
    layer: str
    """Title of its layer."""
    table: str
    fid: int
    parts: int
    """Rows of the layer that carry this name; `fid` is the first."""


def find(card: SchemaCard, text: str, language: str, tables: Iterable[str] | None = None) -> tuple[Hit, ...]:
    """Features whose name holds `text`: whole names first, then beginnings, then the rest, short before long.

    Case, width, accents and blanks make no difference.  `tables` confines the search to some layers.
    """
    wanted = _plain(text[:MAX_TEXT])
    if not wanted:
        return ()
    allowed = None if tables is None else frozenset(tables)
    layers = {x.table: x for x in card.layers}
    ranked: list[tuple[tuple[int, int, str, str], Name]] = []
    for plain, name in _index(_Held(card)):
        at = plain.find(wanted)
        if at >= 0 and name.table in layers and (allowed is None or name.table in allowed):
            how = 0 if plain == wanted else 1 if at == 0 else 2
            ranked.append(((how, len(plain), plain, name.table), name))
    ranked.sort(key=lambda x: x[0])
    found: dict[tuple[str, int], Hit] = {}
    for _, name in ranked:
        hit = _hit(card, layers[name.table], name, language)
        found.setdefault((hit.table, hit.fid), hit)
        if len(found) == MAX_HITS:
            break
    return tuple(found.values())


def _hit(card: SchemaCard, layer: Layer, name: Name, language: str) -> Hit:
    kind = card.entity_types.get(layer.entity_type)
    said = kind.labels.in_(language) if kind else layer.title.in_(language)
    return Hit(name.text, said, layer.title.in_(language), name.table, name.fids[0], len(name.fids))


class _Held:
    """Carries a card into the cache: its version decides."""

    def __init__(self, card: SchemaCard) -> None:
        self.card = card

    def __hash__(self) -> int:
        return hash(self.card.version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.card is self.card


@lru_cache(maxsize=4)
def _index(held: _Held) -> tuple[tuple[str, Name], ...]:
    return tuple((_plain(n.text), n) for n in held.card.names if n.fids)


def _plain(text: str) -> str:
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parted if not unicodedata.combining(c) and not c.isspace())


def coordinates(text: str) -> tuple[float, float] | None:
    """Longitude and latitude of a text such as ``41.85, 109.99`` or ``109.99E 41.85N``; None when it is none.

    Without letters the latitude comes first; where that is no latitude, the longitude does.
    """
    if len(text) > MAX_TEXT:
        return None
    if match := _EAST_FIRST.match(text):
        lon, lat = _signed(match[1], match[2]), _signed(match[3], match[4])
    elif match := _NORTH_FIRST.match(text):
        lat, lon = _signed(match[1], match[2]), _signed(match[3], match[4])
        if not match[2] and not match[4] and abs(lat) > 90:
            lat, lon = lon, lat
    else:
        return None
    return (lon, lat) if abs(lat) <= 90 and abs(lon) <= 180 else None


def _signed(number: str, side: str) -> float:
    return -abs(float(number)) if side and side in "SsWw南西" else float(number)
