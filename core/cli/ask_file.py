"""``ask --file``: many questions in, a directory of reports and one summary table out."""

from __future__ import annotations

import argparse
import csv
import io
import logging
import os
import re
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from core.answer.export import safe
from core.answer.model import Answer
from core.cli.choice import settings_of
from core.errors import Language, OreSightError, SettingsError
from core.service import MineralApp
from core.service.reports import FORMATS, ReportFormat, Reports, written

log = logging.getLogger(__name__)

COLUMNS = (
    "number", "question", "status", "message", "found", "listed", "coverage", "correct", "seconds", "data_version",
    "files",
)  # fmt: skip
_NAMES = {
    "question": "question",
    "问题": "question",
    "region": "region",
    "研究区": "region",
    "language": "language",
}
_LONGEST = 100_000
_MAX_BYTES = 10_000_000
MOST = 5_000
"""Questions of one file; more would run for hours, and are better asked in parts."""
_ALONE = ("question", "follow", "interactive", "box", "fluent", "json", "report", "keep")
"""What is said of one question and would be silently without effect for a file of them."""


@dataclass(frozen=True)
class Asked:
    """One line of a file of questions."""

    question: str
    region: str | None = None
    language: Language | None = None


def ask_file(arguments: argparse.Namespace) -> int:
    """Answer every question of the file; one that fails does not stop the others.

    Returns:
        0 when every question got an answer, a question back or a refusal; 1 when one failed.

    Raises:
        SettingsError: the file or a format cannot be used, or no directory is given.
    """
    for name in _ALONE:
        if getattr(arguments, name, None):
            said = "A question" if name == "question" else f"--{name}"
            raise SettingsError(f"{said} does not go with --file.", "Use one of them.")
    if arguments.out is None:
        raise SettingsError("There is no directory for the reports.", "Name one with --out.")
    forms = _formats(arguments.format)
    asked = read_questions(arguments.file)
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"The directory {arguments.out} cannot be made: {error.strerror}.") from error
    app = MineralApp.open(settings_of(arguments))
    lines: list[Mapping[str, object]] = []
    try:
        reports = Reports(app)
        for number, one in enumerate(asked, start=1):
            lines.append(answer_one(reports, arguments, number, one, forms))
            _progress(number, len(asked), lines[-1])
            save(arguments.out / "summary.csv", summary(lines))
    finally:
        app.close()
    return 1 if any(x["status"] == "failed" for x in lines) else 0


def answer_one(
    reports: Reports, arguments: argparse.Namespace, number: int, one: Asked, forms: tuple[ReportFormat, ...]
) -> dict[str, object]:
    """Answer one question and write its reports; the line of the summary, also when something failed."""
    line: dict[str, object] = {"number": number, "question": one.question, "status": "failed"}
    started = time.perf_counter()
    try:
        answer = reports.app.ask(
            one.question, region=one.region or arguments.region, intent=arguments.intent,
            language=one.language or arguments.language,
        )  # fmt: skip
        line |= _figures(answer)
        report = reports.report(answer)
        names = []
        for form in forms:
            name = f"{number:03d}-{slug(one.question)}.{form}"
            save(arguments.out / name, written(report, form))
            names.append(name)
        line["files"] = " ".join(names)
    except OreSightError as error:
        line |= {"status": "failed", "message": error.say()}
    except Exception as error:
        log.exception("question %d failed", number)
        line |= {"status": "failed", "message": f"{type(error).__name__}: {error}"}
    return {**line, "seconds": round(time.perf_counter() - started, 2)}


def _figures(answer: Answer) -> dict[str, object]:
    result = answer.result
    lead = next((c.text for c in answer.claims if c.kind in ("summary", "zero", "passage")), "")
    return {
        "status": answer.status, "message": answer.message or lead, "found": result.total if result else None,
        "listed": len(answer.evidence) if result else None, "coverage": answer.citation_coverage,
        "correct": answer.citation_correct, "data_version": answer.data_version,
    }  # fmt: skip


def summary(lines: list[Mapping[str, object]]) -> bytes:
    """The table: one line a question, UTF-8 with a byte order mark so that spreadsheets read Chinese."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([safe(x.get(c)) for c in COLUMNS] for x in lines)
    return out.getvalue().encode("utf-8-sig")


def read_questions(path: Path) -> tuple[Asked, ...]:
    """The questions of a file.

    A text file has one a line; empty lines and lines that begin with # are left out.  A CSV file has a column
    ``question`` (or 问题) and may have ``region`` (研究区) and ``language`` (en or zh).

    Raises:
        SettingsError: the file cannot be read, or holds no question or too many.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SettingsError(f"The file {path.name} is too large for a list of questions.")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"The file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"The file {path.name} is not UTF-8 text.", "Save it as UTF-8.") from error
    if "\0" in text:
        raise SettingsError(f"The file {path.name} is not text.")
    found = _from_csv(text, path) if path.suffix.lower() == ".csv" else _from_lines(text)
    for i, asked in enumerate(found, 1):
        if len(asked.question) > _LONGEST:  # a cell that was never closed, rather than a question
            raise SettingsError(f"Question {i} of {path.name} is longer than {_LONGEST:,} characters.")
    if not found:
        raise SettingsError(f"The file {path.name} holds no question.")
    if len(found) > MOST:
        many = f"The file {path.name} holds {len(found):,} questions; at most {MOST:,} are asked at once."
        raise SettingsError(many, "Split it into several files.")
    return found


def _from_lines(text: str) -> tuple[Asked, ...]:
    lines = (x.strip() for x in text.splitlines())
    return tuple(Asked(x) for x in lines if x and not x.startswith("#"))


def _from_csv(text: str, path: Path) -> tuple[Asked, ...]:
    try:
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise SettingsError(f"The table {path.name} cannot be read: {error}.") from error
    head = [_NAMES.get(x.strip().lower(), "") for x in rows[0]] if rows else []
    if "question" not in head:
        raise SettingsError(
            f"The table {path.name} has no column “question”.", "Name the column with the questions “question”."
        )
    found = []
    for row in rows[1:]:
        cells = dict(zip(head, (x.strip() for x in row), strict=False))
        if not cells.get("question"):
            continue
        language = cells.get("language") or None
        if language not in (None, "en", "zh"):
            raise SettingsError(f"“{language}” is no language of answers.", "Write en or zh.")
        found.append(Asked(cells["question"], cells.get("region") or None, cast("Language | None", language)))
    return tuple(found)


def format_of(path: Path) -> ReportFormat:
    """The format that the ending of a file asks for.

    Raises:
        SettingsError: there is no such format.
    """
    return _format(path.suffix.lower().lstrip("."))


def _formats(text: str) -> tuple[ReportFormat, ...]:
    return tuple(dict.fromkeys(_format(x.strip().lower()) for x in text.split(",")))


def _format(name: str) -> ReportFormat:
    if name not in FORMATS:
        raise SettingsError(f"“{name}” is no format of reports.", "Use html, docx or pdf.")
    return name


def slug(question: str) -> str:
    """A file name from a question: letters and digits of any script, at most forty characters."""
    words = re.findall(r"\w+", question.replace("_", " "))
    return "-".join(words)[:40].strip("-").lower() or "question"


def save(path: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        SettingsError: it cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise SettingsError(f"The file {path} cannot be written: {error.strerror}.") from error


def _progress(number: int, total: int, line: Mapping[str, object]) -> None:
    print(f"{number}/{total}  {line['status']:9}  {line['question']}", file=sys.stderr, flush=True)
