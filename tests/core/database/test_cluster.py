"""The private cluster survives what happens to servers, and touches nothing that is not its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from core.database.account import FALLBACK_PARENTS
from core.database.cluster import Cluster, ensure_cluster, remove_cluster
from core.errors import DatabaseError
from core.settings import ROOT

Make = Callable[..., Cluster]
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
linux_only = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")


@pytest.fixture
def make(workspace: Path, request: pytest.FixtureRequest) -> Iterator[Make]:
    """Starts clusters in directories of this test; stopped and removed at the end."""
    home = workspace / request.node.name.replace("[", "-").replace("]", "")[:40]
    made: list[Cluster] = []

    def one(name: str = "cluster", parent: Path | None = None) -> Cluster:
        made.append(ensure_cluster((parent or home) / name))
        return made[-1]

    yield one
    for cluster in made:
        remove_cluster(cluster)
    shutil.rmtree(home, ignore_errors=True)


def ask(cluster: Cluster, query: str) -> object:
    with psycopg.connect(cluster.conninfo(), autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchone()[0] if cursor.description else None  # type: ignore[index]


def kill(cluster: Cluster) -> int:
    """What `kill -9` of the server does; returns when the process is gone."""
    pid = cluster.pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while cluster.pid() is not None:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
        time.sleep(0.01)
    return pid


def start_elsewhere(base: Path, **options: object) -> subprocess.Popen[str]:
    """Another process that wants the same cluster and prints the pid of its server."""
    code = (
        "import sys, pathlib; from core.database.cluster import ensure_cluster; "
        "print(ensure_cluster(pathlib.Path(sys.argv[1])).pid())"
    )
    return subprocess.Popen(
        [*options.pop("before", ()), sys.executable, "-c", code, str(base)],  # type: ignore[misc]
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        **options,  # type: ignore[call-overload]
    )


def test_a_running_server_is_used_again(make: Make) -> None:
    first = make()
    pid = first.pid()
    assert make().pid() == pid
    status = first.status()
    assert (status.running, status.pid, status.directory) == (True, pid, first.base)
    assert first.stop() is True
    assert first.stop() is False
    assert first.status().running is False


def test_only_our_account_can_reach_it(make: Make) -> None:
    cluster = make()
    assert ask(cluster, "SHOW listen_addresses") == ""
    assert cluster.base.stat().st_mode & 0o777 == 0o700
    assert cluster.socket_dir.stat().st_mode & 0o777 == 0o700
    assert cluster.data.stat().st_mode & 0o077 == 0
    owner = Path(f"/proc/{cluster.pid()}").stat().st_uid
    assert owner != 0
    assert owner == cluster.base.stat().st_uid


def test_starts_at_the_same_time_end_in_one_server(make: Make, workspace: Path) -> None:
    base = workspace / "together" / "cluster"
    others = [start_elsewhere(base) for _ in range(4)]
    pids = set()
    for other in others:
        out, err = other.communicate(timeout=120)
        assert other.returncode == 0, err
        pids.add(out.strip())
    assert pids == {str(make("cluster", base.parent).pid())}


def test_threads_of_one_process_may_start_it_together(workspace: Path, make: Make) -> None:
    base = workspace / "threads" / "cluster"
    pids: list[int | None] = []
    threads = [threading.Thread(target=lambda: pids.append(ensure_cluster(base).pid())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pids == [make("cluster", base.parent).pid()] * 3


def test_committed_rows_survive_a_kill(make: Make) -> None:
    cluster = make()
    ask(cluster, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")
    old = kill(cluster)
    assert make().pid() not in {None, old}
    assert ask(cluster, "SELECT sum(n) FROM kept") == 500_500


@linux_only
def test_a_kill_while_a_statement_runs(make: Make) -> None:
    """The busy backend outlives its parent and holds the shared memory a new server needs."""
    cluster = make()
    busy = psycopg.connect(cluster.conninfo(), autocommit=True)
    backend = busy.info.backend_pid
    spin = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b"

    def run() -> None:
        with contextlib.suppress(psycopg.Error):
            busy.execute(spin)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while ask(cluster, f"SELECT state FROM pg_stat_activity WHERE pid = {backend}") != "active":
        time.sleep(0.02)
    kill(cluster)
    assert Path(f"/proc/{backend}").exists()
    make()
    assert ask(cluster, "SELECT 1") == 1
    assert "postgres" not in _program(backend)
    thread.join(10)


@linux_only
@pytest.mark.parametrize("state", ["alive", "zombie"])
def test_a_pid_file_that_names_another_process(make: Make, state: str) -> None:
    cluster = make()
    content = (cluster.data / "postmaster.pid").read_text().splitlines()
    kill(cluster)
    account = cluster.account.popen() if cluster.account else {}
    other = subprocess.Popen(["/bin/sleep", "60"], cwd="/", **account)
    if state == "zombie":
        other.kill()
        while "Z" not in Path(f"/proc/{other.pid}/stat").read_text().split(")")[1][:3]:
            time.sleep(0.01)
    (cluster.data / "postmaster.pid").write_text("\n".join([str(other.pid), *content[1:]]) + "\n")
    assert cluster.status().running is False
    assert cluster.stop() is False
    make()
    assert ask(cluster, "SELECT 1") == 1
    if state == "alive":
        assert other.poll() is None, "a process that is not ours was stopped"
    other.kill()
    other.wait()


@linux_only
def test_the_server_of_another_cluster_is_left_alone(make: Make) -> None:
    ours, foreign = make("ours"), make("foreign")
    ours.stop()
    shutil.copy(foreign.data / "postmaster.pid", ours.data / "postmaster.pid")
    assert ours.pid() is None
    assert ours.stop() is False
    make("ours")
    assert ours.pid() != foreign.pid()
    assert ask(foreign, "SELECT 1") == 1


def test_a_killed_first_start_is_begun_again(make: Make, workspace: Path) -> None:
    base = workspace / "half" / "cluster"
    (base / "data.tmp").mkdir(parents=True)
    (base / "data.tmp" / "PG_VERSION").write_text("15\n")
    (base / "data").mkdir()
    base.chmod(0o700)
    if os.geteuid() == 0:
        account = Cluster.at(workspace / "any").account
        assert account is not None
        os.chown(base, account.uid, account.gid)
    assert ask(make("cluster", base.parent), "SELECT 1") == 1
    assert not (base / "data.tmp").exists()


def test_a_long_path(make: Make, workspace: Path) -> None:
    cluster = make("cluster", workspace / ("long" * 20) / ("path" * 15))
    assert len(str(cluster.socket_dir)) < 60
    assert cluster.socket_dir.stat().st_mode & 0o777 == 0o700
    assert ask(cluster, "SELECT 1") == 1


def test_a_socket_that_was_cleaned_away(make: Make) -> None:
    cluster = make()
    shutil.rmtree(cluster.socket_dir)
    make()
    assert ask(cluster, "SELECT 1") == 1


def test_data_of_another_version(make: Make) -> None:
    cluster = make()
    cluster.stop()
    (cluster.data / "PG_VERSION").write_text("9\n")
    with pytest.raises(DatabaseError, match=r"needs PostgreSQL 9; installed: \d+") as caught:
        cluster.start()
    assert "PostgreSQL 9" in caught.value.say("zh")
    assert "delete the database directory" in caught.value.hint


def test_damaged_files(make: Make) -> None:
    cluster = make()
    cluster.stop()
    (cluster.data / "global" / "pg_control").unlink()
    with pytest.raises(DatabaseError, match="damaged") as caught:
        cluster.start()
    assert str(cluster.base) in caught.value.sentence


def test_files_that_are_no_cluster_are_not_deleted(make: Make) -> None:
    cluster = make()
    cluster.stop()
    (cluster.data / "PG_VERSION").unlink()
    with pytest.raises(DatabaseError, match="damaged"):
        cluster.start()
    assert (cluster.data / "global" / "pg_control").exists()


def test_no_programs_where_the_settings_say(workspace: Path) -> None:
    with pytest.raises(DatabaseError, match="not installed"):
        ensure_cluster(workspace / "nobin" / "cluster", bindir=workspace)


@contextlib.contextmanager
def tmpfs(directory: Path, options: str) -> Iterator[Path]:
    """A small file system of its own; skips the test where mounting is not allowed."""
    directory.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(directory)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield directory
    finally:
        subprocess.run(["umount", "-l", str(directory)], check=True)
        directory.rmdir()


@root_only
def test_a_full_disk_at_the_first_start(workspace: Path) -> None:
    with tmpfs(workspace / "full", "size=12m") as disk:
        with pytest.raises(DatabaseError, match=r"disk that holds .* is full") as caught:
            ensure_cluster(disk / "cluster")
        assert "Free some space" in caught.value.hint
        subprocess.run(["mount", "-o", "remount,size=400m", str(disk)], check=True)
        cluster = ensure_cluster(disk / "cluster")
        assert ask(cluster, "SELECT 1") == 1
        cluster.stop()


@root_only
def test_a_full_disk_at_a_later_start(workspace: Path) -> None:
    with tmpfs(workspace / "filled", "size=200m") as disk:
        cluster = ensure_cluster(disk / "cluster")
        ask(cluster, "CREATE TABLE kept AS SELECT 1 AS n")
        cluster.stop()
        with contextlib.suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))
        with pytest.raises(DatabaseError, match="is full"):
            cluster.start()
        (disk / "filler").unlink()
        cluster.start()
        assert ask(cluster, "SELECT n FROM kept") == 1
        cluster.stop()


@root_only
def test_a_read_only_disk(workspace: Path) -> None:
    with tmpfs(workspace / "frozen", "size=400m") as disk:
        cluster = ensure_cluster(disk / "cluster")
        cluster.stop()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        for base in (disk / "cluster", disk / "new" / "cluster"):
            with pytest.raises(DatabaseError, match="read-only") as caught:
                ensure_cluster(base)
            assert "ORESIGHT_LOCAL_DIR" in caught.value.hint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_without_permission(workspace: Path) -> None:
    closed = workspace / "closed"
    closed.mkdir(mode=0o555)
    with pytest.raises(DatabaseError, match="may not write"):
        ensure_cluster(closed / "cluster")


@root_only
def test_a_project_out_of_reach_of_the_server(workspace: Path) -> None:
    """A checkout below /root: the server's account cannot enter it."""
    private = workspace / "private"
    private.mkdir(mode=0o700)
    cluster = Cluster.at(private / "project" / ".local" / "cluster")
    assert cluster.base.parent in FALLBACK_PARENTS
    assert "cannot enter" in cluster.notice
    assert str(cluster.base) in cluster.notice
    assert Cluster.at(private / "other" / ".local" / "cluster").base != cluster.base
    try:
        cluster.start()
        assert ask(cluster, "SELECT 1") == 1
    finally:
        remove_cluster(cluster)


@root_only
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_root_without_a_look_at_other_processes(make: Make, workspace: Path) -> None:
    """Root of a usual container may not read /proc of other accounts; a stale pid file must still be told."""
    cluster = make()
    first = cluster.pid()
    without = ["setpriv", "--bounding-set", "-sys_ptrace", "--inh-caps", "-sys_ptrace"]
    again = start_elsewhere(cluster.base, before=without)
    assert again.communicate(timeout=60)[0].strip() == str(first)
    kill(cluster)
    (cluster.data / "postmaster.pid").write_text(f"{os.getpid()}\n")
    restarted = start_elsewhere(cluster.base, before=without)
    out, err = restarted.communicate(timeout=60)
    assert out.strip() == str(cluster.pid()), err


@root_only
def test_an_ordinary_user(workspace: Path) -> None:
    """No account is changed, and root joins the same server later."""
    home = workspace / "ordinary"
    home.mkdir()
    os.chown(home, 65534, 65534)
    try:
        first = start_elsewhere(home / "cluster", user=65534, group=65534, extra_groups=[])
    except PermissionError:
        pytest.skip("the interpreter lives where others cannot go")
    out, err = first.communicate(timeout=60)
    assert first.returncode == 0, err
    cluster = ensure_cluster(home / "cluster")
    try:
        assert str(cluster.pid()) == out.strip()
        assert cluster.account is not None
        assert cluster.account.uid == 65534
        cluster.stop()
        cluster.start()
        assert Path(f"/proc/{cluster.pid()}").stat().st_uid == 65534
    finally:
        remove_cluster(cluster)


def _program(pid: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""
