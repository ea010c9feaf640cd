"""The arguments of ``python -m core``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from core.cli import geochem_arguments, prospect_arguments
from core.question.reading import Intent


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; `command` (and `action`) tell which one was given."""
    parser = argparse.ArgumentParser(
        prog="python -m core",
        description="Ask a geological map a question and get an answer that can be checked.",
        epilog="Exit codes: 0 answered or done, 1 error, 2 wrong usage, 3 a question back, 4 refused.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _ask(commands)
    _db(commands)
    _load(commands)
    _layers(commands)
    _documents(commands)
    demo = commands.add_parser("demo", help="generate and load the demonstration regions that are missing")
    demo.add_argument("--pack", choices=("urban",), help="another invented area, in a database of its own")
    demo.add_argument("--force", action="store_true", help="generate and load all of them again")
    _evaluate(commands)
    geochem_arguments.add_parser(commands)
    prospect_arguments.add_parser(commands)
    _model(commands)
    _history(commands)
    return parser


def _ask(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    ask = commands.add_parser("ask", help="answer a question in English or Chinese")
    ask.add_argument("question", nargs="?", help="the question; - reads it from standard input")
    ask.add_argument(
        "--follow", metavar="QUESTION", action="append", default=[],
        help="a question after it that may lean on the answer before; may be repeated",
    )  # fmt: skip
    ask.add_argument("-i", "--interactive", action="store_true", help="go on asking, one question a line")
    ask.add_argument("--box", metavar="W,S,E,N", help="the map view and selection, in degrees")
    ask.add_argument("--region", metavar="NAME", help="study area that holds when the question names none")
    ask.add_argument("--intent", choices=get_args(Intent), help="take this branch whatever the words say")
    ask.add_argument("--language", choices=("en", "zh"), help="language of the answer; default: of the question")
    ask.add_argument("--card", type=Path, metavar="FILE", help="card file that db describe wrote")
    _database(ask)
    ask.add_argument(
        "--fluent", action="store_true", help="also as a text by the language model, checked sentence by sentence"
    )
    ask.add_argument("--json", action="store_true", help="print the whole answer as JSON (docs/answer-json.md)")
    ask.add_argument(
        "--report", type=Path, metavar="FILE", help="write a report of the last answer: .html, .docx or .pdf"
    )
    ask.add_argument("--keep", action="store_true", help="keep the answers in the history of the page")
    ask.add_argument("--file", type=Path, metavar="QUESTIONS", help="answer every question of a .txt or .csv file")
    ask.add_argument("--out", type=Path, metavar="DIR", help="with --file: directory for reports and summary.csv")
    ask.add_argument("--format", metavar="F[,F]", default="pdf", help="with --file: html, docx, pdf; default: pdf")


def _database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="NAME|URL", help="a database of the private server, or an address")


def _evaluate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    evaluate = commands.add_parser("eval", help="ask the test questions and compare with independent answers")
    evaluate.add_argument(
        "--set", choices=("paper", "dev", "test", "all", "urban"), default="all", help="questions"
    )
    evaluate.add_argument(
        "--config", metavar="NAME", help="configurations, parted by commas, or all; default: full (the product)"
    )
    evaluate.add_argument(
        "--baseline", metavar="NAME", help="let the model write SQL: direct, few-shot, linked, six-part, all"
    )
    evaluate.add_argument("--limit", type=int, default=35, metavar="N", help="questions for each baseline")
    evaluate.add_argument("--report", type=Path, metavar="FILE", help="write the Markdown report here")
    evaluate.add_argument(
        "--figure", type=Path, metavar="FILE", help="draw the figure (PNG) here; needs matplotlib"
    )


def _db(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    db = commands.add_parser("db", help="the private database server")
    actions = db.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("start", help="start it unless it runs, and prepare the database")
    actions.add_parser("stop", help="stop it")
    actions.add_parser("status", help="show whether it runs and what is loaded")
    describe = actions.add_parser("describe", help="draft the card of a database that nobody modelled")
    describe.add_argument("--schema", required=True, metavar="S", help="schema to look at")
    _database(describe)
    describe.add_argument("--out", type=Path, default=Path("card.json"), metavar="FILE", help="default: card.json")
    describe.add_argument("--extent", action="append", default=[], metavar="WORD", help="word for the whole area")
    describe.add_argument("--read-only", action="store_true", help="write nothing into it: slower answers")
    describe.add_argument("--force", action="store_true", help="write over a card file that is there")


def _load(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    load = commands.add_parser("load", help="check files and load them as layers")
    load.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="shapefile, zip, GeoJSON, GPKG, CSV, XLSX, GeoTIFF"
    )
    load.add_argument("--table", metavar="NAME", help="table to load into (one file only)")
    load.add_argument("--title", help="display title (one file only)")
    load.add_argument(
        "--type", metavar="ENTITY", dest="entity_type", help="kind of feature, such as deposit or fault"
    )
    load.add_argument(
        "--propose", action="store_true",
        help="also give the columns the meaning and unit proposed from names and values; each is listed",
    )  # fmt: skip
    load.add_argument("--crs", metavar="EPSG:CODE", help="coordinate system the coordinates are in")
    load.add_argument("--encoding", metavar="NAME", help="text encoding, such as GB18030")
    load.add_argument("--sheet", "--layer", metavar="NAME", help="worksheet, or layer of a package")
    load.add_argument("--x", metavar="COLUMN", help="column of longitude or easting")
    load.add_argument("--y", metavar="COLUMN", help="column of latitude or northing")
    load.add_argument("--nodata", type=float, metavar="V", help="raster: value of cells without data")
    load.add_argument("--extent", metavar="W,S,E,N", help="raster: where it lies, when the file does not say")
    load.add_argument("--reproject", metavar="EPSG:CODE", help="raster: compute its cells anew in this system")
    mode = load.add_mutually_exclusive_group()
    mode.add_argument("--replace", action="store_true", help="replace the table or raster when it exists")
    mode.add_argument("--append", action="store_true", help="add the rows to the table, which must exist")
    load.add_argument("--dry-run", action="store_true", help="check and report, load nothing")


def _layers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    layers = commands.add_parser("layers", help="what is loaded; undo, delete and restore")
    actions = layers.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="list the layers")
    for name, text in (
        ("versions", "list the versions of a layer"),
        ("undo", "bring back the version before the present one"),
        ("delete", "take a layer away; it can be restored"),
        ("restore", "bring back a deleted layer, or any earlier version"),
    ):
        action = actions.add_parser(name, help=text)
        action.add_argument("table", metavar="LAYER", help="name of its table")
        if name == "restore":
            action.add_argument("--version", type=int, metavar="N", help="default: the last one")


def _model(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    model = commands.add_parser("model", help="the language model: what it is, trying it, lending it")
    actions = model.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("status", help="which model is configured, and what it needs")
    trial = actions.add_parser("try", help="load it, keep a form, stream, cancel, queue; with the times")
    trial.add_argument("text", nargs="?", help="let it go on from this text instead")
    serve = actions.add_parser("serve-test", help="lend it to other programs of this machine")
    serve.add_argument("--port", type=int, default=0, metavar="N", help="default: any free one")


def _history(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    history = commands.add_parser("history", help="earlier answers: list, show, ask again, compare")
    actions = history.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="list the kept answers, the newest first")
    listing.add_argument("--limit", type=int, default=20, metavar="N", help="default: 20; 0 for all")
    entry = "its number in the list, or the beginning of its id"
    show = actions.add_parser("show", help="show an answer as it was given")
    show.add_argument("entry", metavar="ENTRY", help=entry)
    show.add_argument("--json", action="store_true", help="the whole answer as JSON (docs/answer-json.md)")
    again = actions.add_parser("rerun", help="ask the question again, keep the answer, tell what is different")
    again.add_argument("entry", metavar="ENTRY", help=entry)
    comparing = actions.add_parser("compare", help="compare two answers: rows added, removed, changed")
    comparing.add_argument("first", metavar="ENTRY", help=entry)
    comparing.add_argument("second", metavar="ENTRY", help=entry)


def _documents(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    documents = commands.add_parser("documents", help="documents that questions about knowledge quote")
    actions = documents.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="list the documents and the state of the search")
    add = actions.add_parser("add", help="read documents and keep them")
    add.add_argument("files", nargs="+", type=Path, metavar="FILE", help="PDF, DOCX, HTML, Markdown, TXT")
    for name, text in (("remove", "take a document away; it can be restored"), ("restore", "bring one back")):
        action = actions.add_parser(name, help=text)
        action.add_argument("document", metavar="DOCUMENT", help="its name or id, as listed")
    search = actions.add_parser("search", help="show the passages that fit a question best")
    search.add_argument("text", metavar="QUESTION", help="a question or key words, in English or Chinese")
    search.add_argument("--language", choices=("en", "zh"), help="only passages in this language")
    search.add_argument("--document", metavar="NAME", action="append", help="only this document; may be repeated")
    search.add_argument(
        "--mentioning", metavar="NAME", action="append",
        help="only passages that name this, such as a study area; may be repeated",
    )  # fmt: skip
    search.add_argument("--limit", type=int, default=5, metavar="N", help="default: 5")
    actions.add_parser("rebuild", help="make everything anew from the documents")
