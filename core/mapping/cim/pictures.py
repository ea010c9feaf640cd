"""Pictures inside a style: only data, only known formats, opened within bounds and always encoded anew."""

from __future__ import annotations

import base64
import binascii
import io
import re
import struct
import zlib

from PIL import Image

from core.mapping.cim.log import Log

MAX_BYTES = 2 * 2**20
MAX_ALL_BYTES = 8 * 2**20
MAX_PIXELS = 4_000_000
MAX_SIDE = 256
_HEAD = re.compile(r"\s*data:image/(png|jpe?g|gif|bmp|x-ms-bmp)\s*;\s*base64\s*,", re.IGNORECASE)


class NoPictureError(ValueError):
    """The picture is not used; the message says why."""


def picture_of(url: object, log: Log) -> tuple[str, float]:
    """The address of a picture encoded anew as PNG, and its width as a share of its height.

    Raises:
        NoPictureError: it is a path or a link, another format, too large, or broken.
    """
    if not isinstance(url, str) or not url.strip():
        raise NoPictureError("no data")
    head = _HEAD.match(url[:200])
    if head is None:
        raise NoPictureError("not a PNG, JPEG, GIF or BMP inside the file")
    if len(url) > MAX_BYTES * 4 // 3 + 200:
        raise NoPictureError("larger than 2 MB")
    try:
        data = base64.b64decode(re.sub(r"\s+", "", url[head.end() :]), validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoPictureError("broken data") from error
    log.picture_bytes += len(data)
    if log.picture_bytes > MAX_ALL_BYTES:
        raise NoPictureError("the pictures of the layer exceed 8 MB")
    return _encoded(data)


def _encoded(data: bytes) -> tuple[str, float]:
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "BMP")) as image:
            width, height = image.size
            if not width or not height or width * height > MAX_PIXELS:
                raise NoPictureError("more than 4 million pixels")
            image.load()
            made = image.convert("RGBA")
    except NoPictureError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error, IndexError, KeyError, TypeError,
            OverflowError, MemoryError, Image.DecompressionBombError) as error:  # fmt: skip
        raise NoPictureError("broken data") from error
    made.thumbnail((MAX_SIDE, MAX_SIDE))
    out = io.BytesIO()
    made.save(out, "PNG", optimize=False)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii"), width / height
