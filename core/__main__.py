"""``python -m core``: ask questions, load files, run the private database.

Exit codes: 0 answered or done, 1 error, 2 wrong usage, 3 a question back, 4 refused.  Errors are one plain
sentence on standard error; ``ORESIGHT_DEBUG=1`` adds the traceback.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence

from core.cli.parser import build_parser
from core.errors import Language, OreSightError
from core.question.normalise import has_chinese

ERROR = 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _utf8()
    arguments = build_parser().parse_args(argv)
    try:
        return _run(arguments)
    except OreSightError as error:
        return _fail(error.say(_language(arguments)))
    except KeyboardInterrupt:
        return _fail("Stopped.")
    except BrokenPipeError:  # the reader of the pipe has gone; what it wanted it has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # a person gets one sentence, never a traceback
        return _fail(f"Unexpected {type(error).__name__}: {error}. ORESIGHT_DEBUG=1 shows where.")


def _run(arguments: argparse.Namespace) -> int:
    # Imported here: --help and usage errors need neither the database nor the vocabulary.
    from core.cli.ask import ask  # noqa: PLC0415
    from core.cli.database import db  # noqa: PLC0415
    from core.cli.demo import demo  # noqa: PLC0415
    from core.cli.documents import documents  # noqa: PLC0415
    from core.cli.geochem import geochem  # noqa: PLC0415
    from core.cli.history import history  # noqa: PLC0415
    from core.cli.layers import layers  # noqa: PLC0415
    from core.cli.load import load  # noqa: PLC0415
    from core.cli.model import model  # noqa: PLC0415
    from core.cli.prospect import prospect  # noqa: PLC0415
    from core.evaluation.command import evaluate  # noqa: PLC0415

    commands = {
        "ask": ask, "db": db, "demo": demo, "documents": documents, "eval": evaluate, "geochem": geochem,
        "history": history, "layers": layers, "load": load, "model": model, "prospect": prospect,
    }  # fmt: skip
    code = commands[arguments.command](arguments)
    sys.stdout.flush()
    return code


def _language(arguments: argparse.Namespace) -> Language:
    """Errors about a Chinese question are said in Chinese."""
    question = str(getattr(arguments, "question", ""))
    return "zh" if has_chinese(question) else "en"


def _fail(sentence: str) -> int:
    if os.environ.get("ORESIGHT_DEBUG"):
        traceback.print_exc()
    print(sentence, file=sys.stderr)
    return ERROR


def _utf8() -> None:
    """UTF-8 on both streams whatever the locale says; what cannot be encoded is escaped."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
