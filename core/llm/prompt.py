"""A conversation as tokens, by the chat template that the model file holds.

The template is run with marks in the place of the texts; the texts are put in afterwards and are tokenised without
special tokens.  A question that contains the marks of the template is therefore only text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

_MARK = re.compile(r"\[\[text-(\d+)\]\]")
_PLAIN = "{% for m in messages %}{{ m.content }}\n\n{% endfor %}"
"""For models without a template: nothing but the texts."""

Tokenise = Callable[[bytes, bool, bool], list[int]]
"""tokenise(text, add the token that begins a text, read special tokens)."""


class TemplateError(Exception):
    """The template inside the file cannot be used."""


class Prompts:
    """Turns conversations into tokens."""

    def __init__(self, template: str | None, begin: str, end: str, tokenise: Tokenise) -> None:
        self._template = template or _PLAIN
        self._tokens = {"bos_token": begin, "eos_token": end}
        self._tokenise = tokenise

    def tokens(self, messages: Sequence[Mapping[str, str]]) -> list[int]:
        """The tokens of a conversation, up to where the reply begins.

        Raises:
            TemplateError: the template cannot be run or leaves a text out.
        """
        last: Exception | None = None
        for turns in (list(messages), _folded(messages)):
            try:
                text = self._rendered([m["role"] for m in turns])
            except Exception as error:  # a template is foreign code in a sandbox: anything may happen
                last = error
                continue
            if {int(x) for x in _MARK.findall(text)} >= set(range(len(turns))):
                return self._put_in(text, [m["content"] for m in turns])
        raise TemplateError(str(last) if last else "it leaves texts out")

    def _rendered(self, roles: Sequence[str]) -> str:
        import jinja2  # noqa: PLC0415 - only the worker needs it
        from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415

        def refuse(reason: str) -> None:
            raise jinja2.TemplateError(reason)

        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
        )
        environment.filters["tojson"] = lambda x, **_: json.dumps(x, ensure_ascii=False)
        messages = [{"role": role, "content": f"[[text-{i}]]"} for i, role in enumerate(roles)]
        now: Callable[[str], str] = lambda form: datetime.now().strftime(form)  # noqa: E731
        return environment.from_string(self._template).render(
            messages=messages, add_generation_prompt=True, enable_thinking=False, raise_exception=refuse,
            strftime_now=now, tools=None, documents=None, **self._tokens,
        )  # fmt: skip

    def _put_in(self, text: str, contents: Sequence[str]) -> list[int]:
        """Tokens of the template around the texts and, apart, of the texts."""
        pieces = _MARK.split(text)
        begins = bool(self._tokens["bos_token"]) and pieces[0].startswith(self._tokens["bos_token"])
        found: list[int] = []
        for i, piece in enumerate(pieces):
            special = i % 2 == 0
            said = piece if special else contents[int(piece)]
            if said or i == 0:
                found += self._tokenise(said.encode("utf-8", "replace"), i == 0 and not begins, special)
        return found


def _folded(messages: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """The conversation for templates that know no system: its text goes before the first of the user."""
    head = [m["content"] for m in messages if m["role"] == "system"]
    rest = [dict(m) for m in messages if m["role"] != "system"]
    if head and rest:
        rest[0]["content"] = "\n\n".join([*head, rest[0]["content"]])
    return rest or [{"role": "user", "content": "\n\n".join(head)}]


def outline(keys: Mapping[str, Any]) -> str | None:
    """The template among the keys of a model file."""
    found = keys.get("tokenizer.chat_template")
    return found if isinstance(found, str) and found.strip() else None
