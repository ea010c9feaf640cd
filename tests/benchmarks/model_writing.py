"""How much of what a model writes is kept: a hundred answers of all kinds, written anew sentence by sentence.

    python -m tests.benchmarks.model_writing [--answers N] [--sentences N] [--log FILE] [--show]

On the demonstration data, with the configured model, or the small one of the tests.  Every sentence of the model
that was accepted is held against the evidence once more, by the citation check that all answers pass.

What the model writes is kept in the log, so that a run that was ended goes on where it was, and a changed check
can be held against the same texts without the model.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from core.answer.check import check
from core.answer.material import Material
from core.answer.model import Claim
from core.answer.model_tokens import without_marks
from core.answer.model_writer import REWRITTEN, Writer, holds, request
from core.llm.model import Ask, Cancel, Model, Reply
from core.service import MineralApp
from core.service.fluent import material_of
from core.settings import get_settings
from tests.benchmarks.hundred import asked
from tests.small_model import small_model


@dataclass
class Remembered:
    """A model whose replies are kept in a file of JSON lines and not asked for twice."""

    model: Model
    path: Path
    known: dict[str, dict[str, object]] = field(default_factory=dict)
    last: str = ""

    def __post_init__(self) -> None:
        lines = self.path.read_text("utf-8").splitlines() if self.path.exists() else []
        self.known = {x["key"]: x for x in map(json.loads, lines)}

    @property
    def name(self) -> str:
        """Of the model."""
        return self.model.name

    def complete(self, ask: Ask, cancel: Cancel | None = None) -> Reply:
        """The kept reply, or a new one."""
        key = self._key(ask)
        if key not in self.known:
            reply = self.model.complete(ask, cancel)
            self.known[key] = {"key": key, "text": reply.text, "complete": reply.complete, "s": reply.total_s}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.known[key], ensure_ascii=False) + "\n")
        kept = self.known[key]
        self.last = str(kept["text"])
        return Reply(self.last, self.name, complete=bool(kept["complete"]))

    def knows(self, ask: Ask) -> bool:
        """Whether the reply is kept."""
        return self._key(ask) in self.known

    def _key(self, ask: Ask) -> str:
        whole = json.dumps([self.name, ask.max_tokens, *([m.role, m.text] for m in ask.messages)])
        return hashlib.sha256(whole.encode()).hexdigest()


@dataclass
class Tally:
    """Sentences asked for and kept, by language."""

    kept: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    right: int = 0

    def tell(self, name: str, seconds: float) -> None:
        """Print the figures."""
        print(f"model {name}, {self.answers} answers, {dict(self.kinds)}, {seconds:.0f} s")
        for language, of in sorted(self.of.items()):
            kept = self.kept[language]
            print(f"{language}: {kept} of {of} sentences kept, {1 - kept / of:.0%} fell back")
        kept, of = self.kept.total(), self.of.total()
        print(f"all: {kept} of {of} sentences kept, {1 - kept / max(of, 1):.0%} fell back")
        print(f"answers whose text passed the citation check in full: {self.right} of {self.answers}")


def main() -> None:
    """Ask, write anew, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--answers", type=int, default=100)
    parser.add_argument("--sentences", type=int, default=1, help="sentences of each answer")
    parser.add_argument("--log", type=Path, default=None, help="file of what the model wrote")
    parser.add_argument("--show", action="store_true", help="print each claim and what the model made of it")
    arguments = parser.parse_args()
    app = MineralApp.open(get_settings())
    model = app.model or small_model()
    log = arguments.log or app.settings.local_dir / "model_writing.jsonl"
    remembered, tally = Remembered(model, log), Tally()
    started = time.monotonic()
    try:
        _run(app, remembered, tally, arguments)
    finally:
        model.close()
        app.close()
    tally.tell(model.name, time.monotonic() - started)


def _run(app: MineralApp, model: Remembered, tally: Tally, arguments: argparse.Namespace) -> None:
    writer = Writer(cast(Model, model), seconds=240)  # it asks for replies and the name only
    for line in asked(app, 4 * arguments.answers, check=False):
        answer = line.answer
        material = material_of(app, answer)
        if material is None:
            continue
        claims = _picked(model, material, answer.claims, tally.answers, arguments.sentences)
        kept = of = 0
        told: list[Claim] = []
        for claim in claims:
            found = writer.fluent(material, (claim,))
            kept, of = kept + found.kept, of + found.of
            told += found.claims
            if arguments.show and found.of:
                fate = "kept" if found.kept else f"fell back {found.note}"
                print(f"{fate}\n  {without_marks(claim.text)}\n  {model.last}", flush=True)
        if not of:
            continue
        tally.answers += 1
        tally.kinds[line.kind] += 1
        tally.kept[answer.language] += kept
        tally.of[answer.language] += of
        checked = check(material, tuple(told))
        tally.right += not checked.dropped and checked.coverage == 1.0 and checked.correct == 1.0
        print(f"{tally.answers} {kept}/{of} {line.question[:70]}", file=sys.stderr, flush=True)
        if tally.answers == arguments.answers:
            return


def _picked(
    model: Remembered, material: Material, claims: tuple[Claim, ...], start: int, wanted: int
) -> list[Claim]:
    """Sentences of an answer that can be written anew: another one of each answer, so that all kinds occur.

    Those whose text is in the log come first, whatever became of it.
    """
    fit = [c for c in claims if c.kind in REWRITTEN and c.citations and holds(material, c)]
    turned = [fit[(start + i) % len(fit)] for i in range(len(fit))]
    return sorted(turned, key=lambda c: not model.knows(request(c, material.language, 0.0)))[:wanted]


if __name__ == "__main__":
    main()
