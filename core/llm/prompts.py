"""Prompt files: conversations under version control, one for each language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import cast

from core.errors import Language
from core.llm.model import Message, Role

HERE = Path(__file__).with_name("prompts")
_HEAD = re.compile(r"^=== (system|user|assistant)\n", re.MULTILINE)


@cache
def conversation(name: str, language: Language) -> tuple[Message, ...]:
    """The turns of a prompt file: what the model is told, and examples."""
    text = (HERE / f"{name}.{language}.txt").read_text("utf-8")
    parts = _HEAD.split(text)
    roles = cast("list[Role]", parts[1::2])
    return tuple(Message(role, said.strip()) for role, said in zip(roles, parts[2::2], strict=True))


def data(text: str, longest: int = 4_000) -> str:
    """A foreign text for a prompt: one line, printable, not endless.  It stays what it is: data."""
    return " ".join("".join(x if x.isprintable() else " " for x in text).split())[:longest]
