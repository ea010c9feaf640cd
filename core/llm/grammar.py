"""A look at a grammar before it is used: a rule that is missing, or that begins with itself, ends the process."""

from __future__ import annotations

import re

_RULE = re.compile(r"^\s*([A-Za-z][A-Za-z0-9-]*)\s*::=", re.MULTILINE)
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[A-Za-z][A-Za-z0-9-]*|\{[\d,]*\}|[()|*+?.]|\S')


def grammar_fault(text: str) -> str:
    """What is wrong with a GBNF grammar, "" when nothing is."""
    rules = _rules(text)
    if "root" not in rules:
        return "it has no rule root"
    for name, parts in rules.items():
        missing = next((t for t in parts if _is_name(t) and t not in rules), None)
        if missing is not None:
            return f"the rule {missing} is missing"
        if parts.count("(") != parts.count(")"):
            return f"the brackets of {name} do not close"
        odd = next((t for t in parts if not _is_name(t) and t[0] not in '"[{()|*+?.'), None)
        if odd is not None or '"' in parts or "[" in parts:
            return f"{name} cannot be read"
    loop = _loop(rules)
    return f"the rule {loop} begins with itself" if loop else ""


def _rules(text: str) -> dict[str, list[str]]:
    text = re.sub(r'("(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\])|#[^\n]*', lambda m: m.group(1) or "", text)
    heads = list(_RULE.finditer(text))
    ends = [*(h.start() for h in heads[1:]), len(text)]
    return {h[1]: _TOKEN.findall(text[h.end() : end]) for h, end in zip(heads, ends, strict=True)}


def _is_name(part: str) -> bool:
    return part[0].isalpha() and part[0].isascii()


def _loop(rules: dict[str, list[str]]) -> str:
    """A rule that can begin with itself."""
    empty = _empty(rules)
    starts = {name: _starts(parts, empty) for name, parts in rules.items()}
    for name in rules:
        seen: set[str] = set()
        todo = list(starts[name])
        while todo:
            current = todo.pop()
            if current == name:
                return name
            if current not in seen:
                seen.add(current)
                todo.extend(starts.get(current, ()))
    return ""


def _empty(rules: dict[str, list[str]]) -> set[str]:
    """Rules that may stand for nothing at all; rather too many than too few."""
    found: set[str] = set()
    while True:
        more = {n for n, parts in rules.items() if n not in found and _may_be_empty(parts, found)}
        if not more:
            return found
        found |= more


def _may_be_empty(parts: list[str], empty: set[str]) -> bool:
    """Whether some alternative holds nothing that must be there; groups are looked at as one flat row."""
    fixed = False
    for i, part in enumerate([*parts, "|"]):
        if part == "|":
            if not fixed:
                return True
            fixed = False
        elif part[0] in '"[' or part == "." or _is_name(part):
            after = parts[i + 1] if i + 1 < len(parts) else ""
            loose = after in ("*", "?") or after.startswith(("{0", "{,")) or part == '""' or part in empty
            fixed = fixed or not (loose or _in_loose_group(parts, i))
    return False


def _in_loose_group(parts: list[str], place: int) -> bool:
    """Whether a bracket around a part may be left out."""
    depth = 0
    for i in range(place + 1, len(parts)):
        if parts[i] == "(":
            depth += 1
        elif parts[i] == ")":
            after = parts[i + 1] if i + 1 < len(parts) else ""
            if depth == 0 and (after in ("*", "?") or after.startswith(("{0", "{,"))):
                return True
            depth = max(0, depth - 1)
    return False


def _starts(parts: list[str], empty: set[str]) -> set[str]:
    """Names that some alternative, also inside brackets, may begin with."""
    found: set[str] = set()
    at_start = True
    for i, part in enumerate(parts):
        if part in ("|", "("):
            at_start = True
        elif _is_name(part) or part[0] in '"[' or part == ".":
            if at_start and _is_name(part):
                found.add(part)
            after = parts[i + 1] if i + 1 < len(parts) else ""
            loose = after in ("*", "?") or after.startswith(("{0", "{,")) or part in empty or part == '""'
            at_start = at_start and (loose or _in_loose_group(parts, i))
    return found
