"""What a kept prospectivity run says, as cited sentences: verdict first, then places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.answer.assessed.findings import Finding
from core.answer.assessed.words import closed, say
from core.answer.fragments import Fragment, fill, fragment, join
from core.errors import Language

PRODUCT = "targets"
TARGETS, IMPORTANCES = 5, 3
"""How many of each are told; the tables of the run hold all."""
TRUSTED = ("better", "weak")
"""Verdicts after which targets may be named as places to visit."""


class Zoning:
    """The sentences of one run in one language."""

    def __init__(self, finding: Finding, language: Language) -> None:
        self.finding = finding
        self.language: Language = language

    @property
    def verdict(self) -> str:
        """The verdict of the run, "" when it has none."""
        return str(self.finding.value("verdict") or "")

    def summary(self) -> Iterator[Fragment]:
        """Verdict, what it rests on, validation, classes, evidence, number of targets."""
        found = self.finding
        if found.has("verdict"):
            yield fragment(found.label("verdict"))
        occurrences, groups = found.number("occurrences"), found.number("groups")
        basis = fill(say("model", self.language), title=found.title(), occurrences=occurrences, groups=groups)
        yield closed(basis, self.language)
        if aucs := list(found.keys("auc.")):
            yield closed(fill(say("aucs", self.language), aucs=self._labelled(aucs, decimals=3)), self.language)
        for words in (self._classes(), self._evidence()):
            if words:
                yield words
        if found.has("targets.new") and found.has("targets.known"):
            new, known = found.number("targets.new"), found.number("targets.known")
            yield closed(fill(say("targets", self.language), new=new, known=known), self.language)

    def near(self) -> Fragment:
        """How many targets lie near the feature that the question names."""
        found = self.finding
        words = fill(
            say("near_feature", self.language), radius=found.nearby("radius"), name=found.nearby("name"),
            count=found.nearby("count"),
        )  # fmt: skip
        return closed(words, self.language)

    def best(self, rows: Sequence[int] | None = None) -> list[int]:
        """Rows of the targets to tell: new ones, the highest mean first, of `rows` or of all."""
        places = self.finding.places.get(PRODUCT, ())
        chosen = range(len(places)) if rows is None else rows
        ordered = sorted(chosen, key=lambda i: (bool(places[i]["known"]), -float(places[i]["mean"]), i))
        return ordered[:TARGETS]

    def target(self, row: int) -> Fragment:
        """One target with its place, its evidence and what is nearest to it."""
        found, place = self.finding, self.finding.places[PRODUCT][row]
        words = fill(
            say("target_known" if place["known"] else "target", self.language),
            number=found.place(PRODUCT, row, "target"),
            lon=found.place(PRODUCT, row, "lon", decimals=4), lat=found.place(PRODUCT, row, "lat", decimals=4),
            area=found.place(PRODUCT, row, "area_km2", decimals=2, unit="km²"),
            mean=found.place(PRODUCT, row, "mean", decimals=3),
        )  # fmt: skip
        parts = [words]
        if found.near is not None and row in found.near.metres:
            away, name = found.nearby(str(row)), found.nearby("name")
            parts.append(fill(say("target_away", self.language), distance=away, name=name))
        if place.get(f"leading_{self.language}"):
            leading = found.place(PRODUCT, row, f"leading_{self.language}")
            parts.append(fill(say("target_leading", self.language), leading=leading))
        parts.extend(self._near(row, x) for x in ("occurrence", "line") if place.get(x) is not None)
        return closed(fragment(*parts), self.language)

    def _near(self, row: int, what: str) -> Fragment:
        found = self.finding
        chinese = f"{what}_zh" if self.language == "zh" else ""
        name = chinese if found.places[PRODUCT][row].get(chinese) else what
        return fill(
            say("target_near", self.language), what=say(f"what_{what}", self.language),
            name=found.place(PRODUCT, row, name), distance=found.place(PRODUCT, row, f"{what}_m", unit="m"),
        )  # fmt: skip

    def _classes(self) -> Fragment:
        parts: list[Fragment] = []
        for name in ("high", "medium"):
            key = f"class.{name}"
            if self.finding.has(f"{key}.threshold") and self.finding.has(f"{key}.cells"):
                threshold = self.finding.number(f"{key}.threshold", decimals=4)
                cells = self.finding.number(f"{key}.cells")
                parts.append(fill(say(f"model_{name}", self.language), threshold=threshold, cells=cells))
        return closed(fragment(*parts), self.language) if parts else ()

    def _evidence(self) -> Fragment:
        found = self.finding
        words: list[Fragment] = []
        for start, key, place in (
            ("importance.", "evidence", "importances"),
            ("loss.", "evidence_held_out", "losses"),
        ):
            keys = sorted(found.keys(start), key=lambda k: -float(found.value(k)))[:IMPORTANCES]
            if keys and (words or start == "importance."):
                told = self._labelled(keys, decimals=3)
                words.append(fill(say(key, self.language), **{place: told}))
        return closed(fragment(*words), self.language) if words else ()

    def _labelled(self, keys: list[str], *, decimals: int) -> Fragment:
        pieces = [
            fill(say("labelled", self.language), label=self.finding.label(k),
                 value=self.finding.number(k, decimals=decimals))
            for k in keys
        ]  # fmt: skip
        return join(pieces, say("comma", self.language))
