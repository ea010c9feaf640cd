"""Write constraints.txt: exact versions of the indirect packages in the environment that runs this.

Run it with the Python of an environment where the requirements are installed and the tests pass:
``.venv/bin/python scripts/lock.py``.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Exact versions of the packages that requirements*.txt bring in; written by scripts/lock.py.\n"


def canonical(name: str) -> str:
    """The form of a package name that is the same for all spellings."""
    return re.sub(r"[-_.]+", "-", name).lower()


def direct() -> list[Requirement]:
    """The lines of the requirement files."""
    lines = [x for file in ROOT.glob("requirements*.txt") for x in file.read_text(encoding="utf-8").splitlines()]
    return [Requirement(x.split("#")[0]) for x in lines if x.split("#")[0].strip()]


def closure(requirements: list[Requirement]) -> dict[str, str]:
    """Name → version of everything `requirements` need that is installed here."""
    todo, done, found = list(requirements), set(), {}
    while todo:
        requirement = todo.pop()
        if str(requirement) in done:
            continue
        done.add(str(requirement))
        try:
            package = distribution(requirement.name)
        except PackageNotFoundError:
            continue  # of another platform
        found[canonical(requirement.name)] = package.version
        for line in package.requires or []:
            needed = Requirement(line)
            extras = [{"extra": x} for x in (*requirement.extras, "")]
            if needed.marker is None or any(needed.marker.evaluate(x) for x in extras):
                todo.append(needed)
    return found


if __name__ == "__main__":
    named = {canonical(x.name) for x in direct()}
    lines = [f"{k}=={v}\n" for k, v in sorted(closure(direct()).items()) if k not in named and "+" not in v]
    (ROOT / "constraints.txt").write_text(HEAD + "".join(lines), encoding="utf-8")
    print(f"{len(lines)} packages")
