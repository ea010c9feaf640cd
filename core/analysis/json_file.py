"""The JSON files of a kept analysis."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from core.errors import AnalysisError


def read_json(path: Path) -> Any:
    """The value in a JSON file.

    Raises:
        AnalysisError: it is not there or no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise unreadable(path) from error


def unreadable(path: Path) -> AnalysisError:
    """The error that says which file of which analysis cannot be read."""
    name = f"{path.parent.name}/{path.name}"
    return AnalysisError(f"The kept analysis {name} cannot be read.", sentence_zh=f"无法读取已保存的分析 {name}。")


def write_json(path: Path, value: object) -> None:
    """Write a value and make sure that it is on the disk."""
    with path.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, allow_nan=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
