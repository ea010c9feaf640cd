"""Element association of 16,370 samples × 15 elements: CPU seconds, and beside a plain implementation in one run.

``python -m tests.benchmarks.geochem`` prints one line.  The plain implementation uses the same libraries the
way a first script would: the silhouette over all pairs for each number of classes, columns one at a time, parallel
analysis by drawing whole tables.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import DBSCAN, KMeans
from sklearn.decomposition import PCA
from sklearn.metrics import silhouette_score
from sklearn.preprocessing import StandardScaler

from core.geochem.associate import Association, Plan, associate
from core.geochem.cleaning import Choices
from core.geochem.places import metres
from core.geochem.table import Samples
from tests.core.geochem.tables import samples_of

ROWS, ELEMENTS, TRIED, DRAWS = 16_370, 15, range(2, 9), 200


def invented(rows: int, elements: int) -> Samples:
    """Related contents with an ore halo, on an irregular net, with 2 % of the cells below a limit."""
    random = np.random.default_rng(1)
    places = np.column_stack([random.uniform(109.2, 110.4, rows), random.uniform(41.4, 42.3, rows)])
    halo = 3 * np.exp(-((places[:, 0] - 110) ** 2 + (places[:, 1] - 41.8) ** 2) / 0.004)
    mixing = random.normal(size=(elements, 3)) + 1.2
    logs = 2 + 0.4 * random.normal(size=(rows, 3)) @ mixing.T + 0.2 * random.normal(size=(rows, elements))
    values = np.exp(logs + halo[:, None])
    limits = np.where(values < np.quantile(values, 0.02, axis=0), np.quantile(values, 0.02, axis=0), np.nan)
    return samples_of(np.where(np.isfinite(limits), np.nan, values), limits=limits, places=places)


def plain(samples: Samples) -> dict[str, float]:
    """The same questions asked of the same libraries without forethought; the share of the variance of PC1."""
    values = np.where(np.isfinite(samples.limits), samples.limits / np.sqrt(2), samples.values)
    z = StandardScaler().fit_transform(np.log1p(values))
    share = PCA().fit(z).explained_variance_ratio_
    random = np.random.default_rng(0)
    for _ in range(DRAWS):
        np.linalg.eigvalsh(np.corrcoef(random.normal(size=z.shape).T))
    scores = {}
    for k in TRIED:
        scores[k] = silhouette_score(z, KMeans(k, n_init=10, random_state=0).fit(z).labels_)
    linkage(z.T, "ward")
    limits = np.percentile(values, 95, axis=0)
    chosen = [i for i in range(len(values)) if sum(values[i, j] > limits[j] for j in range(values.shape[1])) >= 3]
    near = squareform(pdist(metres(samples.lon, samples.lat)[chosen]))
    DBSCAN(eps=1_000, min_samples=4, metric="precomputed").fit(near)
    return {"pc1": float(share[0]), "classes": max(scores, key=lambda k: scores[k])}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--with-plain", action="store_true", help="also the plain implementation (minutes)")
    arguments = parser.parse_args()
    samples = invented(arguments.rows, ELEMENTS)
    begun: list[tuple[str, float]] = []
    start = time.process_time()
    found: Association = associate(
        samples, Plan(Choices()), lambda name, _: begun.append((name, time.process_time()))
    )  # fmt: skip
    own = time.process_time() - start
    steps: dict[str, float] = {}
    for (name, at), (_, until) in zip(begun, [*begun[1:], ("", start + own)], strict=True):
        steps[name] = round(steps.get(name, 0.0) + until - at, 3)
    result = {"rows": arguments.rows, "elements": ELEMENTS, "cpu_s": round(own, 2), "steps": steps}
    if arguments.with_plain:
        start = time.process_time()
        theirs = plain(samples)
        other = time.process_time() - start
        result |= {"plain_cpu_s": round(other, 2), "ratio": round(other / own, 1)}
        result |= {"same_pc1": abs(theirs["pc1"] - float(found.components.share[0])) < 1e-9}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
