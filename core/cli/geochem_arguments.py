"""The arguments of ``geochem``; nothing heavy is imported here, so that help comes at once."""

from __future__ import annotations

import argparse
from pathlib import Path

TRANSFORMS = ("auto", "none", "log10", "log1p", "clr", "ilr")
SCALINGS = ("z", "robust", "none")
SCORE_RULES = ("both", "high", "low")
CENSORED = ("half", "root2", "ros")
MEASURES = ("ward", "average", "average_abs")
THRESHOLDS = ("p75", "p95", "mad", "tukey", "fractal")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    own = commands.add_parser("geochem", help="element association of a sample layer: statistics, map, report")
    own.add_argument("--layer", metavar="LAYER", help="table of the samples; default: the largest of the region")
    place = own.add_mutually_exclusive_group()
    place.add_argument("--region", metavar="NAME", help="only samples in this loaded study area")
    place.add_argument("--area", metavar="W,S,E,N", help="only samples in this box, degrees")
    own.add_argument("--elements", metavar="La,Ce,…", help="elements; default: the trace elements of the layer")
    own.add_argument("--force", metavar="Au,…", dest="forced", help="keep these however many values are censored")
    own.add_argument("--censored", choices=CENSORED, help="values below the limit; default: root2")
    own.add_argument(
        "--max-censored", type=float, metavar="SHARE", help="leave an element out above this share below the "
        "limit, 0 to 0.95; default: 0.4",
    )  # fmt: skip
    own.add_argument(
        "--max-missing", type=float, metavar="SHARE", help="leave an element out above this share not measured, "
        "0 to 0.95; default: 0.25",
    )  # fmt: skip
    own.add_argument("--every-sample", action="store_true", help="do not merge samples of one site")
    _multivariate(own)
    _anomalies(own)
    own.add_argument("--seed", type=int, metavar="N", help="of everything drawn at random")
    own.add_argument("--no-plots", action="store_true", help="draw no figures")
    own.add_argument("--language", choices=("en", "zh"), default="en", help="language of what is printed")
    own.add_argument("--out", type=Path, metavar="DIR", help="copy all files of the result here")
    own.add_argument("--json", action="store_true", help="print record and findings as JSON instead of the report")


def _multivariate(own: argparse.ArgumentParser) -> None:
    own.add_argument(
        "--transform", choices=TRANSFORMS,
        help="default: auto (log1p; log10 where half of the medians are below 1 ppm)",
    )  # fmt: skip
    own.add_argument("--scaling", choices=SCALINGS, help="default: z")
    own.add_argument("--robust", action="store_true", help="components that outliers do not pull")
    own.add_argument("--factors", type=int, metavar="N", help="varimax factors; -1: as many as stand out")
    own.add_argument(
        "--score-rule", choices=SCORE_RULES, help="scores far on which side are anomalous; default: both"
    )
    own.add_argument(
        "--score-limit", type=float, metavar="S", help="anomalous beyond so many deviations; default: 2"
    )
    own.add_argument("--classes", type=int, metavar="K", help="classes of samples; default: best silhouette")
    own.add_argument("--measure", choices=MEASURES, help="clustering of the elements; default: ward")
    own.add_argument("--groups", type=int, metavar="N", help="groups of elements; default: 2")


def _anomalies(own: argparse.ArgumentParser) -> None:
    own.add_argument("--subjects", metavar="La,La/Lu,PC2", help="what is looked at for anomalies; default: all")
    own.add_argument("--threshold", choices=THRESHOLDS, help="default: p95")
    own.add_argument(
        "--together", type=int, metavar="N",
        help="thresholds a sample must exceed to be anomalous; default: one, or a fifth of what is looked at",
    )  # fmt: skip
    own.add_argument(
        "--search-distance", type=float, metavar="M", dest="eps_m",
        help="search distance of anomaly clusters, metres; default: twice the sample spacing",
    )  # fmt: skip
    own.add_argument(
        "--least", type=int, metavar="N", help="samples within that distance that make a cluster; default: 4"
    )
    own.add_argument("--rocks", metavar="TABLE.ATTRIBUTE", help="what the samples lie on; default: the likeliest")
    own.add_argument("--only-rocks", metavar="A;B", help="only samples on these rocks, as the data spell them")
    own.add_argument("--by-rock", action="store_true", help="thresholds of their own for each rock")
