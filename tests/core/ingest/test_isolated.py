"""Files read by a confined process: the same results, and nothing it does or suffers reaches the application."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import shapely
import sqlalchemy as sa

from core.confined import leftovers
from core.database.engine import Database
from core.database.registry import list_layers
from core.errors import ImportCancelledError, IngestError
from core.ingest import Limits, LoadDecisions, inspect
from core.ingest.frames import LostError, plain_value
from core.ingest.isolated import inspect_isolated, load_isolated
from core.ingest.keeper import KEEPER
from core.settings import ROOT
from tests.core.ingest import files

linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's protections are those of Linux")


@dataclass
class Button:
    """A Cancel button."""

    cancelled: bool = False


def points(path: Path, count: int, remark: str = "") -> Path:
    lines = "".join(f"{i},n{i % 7},{remark},{110 + i * 1e-6:.6f},41\n" for i in range(count))
    path.write_text(f"v,name,remark,lon,lat\n{lines}")
    return path


def readers() -> list[int]:
    """The processes that read files now: children of the nursery."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(state[1]) == KEEPER.pid and state[0] != "Z":
                found.append(int(entry.name))
    return found


def wait_for(true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def private() -> list[str]:
    return [x.name for x in Path(tempfile.gettempdir()).glob(leftovers.PREFIX + "*")]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary directory of this test alone."""
    directory = tmp_path / "tmp"
    directory.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(directory))
    return directory


def test_the_report_is_the_same(tmp_path: Path) -> None:
    square = shapely.box(104, 30, 104.1, 30.1)
    one = files.geojson(tmp_path / "区.geojson", [files.feature(square, 名称="花岗岩", n=1)])
    two = files.workbook(
        tmp_path / "a.xlsx", [("id", "lon", "lat", "Au_ppb"), ("007", 110, 41, "<0.5"), (2, 111, 41, 3)]
    )
    three = points(tmp_path / "p.csv", 2_000)
    steps: list[str] = []
    for path in (one, two, three):
        assert inspect_isolated(path, progress=lambda *x: steps.append(x[2])) == inspect(path)
    assert set(steps) == {"reading", "checking"}
    assert inspect_isolated(one, name="other.geojson").file == "other.geojson"
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(IngestError) as here:
        inspect(tmp_path / "b.zip")
    with pytest.raises(IngestError) as there:
        inspect_isolated(tmp_path / "b.zip")
    assert (there.value.say("en"), there.value.say("zh")) == (here.value.say("en"), here.value.say("zh"))


def test_loads_in_every_mode(database: Database, tmp_path: Path) -> None:
    path = points(tmp_path / "p.csv", 3_000)
    assert load_isolated(database, path, LoadDecisions(table="spots")).rows_loaded == 3_000
    more = load_isolated(database, path, LoadDecisions(table="spots", mode="append"))
    assert (more.rows_loaded, more.version) == (6_000, 2)
    assert load_isolated(database, path, LoadDecisions(table="spots", mode="replace")).version == 3
    squares = [
        files.feature(shapely.box(i, 30, i + 0.5, 30.5), n=i, s=None if i % 2 else "层") for i in range(100, 120)
    ]
    load_isolated(database, files.geojson(tmp_path / "s.geojson", squares), LoadDecisions(table="squares"))
    with database.owner.connect() as connection:
        found = connection.execute(
            sa.text("SELECT count(*), max(fid), count(DISTINCT name) FROM layers.spots")
        ).one()
        areas = connection.execute(sa.text("SELECT sum(ST_Area(geom)), count(s) FROM layers.squares")).one()
    assert tuple(found) == (3_000, 3_000, 7)
    assert areas[0] == pytest.approx(20 * 0.25)
    assert areas[1] == 10
    with pytest.raises(IngestError, match="spots"):
        load_isolated(database, path, LoadDecisions(table="spots"))


@linux
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_reader_that_crashes(database: Database, tmp_path: Path, number: signal.Signals) -> None:
    path = points(tmp_path / "p.csv", 200_000, "r" * 200)

    def strike(done: int, total: int, step: str) -> None:
        if step == "loading":
            for pid in readers():
                os.kill(pid, number)

    sentence = "more memory" if number == signal.SIGKILL else f"crashed.*{number.name}"
    with pytest.raises(IngestError, match=sentence):
        load_isolated(database, path, LoadDecisions(table="spots"), strike)
    assert list_layers(database) == ()
    assert files.tables(database) == set()
    assert private() == []
    assert inspect_isolated(points(tmp_path / "q.csv", 10)).usable == 10


@linux
def test_the_nursery_dies(tmp_path: Path) -> None:
    path = points(tmp_path / "p.csv", 10)
    assert inspect_isolated(path).usable == 10
    assert KEEPER._process is not None
    KEEPER._process.kill()
    KEEPER._process.wait()
    assert inspect_isolated(path).usable == 10


@linux
@pytest.mark.parametrize("step", ["reading", "loading", "indexing"])
def test_cancel(database: Database, tmp_path: Path, step: str) -> None:
    path, button = points(tmp_path / "p.csv", 150_000), Button()

    def progress(done: int, total: int, now: str) -> None:
        if now == step:
            button.cancelled = True

    with pytest.raises(ImportCancelledError, match="was cancelled"):
        load_isolated(database, path, LoadDecisions(table="spots"), progress, cancel=button)
    assert files.tables(database) == set()
    assert private() == []
    wait_for(lambda: readers() == [])


def test_cancel_while_a_statement_runs(database: Database, tmp_path: Path) -> None:
    """Another session holds the layer's old table, so that the last step has to wait."""
    path, button = points(tmp_path / "p.csv", 100), Button()
    load_isolated(database, path, LoadDecisions(table="spots"))
    with database.owner.connect() as holder:
        holder.execute(sa.text("SELECT count(*) FROM layers.spots"))
        threading.Timer(1.0, lambda: setattr(button, "cancelled", True)).start()
        with pytest.raises(ImportCancelledError):
            load_isolated(database, path, LoadDecisions(table="spots", mode="replace"), cancel=button)
    assert [x.version for x in list_layers(database)] == [1]


def test_too_much_time_and_memory(tmp_path: Path) -> None:
    path = points(tmp_path / "p.csv", 1_000_000)
    with pytest.raises(IngestError, match="1 seconds of processor time"):
        inspect_isolated(path, limits=Limits(cpu_s=1))
    with pytest.raises(IngestError, match="memory"):
        inspect_isolated(path, limits=Limits(memory_bytes=250 << 20))


@linux
def test_a_reader_that_hangs(tmp_path: Path) -> None:
    def stop(done: int, total: int, step: str) -> None:
        for pid in readers():
            os.kill(pid, signal.SIGSTOP)

    with pytest.raises(IngestError, match="nothing happened for 1 seconds"):
        inspect_isolated(points(tmp_path / "p.csv", 400_000), limits=Limits(silent_s=1.0), progress=stop)
    wait_for(lambda: readers() == [])


def test_two_managers_beside_a_question(database: Database, tmp_path: Path) -> None:
    """Every question sees whole layers, whether they are being loaded, replaced or left alone."""
    load_isolated(database, points(tmp_path / "a.csv", 1_000), LoadDecisions(table="rest"))
    load_isolated(database, points(tmp_path / "b.csv", 2_000), LoadDecisions(table="spots"))
    more, other = points(tmp_path / "c.csv", 40_000), points(tmp_path / "d.csv", 30_000)
    work = [
        (more, LoadDecisions(table="spots", mode="replace")),
        (other, LoadDecisions(table="news")),
    ]
    failed: list[BaseException] = []

    def manage(path: Path, decisions: LoadDecisions) -> None:
        try:
            load_isolated(database, path, decisions)
        except BaseException as error:
            failed.append(error)

    managers = [threading.Thread(target=manage, args=x) for x in work]
    question = sa.text("SELECT (SELECT count(*) FROM layers.rest), (SELECT count(*) FROM layers.spots)")
    seen: list[tuple[int, int]] = []
    for manager in managers:
        manager.start()
    while any(x.is_alive() for x in managers):
        with database.reader.connect() as connection:
            seen.append(tuple(connection.execute(question).one()))
    assert failed == []
    assert set(seen) <= {(1_000, 2_000), (1_000, 40_000)}
    assert seen == sorted(seen)
    assert seen
    assert {x.table: x.rows_loaded for x in list_layers(database)} == {
        "rest": 1_000,
        "spots": 40_000,
        "news": 30_000,
    }


ATTEMPTS = """
import os, socket, sys, tempfile
from pathlib import Path
from core.confined.confinement import confine
inside, given = Path(sys.argv[1]), Path(sys.argv[2])
held = confine(inside, [given], 4 << 30, 60, 1 << 20)
print(",".join(held))
def tried(what, work):
    try:
        work()
    except OSError as error:
        print(what, "refused")
    else:
        print(what, "done")
tried("read given", given.read_text)
tried("write inside", (inside / "a").touch)
tried("read password file", Path("/etc/passwd").read_text)
tried("read neighbour", (given.parent / "neighbour").read_text)
tried("write outside", (given.parent / "new").touch)
tried("write given", lambda: given.open("a"))
tried("link", lambda: (os.symlink("/etc/passwd", inside / "l"), (inside / "l").read_text()))
tried("socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
tried("local socket", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
tried("fork", os.fork)
tried("run", lambda: os.execv("/bin/true", ["true"]))
tried("signal", lambda: os.kill(os.getppid(), 0))
tried("large file", lambda: (inside / "b").write_bytes(bytes(2 << 20)))
"""


@linux
def test_what_a_reader_may_do(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "given").write_text("x")
    (outside / "neighbour").write_text("secret")
    command = [sys.executable, "-c", ATTEMPTS, str(inside), str(outside / "given")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    held, *lines = done.stdout.splitlines()
    told = dict(x.rsplit(" ", 1) for x in lines)
    expected = {"read given": "done", "write inside": "done", "large file": "refused"}
    if "files" in held:
        names = ("read password file", "read neighbour", "write outside", "write given", "link")
        expected |= dict.fromkeys(names, "refused")
    if "network" in held:
        expected |= dict.fromkeys(("socket", "local socket", "fork", "run", "signal"), "refused")
    assert {k: told.get(k) for k in expected} == expected, done.stderr


class Evil:
    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.system, ("true",)


def test_messages_of_a_reader_that_was_taken_over() -> None:
    for data in (pickle.dumps(Evil()), pickle.dumps(Path("/etc/passwd")), b"\x80\x04garbage", b""):
        with pytest.raises(LostError):
            plain_value(data)


@linux
def test_what_a_killed_import_leaves(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The application is killed: its reading processes go with it, its directory goes at the next start."""
    path = points(tmp_path / "p.csv", 500_000)
    script = (
        "import sys; from pathlib import Path; from core.ingest.isolated import inspect_isolated\n"
        "inspect_isolated(Path(sys.argv[1]), progress=lambda *x: print('at work', flush=True))"
    )
    environment = dict(os.environ) | {"TMPDIR": str(place)}
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        monkeypatch.setattr(leftovers, "YOUNG_S", 0)
        assert leftovers.sweep() == 0  # it is in use
        process.kill()
    wait_for(lambda: not _working_in(place))
    assert len(private()) == 1
    (place / (leftovers.PREFIX + "link")).symlink_to(tmp_path)
    assert leftovers.sweep() == 1
    assert path.exists()
    assert [x.name for x in place.iterdir()] == [leftovers.PREFIX + "link"]


def _working_in(place: Path) -> list[str]:
    """Processes whose working directory is below `place`."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                where = os.readlink(entry / "cwd")
            except OSError:
                continue
            if where.startswith(str(place)):
                found.append(entry.name)
    return found
