"""The arguments of ``prospect``; nothing heavy is imported here, so that help comes at once."""

from __future__ import annotations

import argparse
from pathlib import Path

MODELS = ("forest", "published", "logistic", "boosting", "woe", "fuzzy")
BALANCES = ("under", "smote", "weights")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    own = commands.add_parser("prospect", help="prospectivity of an area: validation, map, targets, report")
    place = own.add_mutually_exclusive_group()
    place.add_argument("--region", metavar="NAME", help="loaded study area")
    place.add_argument("--area", metavar="W,S,E,N", help="study area in degrees")
    own.add_argument("--labels", metavar="LAYER", help="table of the occurrences; default: the likeliest")
    own.add_argument(
        "--by",
        metavar="ATTRIBUTE=VALUE,…",
        help="occurrences to learn from; default: the commonest type; all: --by all",
    )
    own.add_argument("--cell", type=float, metavar="M", help="edge of a cell, metres; default: 200")
    own.add_argument("--radius", type=float, metavar="M", help="positive cells lie this near to an occurrence")
    own.add_argument("--raster", action="append", default=[], metavar="NAME", help="registered raster as evidence")
    own.add_argument("--model", choices=MODELS, help="default: forest")
    own.add_argument("--balance", choices=BALANCES, help="balance inside each fold; default: under")
    own.add_argument("--placebos", type=int, metavar="N", help="sets of pseudo-deposits; default: 39")
    own.add_argument(
        "--published", action="store_true", help="the published protocol: 50 pure trees, five block sizes"
    )
    own.add_argument("--settings", type=Path, metavar="FILE", help="settings of an earlier run (settings.json)")
    own.add_argument("--workers", type=int, metavar="N", help="threads; default: one a core, four at most")
    own.add_argument("--scheduler", metavar="ADDRESS", help="address of a Dask scheduler that does the work")
    own.add_argument("--again", action="store_true", help="run although the same run is kept")
    own.add_argument("--language", choices=("en", "zh"), default="en", help="language of what is printed")
    own.add_argument("--out", type=Path, metavar="DIR", help="copy all files of the result here")
    own.add_argument("--json", action="store_true", help="print record and facts as JSON")
