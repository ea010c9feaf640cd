"""Score a public spatial question set: ``python -m tests.benchmarks.spatial_sql DIRECTORY --cards CARDS``.

DIRECTORY holds ``questions.json`` (question, questionCHI, name_hint, name_hintCHI, gold_ds2 …) and one ``.dump`` a
database, as the authors' README says; nothing of it is part of the repository.  The dumps are restored into one
database of the private cluster and derived columns are dropped (dataset 2).  ``CARDS/<db>.json`` are card files
that ``db describe`` drafted (``--describe`` makes them).  Name hints, where asked for, become aliases; definitions
of the evidence become terms.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from core.answer.model import Answer
from core.database.binaries import find_binaries
from core.database.describe.drafting import Wish
from core.database.describe.run import describe
from core.database.engine import Database
from core.service import MineralApp
from core.settings import Settings
from core.vocabulary.card_file import CardFile, load_card_file, save_card_file
from core.vocabulary.mappings import AliasEntry, TermEntry
from tests.benchmarks.spatial_sql_scoring import right, rows_of

DATABASE = "spatial_sql"
DERIVED = {
    "ada1": {"cities": ["province"], "lakes": ["area"], "rails": ["shape_length"], "rivers": ["length"]},
    "edu1": {"cities": ["province", "shape_area"], "universities": ["province", "city"]},
}
_TOLD = {"without": "no hints", "with": "name hints", "evidence": "name hints and definitions"}
_VERB = r"(?: is | are | as | refers? to |以)"
_HINT = re.compile(rf"([^'，。,.;]+?){_VERB}[^'，。,.;]*?((?:'[^']+'(?:, | and )?)+)")


@dataclass(frozen=True)
class Outcome:
    """One question and what became of it."""

    record: dict[str, Any]
    question: str
    answer: Answer | None
    """None when asking failed."""
    loose: bool = False
    strict: bool = False
    error: str = ""

    @property
    def kind(self) -> str:
        """What went wrong, or ``right``."""
        if self.loose:
            return "right"
        if self.answer is None:
            return "error"
        return "wrong" if self.answer.status == "answered" else self.answer.status


def restore(directory: Path, settings: Settings) -> None:
    """Restore the dumps of `directory` unless they are there, and drop the derived columns."""
    database = Database.open(settings, name=DATABASE)
    try:
        cluster = database.cluster
        assert cluster is not None
        address = cluster.conninfo(DATABASE)
        programs = find_binaries(override=settings.postgres_bin)
        with psycopg.connect(address, autocommit=True) as connection:
            for dump in sorted(directory.glob("*.dump")):
                schema = f"{dump.stem}1"
                if connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (schema,)).fetchone():
                    continue
                command = [programs.program("pg_restore"), "--no-owner", "-d", address, str(dump)]
                subprocess.run(command, check=False, capture_output=True)
                for table, columns in DERIVED.get(schema, {}).items():
                    for column in columns:
                        drop = sql.SQL("ALTER TABLE {} DROP COLUMN IF EXISTS {}")
                        connection.execute(drop.format(sql.Identifier(schema, table), sql.Identifier(column)))
    finally:
        database.close()


def hints(record: dict[str, Any], language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(words of the question, stored names) pairs of the name hint."""
    text = record["name_hintCHI" if language == "zh" else "name_hint"] or ""
    for words, quoted in _HINT.findall(text):
        bare = re.sub(r"^((the|and|The)\s+)+", "", words.strip())
        yield bare, tuple(re.findall("'([^']+)'", quoted))
    for words, listed in re.findall(r"([^，。]+?)是指([^'，。]+)", text):
        yield words, tuple(x for x in re.split("[、和]", listed) if x)


def evidence(record: dict[str, Any], language: str) -> tuple[TermEntry, ...]:
    """What the evidence defines, as terms: *A refers to B and C* makes A stand for *B or C*."""
    text = record["evidenceCHI" if language == "zh" else "evidence"] or ""
    pattern = (
        r"([^，。；,.;']+?)是指([^，。；]+)" if language == "zh" else r"([A-Z][^,.;']*?) refers? to ([^,.;]+)"
    )
    terms = []
    for words, means in re.findall(pattern, text):
        bare = re.sub(r"^(the|The)\s+", "", words.strip())
        meant = re.sub(r"和|及|或者", "或", means) if language == "zh" else means.replace(" and ", " or ")
        either = "或" in meant or " or " in meant
        named = (
            "、" in means
            or bool(re.fullmatch(r"[A-Z]\w+", means))
            or bool(re.search(r"[市省]|^[A-Z]\w+ or [A-Z]\w+$", meant) and either)
        )
        if not named and not meant.startswith("the location") and "经度" not in meant and "纬度" not in meant:
            terms.append(TermEntry(words=(bare,), means=meant))
    return tuple(terms)


def with_hints(card: CardFile, pairs: list[tuple[str, tuple[str, ...]]], names: dict[str, set[str]]) -> CardFile:
    """The card with the hints as aliases of features, groups of features and values."""
    aliases, concepts = list(card.aliases), list(card.concepts)
    for words, stored in pairs:
        if stored == (words,):
            continue
        kinds = set.intersection(*(names.get(x, set()) for x in stored)) if stored else set()
        for kind in sorted(kinds):
            one = len(stored) == 1
            parts = () if one else stored
            canonical = stored[0] if one else words
            aliases.append(AliasEntry(entity_type=kind, canonical=canonical, aliases=(words,), parts=parts))
        if not kinds:
            concepts = [
                x.model_copy(update={"synonyms": (*x.synonyms, words)}) if set(stored) & set(x.synonyms) else x
                for x in concepts
            ]
    return card.model_copy(update={"aliases": tuple(aliases), "concepts": tuple(concepts)})


class Runner:
    """Asks all questions of one database."""

    def __init__(self, settings: Settings, card: Path, language: str, hinted: str) -> None:
        """`hinted`: "" for nothing but the card, "with" name hints, "evidence" for those and definitions."""
        self.language, self.hinted = language, hinted
        self.card = load_card_file(card)
        self.path = Path(tempfile.mkdtemp()) / "card.json"
        save_card_file(self.path, self.card)
        self.settings = settings.model_copy(update={"card": self.path})
        self.app = MineralApp.open(self.settings)
        self.names: dict[str, set[str]] = {}
        for name in self.app.card.names:
            self.names.setdefault(name.text, set()).add(name.entity_type)

    def run(self, record: dict[str, Any]) -> Outcome:
        """Ask one question and score the answer."""
        question = record["questionCHI" if self.language == "zh" else "question"]
        if self.hinted:
            pairs = list(hints(record, self.language))
            card = with_hints(self.card, pairs, self.names)
            if self.hinted == "evidence":
                card = card.model_copy(update={"terms": evidence(record, self.language)})
            save_card_file(self.path, card)
        try:
            answer = self.app.ask(question)
        except Exception as error:
            return Outcome(record, question, None, error=f"{type(error).__name__}: {error}"[:300])
        gold = record["gold_ds2"]
        return Outcome(record, question, answer, right(answer, gold), right(answer, gold, strict=True))


def report(outcomes: list[Outcome], title: str) -> str:
    """Shares and failures by kind."""
    n = len(outcomes)
    kinds = Counter(x.kind for x in outcomes)
    answered = [x for x in outcomes if x.answer is not None and x.answer.status == "answered"]
    loose = sum(x.loose for x in outcomes)
    lines = [
        f"## {title}",
        f"execution accuracy {loose}/{n} = {loose / n:.3f}; strict {sum(x.strict for x in outcomes)}; "
        f"answered {len(answered)}; right of the answered {loose / max(len(answered), 1):.3f}; {dict(kinds)}",
    ]
    return "\n".join(lines)


def failures(outcomes: list[Outcome], title: str) -> str:
    """Every question that failed, grouped by kind, with what was understood."""
    lines = [f"## {title}"]
    for kind in ("error", "clarify", "refused", "wrong"):
        lines.append(f"### {kind}")
        for one in (x for x in outcomes if x.kind == kind):
            lines += _failure(one)
    return "\n".join(lines)


def _failure(one: Outcome) -> list[str]:
    lines = [f"- {one.record['id']}: {one.question}"]
    if one.record["flags"]:
        lines.append(f"  - flags: {one.record['flags']}")
    answer = one.answer
    if answer is None:
        return [*lines, f"  - {one.error}"]
    if answer.message:
        lines.append(f"  - said: {answer.message}")
    reading = answer.reading
    if reading and reading.unexplained:
        lines.append(f"  - unexplained: {[w.text for w in reading.unexplained]}")
    if one.kind == "wrong":
        read = reading.ir.model_dump(mode="json", exclude_none=True, by_alias=True) if reading else {}
        rows = [[c.value for c in r[:6]] for r in rows_of(answer)[:3]]
        gold = one.record["gold_ds2"][0]
        lines.append(f"  - read: {json.dumps(_bare(read), ensure_ascii=False)[:600]}")
        lines.append(f"  - rows: {len(rows_of(answer))} {rows}"[:400])
        lines.append(f"  - gold: {gold['n_rows']} {gold['rows'][:3]}"[:300])
    return lines


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k not in ("span", "assumed")}
    return [_bare(x) for x in value] if isinstance(value, list) else value


def main() -> None:
    """Restore, describe, ask, score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--describe", action="store_true", help="draft the cards again")
    parser.add_argument("--language", choices=("zh", "en"), action="append")
    parser.add_argument("--hints", choices=("with", "without", "evidence"), action="append")
    parser.add_argument("--only", action="append", help="ids of questions")
    parser.add_argument("--failures", type=Path, help="write what failed to this file")
    arguments = parser.parse_args()
    settings = Settings().model_copy(
        update={
            "database_name": DATABASE,
            "database_url": None,
            "max_rows": 10_000,
            "statement_timeout_ms": 60_000,
        }
    )
    restore(arguments.directory, settings)
    records = json.loads((arguments.directory / "questions.json").read_text(encoding="utf-8"))
    databases = sorted({x["db"] for x in records})
    for name in databases:
        if arguments.describe or not (arguments.cards / f"{name}.json").exists():
            save_card_file(arguments.cards / f"{name}.json", describe(settings, Wish(f"{name}1")))
    told = []
    for language in arguments.language or ("zh", "en"):
        for hinted in arguments.hints or tuple(_TOLD):
            outcomes = []
            for name in databases:
                wanted = [x for x in records if x["db"] == name and x["id"] in (arguments.only or (x["id"],))]
                runner = Runner(
                    settings, arguments.cards / f"{name}.json", language, hinted.removeprefix("without")
                )
                outcomes += [runner.run(x) for x in wanted]
                runner.app.close()
            title = f"{language}, {_TOLD[hinted]}"
            print(report(outcomes, title), flush=True)
            told.append(report(outcomes, title) + "\n" + failures(outcomes, title))
    if arguments.failures:
        arguments.failures.write_text("\n\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
