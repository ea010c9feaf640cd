# ruff: noqa: E501  # patterns are easier to keep in long lines
"""The part of one named feature inside of a unit: ``how many km of the X lie inside the Y``."""

from __future__ import annotations

TURNS_PARTS: tuple[tuple[str, str], ...] = (
    (
        r"(?:what\s+is\s+|what['’]s\s+)?(?:the\s+)?(?P<at>total length|length|kms?|kilomet(?:re|er)s)\s+of\s+(?:the\s+)?(?P<x>[A-Z].+?)\s+(?:section\s+|part\s+|stretch\s+)?(?:(?:that|which)\s+)?(?:falling |lying |located |running |that |lies |runs |crosses )?(?:through|inside|within|into|in|crosses|crossing|cutting|traversing)\s+(?:the\s+)?(?P<y>[A-Z].+)",
        "what length of the <x> lies within the <y>",
    ),
    (
        r"(?:in\s+total,?\s*)?(?P<at>(?:how many|for how many|over how many)\s+(?:kms?|kilomet(?:re|er)s|met(?:re|er)s|m|miles)|(?:for|over)\s+what\s+(?:length|distance)|how far|how much|how long)\s+(?:(?:of|does|do|is)\s+)?(?:a\s+stretch\s+of\s+|the\s+(?:part|stretch|section|piece)\s+of\s+)?(?:the\s+)?(?P<x>[A-Z].+?)(?:,\s*in\s+\w+,)?\s+(?:(?:is|are|lies?|lying|runs?|running|pass|passes|fall|falls|cuts?|cross|crosses|extends?|sits?|go|goes|located|that is)\s+)*(?:inside|within|through|across|into|in|cut|cuts|cross|crosses)\s+(?:of\s+)?(?:the\s+)?(?P<y>[A-Z].+)",
        "what length of the <x> lies within the <y>",
    ),
)
"""Turns that count only where they ask for the part of one named feature that lies inside of something."""
