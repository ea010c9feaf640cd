"""Colours of style files as sRGB; each has its alpha, 0 to 100, as the last number.

Formulas: CMYK without a profile as 255(1−c)(1−k); HSV and HSL as in ``colorsys``; L*a*b* with the white point D65
and the matrix of IEC 61966-2-1.  ArcGIS may use a printing profile for CMYK, so its prints can differ a little.
"""

from __future__ import annotations

import colorsys

from core.mapping.cim.access import Json, kind, numbers
from core.mapping.cim.log import Log
from core.mapping.style_symbols import Fill

Rgb = tuple[float, float, float]
_PARTS = {
    "CIMRGBColor": 3,
    "CIMCMYKColor": 4,
    "CIMHSVColor": 3,
    "CIMHSLColor": 3,
    "CIMGrayColor": 1,
    "CIMLABColor": 3,
}
"""Numbers of each kind of colour, before its alpha."""
GREY = "#808080"


def color_of(value: Json, log: Log) -> Fill | None:
    """The colour and opacity of a colour object, None when there is none; unknown kinds are grey and noted."""
    name = kind(value)
    values = numbers(value, "values", 6)
    if not name:
        return None
    parts = _PARTS.get(name)
    if parts is None or len(values) < parts:
        log.note("color", kind=name)
        return Fill(color=GREY, opacity=1.0)
    alpha = values[parts] if len(values) > parts else 100.0
    return Fill(color=to_hex(_rgb(name, values[:parts])), opacity=round(_clamp(alpha / 100), 4))


def _rgb(name: str, v: tuple[float, ...]) -> Rgb:
    """Red, green, blue from 0 to 255, not clamped."""
    if name == "CIMRGBColor":
        return v[0], v[1], v[2]
    if name == "CIMGrayColor":
        return v[0], v[0], v[0]
    if name == "CIMLABColor":
        return lab_to_rgb(v[0], v[1], v[2])
    if name == "CIMCMYKColor":
        c, m, y, k = (_clamp(x / 100) for x in v)
        return 255 * (1 - c) * (1 - k), 255 * (1 - m) * (1 - k), 255 * (1 - y) * (1 - k)
    hue, saturation, third = (v[0] % 360) / 360, _clamp(v[1] / 100), _clamp(v[2] / 100)
    if v[0] < 0:  # written for greys, which have no hue
        hue = saturation = 0.0
    if name == "CIMHSVColor":
        r, g, b = colorsys.hsv_to_rgb(hue, saturation, third)
    else:
        r, g, b = colorsys.hls_to_rgb(hue, third, saturation)
    return r * 255, g * 255, b * 255


def lab_to_rgb(lightness: float, a: float, b: float) -> Rgb:
    """CIE L*a*b* (D65) to sRGB, 0 to 255, clamped."""
    fy = (min(max(lightness, 0.0), 100.0) + 16) / 116
    fx, fz = fy + min(max(a, -200.0), 200.0) / 500, fy - min(max(b, -200.0), 200.0) / 200
    x, y, z = (w * _inverse(f) for w, f in ((0.95047, fx), (1.0, fy), (1.08883, fz)))
    linear = (
        3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
        -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
        0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
    )
    red, green, blue = (255 * _companded(_clamp(u)) for u in linear)
    return red, green, blue


def _inverse(f: float) -> float:
    return f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29)


def _companded(u: float) -> float:
    return 12.92 * u if u <= 0.0031308 else 1.055 * u ** (1 / 2.4) - 0.055


def to_hex(rgb: Rgb) -> str:
    """``#rrggbb``, clamped and rounded."""
    return "#" + "".join(f"{int(min(max(x, 0.0), 255.0) + 0.5):02x}" for x in rgb)


def from_hex(color: str) -> Rgb:
    """Red, green, blue from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _clamp(x: float) -> float:
    return min(max(x, 0.0), 1.0)
