"""The placemarks of a KML document, read with a parser that refuses document types and so every entity trick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree  # only its elements; document types are refused below
from xml.parsers import expat

import shapely

Element = ElementTree.Element
DEPTH = 100
"""Folders and geometries within each other."""


class KmlError(ValueError):
    """The document is damaged or hostile."""


@dataclass
class Placemark:
    """One feature."""

    folder: str
    """Names of its folders, joined by ``/``."""
    texts: dict[str, str]
    wkb: bytes | None


@dataclass
class Document:
    """What was met besides placemarks."""

    left_out: dict[str, int] = field(default_factory=dict)
    """Kind of element → how many: links to other files, pictures, models."""


def placemarks(path: Path, about: Document) -> Iterator[Placemark]:
    """All placemarks in the order of the file.

    Raises:
        KmlError: not well-formed, too deep, or with a document type.
    """
    reader = _Reader(about)
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 18):
                reader.parser.Parse(block, False)
                yield from reader.taken()
        reader.parser.Parse(b"", True)
        yield from reader.taken()
    except expat.ExpatError as error:
        raise KmlError(f"it is not well-formed XML ({error})") from error


class _Reader:
    """Builds the elements and takes out each placemark when it is complete."""

    def __init__(self, about: Document) -> None:
        self._about, self._builder = about, ElementTree.TreeBuilder()
        self._folders: list[str] = []
        self._stack: list[str] = []
        self._ready: list[Placemark] = []
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end
        self.parser.CharacterDataHandler = self._builder.data
        self.parser.StartDoctypeDeclHandler = _refuse

    def taken(self) -> list[Placemark]:
        """The placemarks completed since the last call."""
        ready, self._ready = self._ready, []
        return ready

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._builder.start(name, attributes)
        self._stack.append(name.rpartition("}")[2])
        if len(self._stack) > DEPTH:
            raise KmlError(f"its elements stand more than {DEPTH} deep within each other")
        if self._stack[-1] == "Folder":
            self._folders.append("")

    def _end(self, name: str) -> None:
        element = self._builder.end(name)
        tag = self._stack.pop()
        if tag == "name" and self._stack and self._stack[-1] == "Folder":
            self._folders[-1] = _text(element)
        elif tag == "Folder":
            self._folders.pop()
            element.clear()
        elif tag == "Placemark":
            folder = "/".join(x for x in self._folders if x)
            self._ready.append(Placemark(folder, _texts(element), _wkb(element)))
            element.clear()
        elif tag in ("NetworkLink", "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Model"):
            self._about.left_out[tag] = self._about.left_out.get(tag, 0) + 1
            element.clear()


def _refuse(*_: object) -> None:
    raise KmlError("it declares a document type, which could read other files")


def _texts(placemark: Element) -> dict[str, str]:
    """Name, description, times and the extended data, under the names the file gives them."""
    found: dict[str, str] = {}
    for child in placemark:
        tag = _tag(child)
        if tag in ("name", "description", "address", "phoneNumber", "Snippet"):
            found[tag] = _text(child)
        elif tag in ("TimeStamp", "TimeSpan"):
            found |= {_tag(x): _text(x) for x in child}
    for element in placemark.iter():
        tag = _tag(element)
        if tag == "Data":
            value = next((x for x in element if _tag(x) == "value"), None)
            found[element.get("name", "")] = "" if value is None else _text(value)
        elif tag == "SimpleData":
            found[element.get("name", "")] = _text(element)
    return found


def _wkb(placemark: Element) -> bytes | None:
    for child in placemark:
        make = SHAPES.get(_tag(child))
        if make is not None:
            try:
                shape = make(child)
            except (shapely.errors.ShapelyError, ValueError, IndexError):
                return b"\x00"  # there is a geometry, but nobody can read it
            return None if shape is None else shapely.to_wkb(shape)
    return None


def _positions(element: Element) -> list[tuple[float, ...]]:
    """Coordinates of a geometry; heights only where one is not zero."""
    texts = [x.text or "" for x in element if _tag(x) == "coordinates"]
    rows = [tuple(map(float, x.split(","))) for x in " ".join(texts).replace(", ", ",").split()]
    tracks = [(x.text or "").split() for x in element if _tag(x) == "coord"]
    rows += [tuple(map(float, x)) for x in tracks]
    if any(len(x) < 2 for x in rows):
        raise ValueError("a position needs two numbers")
    if any(len(x) > 2 and x[2] for x in rows):
        return [(x[0], x[1], x[2] if len(x) > 2 else 0.0) for x in rows]
    return [x[:2] for x in rows]


def _point(element: Element) -> shapely.Geometry | None:
    rows = _positions(element)
    return shapely.Point(rows[0]) if rows else None


def _line(element: Element) -> shapely.Geometry | None:
    rows = _positions(element)
    return shapely.LineString(rows) if rows else None


def _polygon(element: Element) -> shapely.Geometry | None:
    rings: dict[str, list[list[tuple[float, ...]]]] = {"outerBoundaryIs": [], "innerBoundaryIs": []}
    for side in element:
        if _tag(side) in rings:
            rings[_tag(side)] += [_positions(x) for x in side if _tag(x) == "LinearRing"]
    outer = rings["outerBoundaryIs"]
    return shapely.Polygon(outer[0], rings["innerBoundaryIs"]) if outer and outer[0] else None


def _several(element: Element) -> shapely.Geometry | None:
    parts = [SHAPES[_tag(x)](x) for x in element if _tag(x) in SHAPES]
    whole = [x for x in parts if x is not None]
    if not whole:
        return None
    kinds = {shapely.get_type_id(x) for x in whole}
    build = (
        MULTI.get(int(kinds.pop()), shapely.geometrycollections)
        if len(kinds) == 1
        else shapely.geometrycollections
    )
    return build(whole)


MULTI: dict[int, Callable[[list[shapely.Geometry]], Any]] = {
    0: shapely.multipoints,
    1: shapely.multilinestrings,
    3: shapely.multipolygons,
}
SHAPES: dict[str, Callable[[Element], shapely.Geometry | None]] = {
    "Point": _point,
    "LineString": _line,
    "LinearRing": _line,
    "Track": _line,
    "Polygon": _polygon,
    "MultiGeometry": _several,
    "MultiTrack": _several,
}


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _text(element: Element) -> str:
    return "".join(element.itertext()).strip()
