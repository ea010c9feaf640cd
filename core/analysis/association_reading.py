"""What components and classes mean, in sentences that claim no more than the figures do."""

from __future__ import annotations

import numpy as np

from core.analysis.association_tables import LOADING, component_names
from core.analysis.wording import Count, Words, number
from core.geochem.adequacy import kmo_word
from core.geochem.associate import Association, outlying
from core.geochem.classes import elbow
from core.geochem.components import unusual
from core.geochem.rare_earths import CHONDRITE, HEAVY

NAMED = 8
"""Elements of a component that are named in its sentence; the table holds all."""
LARGEST = 6
"""Elements that are named where no loading is large enough to be read."""
EVEN = 0.5
"""Elements stand for one level when each has at least this share of the loading that equal ones would have."""
UNRELATED, MANY = 0.05, 1_000
"""A p from which the elements may be unrelated; samples from which a small p says little."""
LOW = 0.5
"""A KMO of one element below this is told."""
MANY_OUTSIDE = 0.01
"""Share of samples far outside from which robust components are worth a look."""


def components_head(found: Association, words: Words) -> list[str]:
    """Fitness of the data, number of components, rule of signs."""
    parts = found.components
    count = len(component_names(found))
    told = [words("variance_line", count=Count(count), share=f"{100 * float(parts.share[:count].sum()):.2f}")]
    if len(parts.random):
        key = "parallel_none" if not parts.kept else "parallel_all" if parts.kept >= count else "parallel_line"
        told.append(words(key, kept=Count(parts.kept)))
    if parts.robust:
        told.append(words("robust_line"))
    elif outlying(parts) > MANY_OUTSIDE:
        told.append(words("robust_suggest", share=number(100 * outlying(parts), 2)))
    return [" ".join(_fitness(found, words)), " ".join(told), words("sign_rule")]


def _fitness(found: Association, words: Words) -> list[str]:
    """KMO and Bartlett's test, or why they are not given."""
    fit = found.adequacy
    if fit.kmo is None:
        return [words(f"kmo_{fit.reason}")]
    coordinates = found.prepared.basis is not None  # KMO is of these then, not of elements
    p = "< 0.001" if (fit.p_value or 0.0) < 0.001 else f"= {fit.p_value:.3f}"
    lines = [words("kmo", value=f"{fit.kmo:.3f}", word=words(f"word_{kmo_word(fit.kmo)}"))]
    low = [f"{x} ({v:.2f})" for x, v in zip(found.names, fit.kmo_of, strict=False) if v < LOW]
    if low and not coordinates:
        lines.append(words("kmo_low", elements=words.joined(low)))
    lines.append(words("bartlett", chi=f"{fit.chi_square:,.0f}", degrees=fit.degrees, p=p))
    if (fit.p_value or 0.0) > UNRELATED:
        lines.append(words("bartlett_weak"))
    elif len(found.values) >= MANY:
        lines.append(words("bartlett_many", n=f"{len(found.values):,}"))
    if coordinates:
        lines.append(words("kmo_ilr"))
    return lines


def component_lines(found: Association, words: Words) -> list[str]:
    """One sentence on each component that is shown."""
    parts, plan = found.components, found.plan
    counts = unusual(parts, plan.score_rule, plan.score_limit).sum(axis=0)
    lines = []
    for j, name in enumerate(component_names(found)):
        share = f"{100 * float(parts.share[j]):.2f}"
        sentence = _component(found, parts.loadings[:, j], name, share, words)
        lines.append(f"- {sentence} {words('pc_anomalous', n=Count(counts[j]))}")
    told = [words("rule_line", rule=words(f"rule_{plan.score_rule}", limit=number(plan.score_limit, 2)))]
    if found.factors is not None:
        told.append(words("factors_line", count=found.factors.shape[1]))
    return ["\n".join(lines), " ".join(told)]


def _component(found: Association, loadings: np.ndarray, name: str, share: str, words: Words) -> str:
    ratio = found.prepared.transform in {"clr", "ilr"}
    least = EVEN / np.sqrt(len(loadings))
    if not ratio and (loadings >= least).all():
        level = words("pc_level", name=name, share=share, least=number(float(least), 2))
        return f"{level} {words('pc_level_first')}" if name == "PC1" else level
    order = np.argsort(-np.abs(loadings), kind="stable")
    plus = [found.names[i] for i in order if loadings[i] > LOADING]
    minus = [found.names[i] for i in order if loadings[i] < -LOADING]
    if not plus and not minus:
        largest = [f"{found.names[i]} ({number(float(loadings[i]), 2)})" for i in order[:LARGEST]]
        return words("pc_none", name=name, share=share, largest=words.joined(largest))
    high, low = _few(plus, words), _few(minus, words)
    if not plus or not minus:
        is_ = "is" if len(plus or minus) == 1 else "are"
        key = "pc_low" if not plus else "pc_one_ratio" if ratio else "pc_one"
        one = words(key, name=name, share=share, plus=high or low, is_=is_)
    else:
        one = words("pc_two", name=name, share=share, plus=high, minus=low)
    return f"{one} {words('pc_light_heavy')}" if _light_against_heavy(found.names, loadings) else one


def _few(names: list[str], words: Words) -> str:
    """The first names, and how many more there are."""
    if len(names) <= NAMED + 1:
        return words.joined(names)
    return words("and_more", names=words.joined(names[:NAMED]), count=len(names) - NAMED)


def _light_against_heavy(names: tuple[str, ...], loadings: np.ndarray) -> bool:
    """Whether light rare earths weigh on one side and heavy ones on the other."""
    light = [v for x, v in zip(names, loadings, strict=True) if x in CHONDRITE and x not in HEAVY]
    heavy = [v for x, v in zip(names, loadings, strict=True) if x in HEAVY]
    if len(light) < 2 or len(heavy) < 2:
        return False
    a, b = float(np.mean(light)), float(np.mean(heavy))
    return a * b < 0 and min(abs(a), abs(b)) > 0.08


def class_lines(found: Association, words: Words) -> list[str]:
    """How many classes, how good they are, and what each is high in."""
    classes = found.classes
    k = len(classes.sizes)
    head = [words("classes_chosen" if classes.chosen else "classes_found", k=k)]
    if classes.trials:
        best = {
            "silhouette": max(classes.trials, key=lambda x: x.silhouette).k,
            "ch": max(classes.trials, key=lambda x: x.calinski_harabasz).k,
            "db": min(classes.trials, key=lambda x: x.davies_bouldin).k,
            "elbow": elbow(classes.trials) or "–",
        }
        head.append(words("classes_others", **best))
        if len(set(best.values()) - {"–"}) > 1:
            head.append(words("classes_disagree"))
    n, total = classes.silhouette_n, len(found.values)
    over = words("silhouette_all" if n == total else "silhouette_sample", n=f"{n:,}", total=f"{total:,}")
    value = classes.silhouette
    word = words(
        "silhouette_"
        + ("none" if value < 0.25 else "weak" if value < 0.5 else "fair" if value < 0.7 else "strong")
    )
    head.append(words("silhouette_line", value=f"{value:.3f}", word=word, n=over))
    highest = np.argmax(classes.transformed, axis=0)
    lines = []
    for i, size in enumerate(classes.sizes):
        names = [x for x, at in zip(found.names, highest, strict=True) if at == i]
        high = words("class_high", elements=words.joined(names)) if names else words("class_low")
        silhouette = (
            f"{classes.silhouette_of[i]:.2f}" if classes.silhouette_of[i] == classes.silhouette_of[i] else "–"
        )
        lines.append(
            "- " + words("class_line", number=i + 1, n=Count(size), share=f"{100 * size / total:.1f}",
                         silhouette=silhouette, high=high)
        )  # fmt: skip
    return [" ".join(head), "\n".join(lines)]
