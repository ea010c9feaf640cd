"""Set-up and daily commands, the program behind ``make``: needs nothing but Python, installs the rest.

make run        set up what is missing, load the demo regions, start the app at http://localhost:8501
make test       set up for tests, then lint, types and all tests
make lint       ruff and mypy only
make bench      benchmark with generated data, written to docs/benchmarks.md; about half an hour
make setup      set up only; tries parts again that failed before
make demo       set up and load the demo regions
make stop       stop the private database server
make clean      stop it and remove the virtual environment and tool caches; data stay
make distclean  as clean, and delete .local with every loaded layer
"""

# This file must be readable by any Python 3, so that an old one can say what is needed.
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)


def newer_python():
    """Path of an installed Python that is new enough, or None."""
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which("python3.{}".format(minor))
        if found:
            return found
    return None


def main():
    """Run a command; its exit code."""
    if sys.version_info < OLDEST:
        better = newer_python()
        if better is None:
            print(
                "OreSight needs Python {}.{} or later; this is {}. Install it and run make again.".format(
                    OLDEST[0], OLDEST[1], sys.version.split()[0]
                )
            )
            return 1
        return subprocess.call([better, os.path.abspath(__file__)] + sys.argv[1:])
    from commands import run_command

    return run_command(sys.argv[1] if len(sys.argv) > 1 else "help", __doc__)


if __name__ == "__main__":
    sys.exit(main())
