"""The page with the figures of one run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HEAD = """# Benchmarks

Written by `make bench` (`python -m tests.benchmarks.proximity`) on {when}: {processor}, {cores} cores,
{memory} GiB, Python {python}, {server}.
Other work ran beside it (load {before} before, {after} after).

Data are generated from seed {seed}: occurrences in clusters, faults as correlated random walks of 3–120 km with
vertices 0.2–1 km apart. **CPU s** are processor seconds of this process and of the database's backends together,
parallel workers included; they hardly depend on what else the machine does, wall seconds do. Memory is the peak
of the Python process during the step.
"""
METHOD = """
"Common formulation" is `ST_DWithin` and `ST_Distance` on `geom::geography`, joined, ordered by distance: one
statement, nothing else, with the planner's own choice of plan and parallel workers. The product's figure holds
more work: it finds the rows with their attributes and geometries, measures all pairs exactly in the database,
measures them **again** by an independent route in this process, describes every reference, and ranks. "As shown"
is what an answer lists by default (1,000 targets and 50 references each; totals and counts are always exact).
"""


def write(result: dict[str, Any], path: Path) -> None:
    """Write the Markdown page."""
    machine = result["machine"]
    text = HEAD.format(
        when=result["when"],
        processor=machine["processor"],
        cores=machine["cores"],
        memory=machine["memory_gib"],
        python=machine["python"],
        before=result["load_before"],
        after=result["load_after"],
        seed=result["seed"],
        server=machine["server"],
    )
    text += METHOD + "".join(_small(result[name], name) for name in ("sheet", "province"))
    if "large" in result:
        text += _large(result["large"])
    path.write_text(text, encoding="utf-8")


def _small(part: dict[str, Any], name: str) -> str:
    indexed, without = _cpu(part["common_indexed"]), _cpu(part["common_without_index"])
    more = "" if part["common_without_index"]["finished"] else "> "
    rows = [
        ("common formulation, no geography index", f"{more}{without:.1f}", "", part["common_without_index"]),
        ("common formulation, geography index", f"{indexed:.2f}", "", part["common_indexed"]),
    ]
    for label, key in (
        (f"product, everything ({part['targets']:,} targets, {part['pairs']:,} pairs)", "product_everything"),
        (
            f"product, as shown ({part['targets_shown']:,} targets, {part['pairs_shown']:,} pairs)",
            "product_as_shown",
        ),
    ):
        cost = _cpu(part[key])
        rows.append((label, f"{cost:.2f}", _ratios(cost, indexed, without, more), part[key]))
    search = part["in_process"]
    cost = _cpu(search["search"])
    label = f"product, second route alone (index built in {_cpu(search['build']):.2f} s)"
    rows.append((label, f"{cost:.2f}", _ratios(cost, indexed, without, more), search["search"]))
    agreement = part["agreement"]
    same = "the same" if agreement["product_and_in_process_same_pairs"] else "DIFFERENT"
    return "\n".join(
        [
            f"\n## 5,000 occurrences × 5,000 faults, within 5 km: {name} ({part['frame_km2']:,} km²)\n",
            "| | CPU s | faster than indexed / not indexed | wall s | peak MB |",
            "| --- | ---: | ---: | ---: | ---: |",
            *(f"| {a} | {b} | {c} | {d['wall_s']:.1f} | {d['peak_mb']:.0f} |" for a, b, c, d in rows),
            "",
            f"Database and second route found {same} pairs, their distances within"
            f" {agreement['product_and_in_process_max_m'] * 1000:.4f} mm of each other. The common formulation"
            f" misses {agreement['pairs_common_misses']} pairs, adds {agreement['pairs_common_adds']}, and its"
            f" distances are up to {agreement['common_max_error_m']:.1f} m off.",
            "",
        ]
    )


def _large(part: dict[str, Any]) -> str:
    nearest = part["nearest"]
    scans = part["repeated_scans"]
    lines = [
        f"\n## 100,000 occurrences × 50,000 faults, 1,000,000 samples ({part['frame_km2']:,} km²)\n",
        "| all nearest distances in process | CPU s | peak MB |",
        "| --- | ---: | ---: |",
        *(
            f"| {label} | {_cpu(nearest[key]):.2f} | {nearest[key]['peak_mb']:.0f} |"
            for label, key in (
                ("read the geometries", "fetch"),
                ("build the index", "build"),
                ("nearest fault of 100,000 occurrences", "search"),
            )
        ),
        "",
        "| question, words to checked answer | hits | listed | CPU s (client + database) | wall s | peak MB |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for x in part["questions"]:
        cost = x["cost"]
        total = "–" if x["total"] is None else f"{x['total']:,}"
        lines.append(
            f"| {x['question']} | {total} | {x['listed']:,} | {_cpu(cost):.2f} ({cost['client_cpu_s']:.2f} +"
            f" {cost['backend_cpu_s']:.2f}) | {cost['wall_s']:.2f} | {cost['peak_mb']:.0f} |"
        )
    other = part["common_first_question"]
    lines += [
        "",
        f"The common formulation takes {_cpu(other):.2f} CPU s for the {other['pairs']:,} pairs of the first"
        " question, with its geography index and without names, attributes, counts, order, proof or words. (The"
        " first question also builds the lexicon.)",
    ]
    found = "none" if not scans else "; ".join(f"{s['table']} in “{s['statement'][:80]}…”" for s in scans)
    lines += [
        "",
        f"Sequential scans of a large layer inside a loop, in the {part['plans_checked']} plans that ran"
        f" (recorded by auto_explain): {found}.",
        "",
        "Loading by COPY with both indexes: "
        + ", ".join(f"{t} {_cpu(c):.1f} s" for t, c in part["loading"].items())
        + ".",
        "",
    ]
    return "\n".join(lines)


def _ratios(cost: float, indexed: float, without: float, more: str) -> str:
    return f"{indexed / cost:.1f} × / {more}{without / cost:.0f} ×"


def _cpu(cost: dict[str, Any]) -> float:
    return float(cost["client_cpu_s"] + cost["backend_cpu_s"])
