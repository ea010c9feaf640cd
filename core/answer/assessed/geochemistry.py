"""What a kept element association analysis says, as cited sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.answer.assessed.findings import Finding
from core.answer.assessed.words import closed, say
from core.answer.fragments import Fragment, fill, fragment, join
from core.answer.model import Citation
from core.errors import Language

COMPONENTS, LOADINGS, CENTRES, CLUSTERS, THRESHOLDS = 6, 4, 5, 3, 6
"""How many of each are told; the report of the analysis holds all."""


@dataclass(frozen=True)
class Asked:
    """The elements that a question speaks of, as symbols."""

    named: tuple[str, ...] = ()
    """Those named one by one."""
    related: tuple[str, ...] = ()
    """Those and the members of the groups of elements that it names."""
    there: tuple[str, ...] = ()
    """Contents of named elements in the sample layer that were left out of the analysis."""


class Geochemistry:
    """The sentences of one analysis in one language."""

    def __init__(self, finding: Finding, language: Language, asked: Asked, near: tuple[str, ...] = ()) -> None:
        """`near`: kinds worth a distance."""
        self.finding = finding
        self.language: Language = language
        self.asked = asked
        self.near = near

    def summary(self) -> Iterator[Fragment]:
        """Basis, components, classes, groups, thresholds, anomalies."""
        yield self._basis()
        if missing := [x for x in self.asked.named if not analysed(self.finding, x)]:
            comma, key = say("comma", self.language), "not_analysed_there" if self.asked.there else "not_analysed"
            yield fill(say(key, self.language), elements=comma.join(missing), columns=comma.join(self.asked.there))
        for name in self._components():
            yield self._component(name)
        for words in (self._classes(), self._groups(), self._thresholds(), self._anomalies()):
            if words:
                yield words

    def clusters(self) -> Iterator[Fragment]:
        """The largest anomaly clusters with what is nearest to them, those of the elements asked about first."""
        numbers = [k.split(".")[1] for k in self.finding.keys("cluster.", ".samples")]
        led = {n: self.led(n) for n in numbers}
        if numbers and self.asked.related and not any(led.values()):
            asked = self.asked.named or self.asked.related
            yield fill(say("clusters_none", self.language), elements=say("comma", self.language).join(asked))
        numbers.sort(key=lambda n: (not led[n], -int(self.finding.value(f"cluster.{n}.samples"))))
        for number in numbers[:CLUSTERS]:
            yield self._cluster(f"cluster.{number}.samples")

    def led(self, number: str) -> bool:
        """Whether an element asked about is among the leading ones of an anomaly cluster."""
        leading = re.findall(r"[A-Za-z]+", str(self.finding.value(f"cluster.{number}.leading") or ""))
        return bool(set(leading) & set(self.asked.related))

    def _basis(self) -> Fragment:
        found = self.finding
        words = fill(
            say("basis", self.language), title=found.title(), samples=found.number("samples"),
            elements=found.number("elements"),
        )  # fmt: skip
        if found.has("kmo"):
            words = fragment(words, fill(say("basis_kmo", self.language), kmo=found.number("kmo", decimals=3)))
        return closed(words, self.language)

    def _components(self) -> list[str]:
        return [k.split(".")[1] for k in self.finding.keys("pca.", ".variance_pct")][:COMPONENTS]

    def _component(self, name: str) -> Fragment:
        found = self.finding
        key = f"pca.{name}.variance_pct"
        variance = found.number(key, decimals=2)
        parts = [fill(say("component", self.language), name=found.part(key, 1), variance=variance)]
        loadings = self._strongest(list(found.keys(f"pca.{name}.loading.")), LOADINGS)
        if loadings:
            told = self._listed(loadings, decimals=3)
            parts.append(fill(say("component_loadings", self.language), loadings=told))
        if found.has(f"pca.{name}.anomalous"):
            count = found.number(f"pca.{name}.anomalous")
            parts.append(fill(say("component_anomalous", self.language), count=count))
        return closed(fragment(*parts), self.language)

    def _strongest(self, keys: Iterable[str], most: int) -> list[str]:
        """Elements the question names first, then by size."""
        return sorted(
            keys, key=lambda k: (k.rpartition(".")[2] not in self.asked.named, -abs(float(self.finding.value(k))))
        )[:most]

    def _listed(self, keys: list[str], *, decimals: int | None = None) -> Fragment:
        pieces = [
            fill(
                say("element", self.language),
                element=self._last(k),
                value=self.finding.number(k, decimals=decimals),
            )
            for k in keys
        ]
        return join(pieces, say("comma", self.language))

    def _last(self, key: str) -> Citation:
        return self.finding.part(key, key.count("."))

    def _classes(self) -> Fragment:
        found = self.finding
        if not found.has("classes") or not found.has("classes.silhouette"):
            return ()
        silhouette = found.number("classes.silhouette", decimals=3)
        words = fill(say("classes", self.language), count=found.number("classes"), silhouette=silhouette)
        centres = self._centres()
        best = self.class_of_high_contents()
        if best is None:
            return closed(words, self.language)
        wanted = self._wanted(centres)
        top = [e for e in wanted or centres[best] if all(centres[best][e] >= x[e] for x in centres.values())]
        keys = self._strongest([f"class.{best}.centre.{e}" for e in top], CENTRES)
        if not keys:
            return closed(words, self.language)
        samples = f"class.{best}.samples"
        highest = fill(
            say("classes_asked" if wanted else "classes_highest", self.language), number=found.part(samples, 1),
            samples=found.number(samples), centres=self._listed(keys, decimals=2),
        )  # fmt: skip
        return closed(fragment(words, highest), self.language)

    def _centres(self) -> dict[str, dict[str, float]]:
        """Class → element → its centre; empty unless every class has one for every element."""
        found = self.finding
        numbers = [k.split(".")[1] for k in found.keys("class.", ".samples")]
        centres = {
            n: {k.rpartition(".")[2]: float(found.value(k)) for k in found.keys(f"class.{n}.centre.")}
            for n in numbers
        }
        return centres if len({tuple(x) for x in centres.values()}) == 1 and all(centres.values()) else {}

    def _wanted(self, centres: dict[str, dict[str, float]]) -> list[str]:
        """The analysed elements that the question asks about, where the classes differ in them."""
        first = next(iter(centres.values()), {})
        return [e for e in first if e in self.asked.related and len({x[e] for x in centres.values()}) > 1]

    def class_of_high_contents(self) -> str | None:
        """Number of the class with the highest centres of the elements asked about, else of all; None without.

        Centres are compared on the scale of their range over the classes, so that no element outweighs the rest.
        """
        centres = self._centres()
        if not centres:
            return None
        elements = self._wanted(centres) or list(next(iter(centres.values())))

        def height(number: str) -> float:
            total = 0.0
            for element in elements:
                values = [x[element] for x in centres.values()]
                spread = max(values) - min(values)
                total += (centres[number][element] - min(values)) / spread if spread else 0.0
            return total

        return max(centres, key=height)

    def component_of_interest(self) -> str | None:
        """The component with the highest loading of an element the question names; the first one otherwise."""
        names = self._components()
        keys = [k for n in names for k in self.finding.keys(f"pca.{n}.loading.")]
        asked = [k for k in keys if k.rpartition(".")[2] in (self.asked.named or self.asked.related)]
        if asked:
            return max(asked, key=lambda k: abs(float(self.finding.value(k)))).split(".")[1]
        return names[0] if names else None

    def _groups(self) -> Fragment:
        groups = [self.finding.words(k) for k in self.finding.keys("group.")]
        return (
            closed(fill(say("groups", self.language), groups=join(groups, " / ")), self.language) if groups else ()
        )

    def _thresholds(self) -> Fragment:
        keys = list(self.finding.keys("threshold."))
        keys.sort(
            key=lambda k: k.rpartition(".")[2] not in self.asked.related
        )  # the order of the table otherwise stays
        if not keys:
            return ()
        return closed(
            fill(say("thresholds", self.language), thresholds=self._listed(keys[:THRESHOLDS])), self.language
        )

    def _anomalies(self) -> Fragment:
        found = self.finding
        if not found.has("anomalies.samples") or not found.has("anomalies.clusters"):
            return ()
        samples, clusters = found.number("anomalies.samples"), found.number("anomalies.clusters")
        return closed(fill(say("anomalies", self.language), samples=samples, clusters=clusters), self.language)

    def _cluster(self, key: str) -> Fragment:
        found, number = self.finding, key.split(".")[1]
        words = fill(
            say("cluster", self.language), number=found.part(key, 1), samples=found.number(key),
            area=found.number(f"cluster.{number}.area"),
            leading=found.words(f"cluster.{number}.leading"),
        )  # fmt: skip
        near = [
            fill(say("cluster_near", self.language), label=found.label(k), distance=found.metres(k))
            for k in found.keys(f"cluster.{number}.nearest.")
            if k.rpartition(".")[2] in self.near
        ]
        return closed(fragment(words, *near), self.language)


def analysed(found: Finding, element: str) -> bool:
    """Whether an analysis says anything of an element."""
    return any(k.endswith(f".{element}") for k in found.facts)
