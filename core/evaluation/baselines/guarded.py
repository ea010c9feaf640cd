"""SQL that a language model wrote, run for measurement only: under the reading role, read-only, checked, limited.

The role can read layers and nothing else, the transaction cannot write, and the extended protocol takes one
statement.  What is looked at here comes before that: the words and functions of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.sql import SQL

from core.errors import OreSightError, QueryError
from core.query.compile.tables import FUNCTIONS
from core.query.execute import HasReader, open_session
from core.query.guard import check_plan
from core.settings import Settings

LONGEST = 4_000
EXPLAIN = SQL("EXPLAIN (FORMAT JSON) {}")
FURTHER = frozenset(
    {"round", "upper", "length", "st_dwithin", "st_within", "st_contains", "st_astext", "st_makeline"}
)
"""Functions that people use in such statements beside those of the compiler."""
_STRINGS = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")
_COMMENTS = re.compile(r"--|/\*|\*/|\$\w*\$")
_CALL = re.compile(r"([a-z_][a-z0-9_]*)\s*\(", re.IGNORECASE)
_FENCE = re.compile(r"```(?:sql)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)
_WORDS = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
_NOT_CALLS = frozenset(_WORDS["not_calls"])
_FORBIDDEN = frozenset(_WORDS["forbidden"])


@dataclass(frozen=True)
class Ran:
    """What became of a statement."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    error: str = ""
    """Why it was not run, or what the database said."""


def statement_of(text: str) -> str:
    """The statement inside what a model wrote, without a last semicolon."""
    fenced = _FENCE.search(text)
    return (fenced[1] if fenced else text).strip().rstrip(";").strip()


def fault(sql: str) -> str:
    """Why a statement is not run, "" when nothing speaks against it."""
    if not sql or len(sql) > LONGEST:
        return "the statement is empty or too long"
    if _COMMENTS.search(_STRINGS.sub("''", sql)):
        return "comments and dollar quotes are not allowed"
    bare = _STRINGS.sub(lambda m: " q " if m.group().startswith('"') else " '' ", sql).lower()
    named = " ".join(x.strip('"').lower() for x in _STRINGS.findall(sql) if x.startswith('"'))
    words = re.findall(r"[a-z_][a-z0-9_]*", bare)
    if ";" in bare or not words or words[0] not in ("select", "with"):
        return "only one SELECT is allowed"
    if wrong := next((x for x in [*words, *named.split()] if x in _FORBIDDEN or x.startswith("pg_")), ""):
        return f"the word {wrong} is not allowed"
    allowed = FUNCTIONS | FURTHER | _NOT_CALLS
    # the name of a common table expression with columns looks like a call too, and is refused with them
    if wrong := next((x for x in _CALL.findall(bare) if x not in allowed), ""):
        return f"the function {wrong} is not allowed"
    return ""


def run_guarded(db: HasReader, settings: Settings, sql: str, sizes: Mapping[str, int]) -> Ran:
    """The rows of a statement, at most as many as an answer lists; never raises for what the statement is."""
    if problem := fault(sql):
        return Ran(error=problem)
    text = SQL(sql)
    try:
        with open_session(db, settings, sizes=sizes) as session:
            plan = session.connection.execute(EXPLAIN.format(text)).fetchone()[0]
            check_plan(plan[0]["Plan"], settings.max_plan_cost, sizes, settings.statement_timeout_ms)
            with session.connection.cursor(binary=True) as cursor:
                cursor.execute(text)
                rows = cursor.fetchmany(settings.max_rows)
                columns = tuple(x.name for x in cursor.description or ())
    except psycopg.Error as error:
        return Ran(error=str(error).splitlines()[0] if str(error) else type(error).__name__)
    except QueryError as error:
        return Ran(error=error.sentence)
    except OreSightError:
        raise
    return Ran(columns, tuple(tuple(x) for x in rows))
