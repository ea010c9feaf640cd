"""``eval --set urban``: the task types T1–T7 over the urban pack, scored in the form of the GeoIR paper.

Execution accuracy: share of all questions with exactly the right features, number or table.  Grounding accuracy:
share of all questions whose named features were all bound to the right ones.  Coverage: share that was answered.
Accuracy under coverage: share of right ones among the answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from core.answer.model import Answer
from core.database.engine import Database
from core.evaluation.urban_questions import SIZES, TASKS, Split, UrbanQuestion, questions
from core.evaluation.urban_world import UrbanWorld
from core.service import MineralApp
from core.service.packs import load_pack, pack_directory, pack_settings
from core.settings import Settings

PACK = "urban"
PUBLISHED = {"execution": 0.7905, "grounding": 0.7981, "accuracy under coverage": 0.9611}
"""GeoIR-Full on its Nanjing test part, for comparison; another city and other questions."""


@dataclass(frozen=True)
class Scored:
    """One question and what became of it."""

    question: UrbanQuestion
    answered: bool
    right: bool
    grounded: bool
    said: str = ""


def run_both(settings: Settings, progress: Callable[[int, int], object]) -> str:
    """Both parts as a Markdown text; of the test part only figures, never questions.

    Raises:
        DatabaseError: the database cannot be started or reached.
    """
    lines = ["# T1–T7 over the urban pack", ""]
    for split in SIZES:
        total = SIZES[split] * len(TASKS)
        scored = run_urban(settings, split, partial(_tell, progress, total))
        lines += [f"## {split}, {total} questions", "", table(scored), ""]
        if split == "development":
            lines += [f"- {x}" for x in failures(scored)] + [""]
        else:
            shapes = Counter(f"{x.question.task} {x.question.shape}" for x in scored if not x.right)
            told = ", ".join(f"{x} {n}" for x, n in sorted(shapes.items()))
            lines += [f"Not right, by shape: {told or 'none'}.", ""]
    said = ", ".join(f"{k} {v:.4f}" for k, v in PUBLISHED.items())
    lines.append(f"Published for GeoIR-Full on another city, 525 test questions: {said}.")
    return "\n".join(lines)


def _tell(progress: Callable[[int, int], object], total: int, done: int) -> None:
    progress(done, total)


def run_urban(
    settings: Settings, split: Split, progress: Callable[[int], object] = lambda _: None
) -> tuple[Scored, ...]:
    """Load the pack when needed and ask all questions of a split.

    Raises:
        DatabaseError: the database cannot be started or reached.
    """
    own = pack_settings(settings, PACK).model_copy(update={"max_rows": 10_000})
    database = Database.open(own, name=own.database_name)
    load_pack(database, own, PACK)
    app = MineralApp.open(own, database=database)
    try:
        world = UrbanWorld(pack_directory(own, PACK))
        found = []
        for number, question in enumerate(questions(world, own.mappings_dir / PACK, split)):
            progress(number)
            found.append(score(question, app.ask(question.text)))
        return tuple(found)
    finally:
        app.close()


def score(question: UrbanQuestion, answer: Answer) -> Scored:
    """Compare one answer with the right one."""
    answered = answer.status == "answered" and answer.result is not None
    bound = {x.canonical for x in answer.bindings}
    grounded = set(question.mentions) <= bound
    right = answered and _right(question, answer)
    said = answer.message or _shown(answer)
    return Scored(question, answered, right, grounded, said)


def table(scored: Sequence[Scored]) -> str:
    """The measures by task, as a Markdown table."""
    lines = [
        "| task | n | execution | grounding | coverage | accuracy under coverage |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for task in (*TASKS, "all"):
        own = [x for x in scored if task in ("all", x.question.task)]
        lines.append(f"| {task} | {len(own)} | " + " | ".join(f"{x:.4f}" for x in measures(own).values()) + " |")
    return "\n".join(lines)


def measures(scored: Sequence[Scored]) -> dict[str, float]:
    """The four measures."""
    n = max(len(scored), 1)
    answered = sum(x.answered for x in scored)
    right = sum(x.right for x in scored)
    return {
        "execution": right / n,
        "grounding": sum(x.grounded for x in scored) / n,
        "coverage": answered / n,
        "under_coverage": right / max(answered, 1),
    }


def failures(scored: Iterable[Scored]) -> list[str]:
    """The questions that were not answered rightly, with what was said."""
    return [
        f"{x.question.id} {x.question.shape}: {x.question.text} → {x.said[:200]} "
        f"(right: {x.question.names or x.question.number or x.question.table})"
        for x in scored
        if not x.right
    ]


def _right(question: UrbanQuestion, answer: Answer) -> bool:
    result = answer.result
    if result is None:
        return False
    if question.number is not None:
        number = result.scalar if result.scalar is not None else result.total
        return float(number) == question.number
    if question.table is not None:
        rows = {str(r.cells[0]): r.cells[-1] for r in result.table.rows} if result.table else {}
        each = any(x in question.text for x in "每各")  # only then empty districts are asked for
        return rows == dict(question.table) or (
            not each and rows == {k: v for k, v in question.table.items() if v}
        )
    names = _names(answer)
    wanted = list(question.names or ())
    return names == wanted if question.ordered else sorted(names) == sorted(wanted)


def _names(answer: Answer) -> list[str]:
    """Names of the listed features, in order; of the groups where a table lists them."""
    result = answer.result
    if result is None:
        return []
    if result.kind == "table" and result.table is not None:
        return [str(r.cells[0]) for r in result.table.rows]
    rows = [x.row for x in answer.evidence] or list(result.rows)
    return [x.names.get("zh", x.name) for x in rows]


def _shown(answer: Answer) -> str:
    result = answer.result
    if result is None:
        return "nothing"
    if result.scalar is not None:
        return str(result.scalar)
    names = _names(answer)
    return f"{len(names)}: {', '.join(names[:6])}"
