"""The stores are caches: whatever happens to them, the documents stay and all is made again, with a word."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import KnowledgeCancelledError, KnowledgeError
from core.knowledge.chroma import available
from core.knowledge.derived import FILE, Derived
from core.knowledge.locking import writing
from core.knowledge.search import Library
from core.knowledge.sources import KEPT
from core.settings import ROOT
from tests.benchmarks.documents import HARMS, add, answers, opened, text_of, whole

needs_chroma = pytest.mark.skipif(not available(), reason="Chroma is not installed")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def library(store: Path, tmp_path: Path) -> Iterator[Library]:
    one = opened(store)
    for number in range(4):
        add(one, tmp_path, number)
    one.rebuild()
    yield one
    one.close()


@needs_chroma
def test_each_harm_is_told_and_mended(library: Library, store: Path) -> None:
    expected = answers(library)
    assert library.state().store == "chroma"
    library.close()
    for name, harm in HARMS.items():
        harm(store)
        again = opened(store, 64 if name == "another model" else 384)
        told = answers(again)
        assert whole(again) == "", name
        assert again.state().store == "chroma", name
        if "model" not in name:
            assert answers(again) == expected, name
            assert all(told), "while it is mended, the words are searched"
        if name not in ("vector files gone", "another model", "the first model again"):
            assert again.notes(), name
        again.close()


def test_documents_survive_the_loss_of_everything_else(library: Library, store: Path) -> None:
    path = library.directory / ".." / "page.html"
    path.write_text("<h1>Tin</h1><p>Cassiterite is the ore of tin.</p>")
    library.add(path)
    names = [x.name for x in library.documents()]
    library.close()
    for path in store.iterdir():
        if path.name != KEPT and path.is_file():
            path.unlink()
    again = opened(store)
    assert (again.state().waiting, len(again.documents())) == (1, 4)
    assert whole(again) == ""
    assert [x.name for x in again.documents()] == names
    again.close()


def test_twins_replacement_deletion_and_return(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "report 1.md"
    path.write_text(text_of(1))
    assert library.add(path, "another name.md").outcome == "twin"
    path.write_text("# New\nScheelite instead.\n")
    replaced = library.add(path)
    assert replaced.outcome == "replaced"
    assert [p.document for p in library.search("scheelite")] == ["report 1.md"]
    (aside,) = library.deleted()
    assert (aside.name, aside.reason) == ("report 1.md", "replaced")
    library.restore(aside.id)
    assert library.search("scheelite") == ()
    assert [x.reason for x in library.deleted()] == ["deleted"]
    library.delete(aside.id)
    assert "report 1.md" not in {x.name for x in library.documents()}
    with pytest.raises(KnowledgeError, match="no document"):
        library.delete("0" * 16)
    with pytest.raises(KnowledgeError, match="no document"):
        library.delete("../../etc")


def test_texts_of_the_program_are_indexed_replaced_and_forgotten(library: Library) -> None:
    first = library.index_text("run-1", "Factors", "# Result\nFactor one holds lanthanum.\n", "en")
    assert (first.kind, first.title, first.language) == ("analysis", "Factors", "en")
    (passage,) = library.search("lanthanum")
    assert (passage.document, passage.kind, passage.title) == ("run-1", "analysis", "Factors")
    library.index_text("run-1", "Factors", "# Result\nFactor one holds niobium.\n", "en")
    assert library.search("lanthanum") == ()
    assert len(library.search("niobium")) == 1
    assert library.forget_text("run-1") is True
    assert library.forget_text("run-1") is False
    assert library.search("niobium") == ()
    with pytest.raises(KnowledgeError, match="empty"):
        library.index_text("run-2", "Nothing", " \n", "en")


def test_the_store_is_not_needed_to_answer(library: Library, store: Path) -> None:
    expected = answers(library)
    library.close()
    again = Library.open(store.parent / "folder", library.means)
    assert again.state().model == ""
    assert [bool(x) for x in answers(again)] == [bool(x) for x in expected]
    again.close()


def test_another_process_is_noticed(library: Library, store: Path, tmp_path: Path) -> None:
    other = opened(store)
    add(other, tmp_path, 50)
    assert "report 50.md" in {x.name for x in library.documents()}
    library.delete(next(x.id for x in library.documents() if x.name == "report 50.md"))
    assert "report 50.md" not in {x.name for x in other.documents()}
    other.close()


def test_two_processes_write_at_once(store: Path) -> None:
    command = [sys.executable, "-m", "tests.benchmarks.documents", "--child", str(store)]
    both = [
        subprocess.Popen([*command, first, "--count", "3"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for first in ("0", "1000")
    ]
    told = "".join(x.communicate(timeout=120)[0] for x in both)
    assert [x.returncode for x in both] == [0, 0]
    one = opened(store)
    assert {x.split("\t")[0] for x in told.splitlines() if "\t" in x} == {x.name for x in one.documents()}
    assert len(one.documents()) == 6
    assert whole(one) == ""
    one.close()


def test_a_killed_writer_loses_nothing_it_acknowledged(store: Path) -> None:
    command = [sys.executable, "-m", "tests.benchmarks.documents", "--child", str(store), "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.6)
    process.send_signal(signal.SIGKILL)
    told = dict(x.split("\t") for x in process.communicate()[0].splitlines() if x.count("\t") == 1)
    one = opened(store)
    assert whole(one) == ""
    assert told.items() <= {x.name: x.sha256 for x in one.documents()}.items()
    one.close()


def _fill(store: Path, limit: int, told: multiprocessing.Queue[str]) -> None:
    import resource  # noqa: PLC0415

    one = opened(store)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    big = store.parent / "big.md"
    try:
        one.add(big)
        one.complete()
        told.put("no error")
    except KnowledgeError as error:
        told.put(error.say("en"))


@pytest.mark.parametrize("limit", [3_000, 40_000])
def test_a_full_disk_is_a_sentence_and_harms_nothing(library: Library, store: Path, limit: int) -> None:
    expected = answers(library)
    (store.parent / "big.md").write_text(text_of(9, 40))
    context = multiprocessing.get_context("spawn")
    told: multiprocessing.Queue[str] = context.Queue()
    process = context.Process(target=_fill, args=(store, limit, told))
    process.start()
    sentence = told.get(timeout=120)
    process.join()
    assert "cannot be kept" in sentence or "cannot be written" in sentence
    again = opened(store)
    assert {f"report {i}.md" for i in range(4)} <= {x.name for x in again.documents()}
    for document in again.documents():
        if document.name == "big.md":
            again.delete(document.id)
    assert whole(again) == ""
    assert answers(again) == expected
    again.close()


def test_work_can_be_cancelled_and_goes_on_later(store: Path, tmp_path: Path) -> None:
    class Stop:
        cancelled = False

    stop, one = Stop(), opened(store)
    for number in range(6):
        add(one, tmp_path, number)

    def told(done: int, total: int, step: str) -> None:
        stop.cancelled = done > 0

    with pytest.raises(KnowledgeCancelledError):
        one.complete(told, stop)
    compared = one.state().compared
    assert 0 < compared < one.state().passages
    assert one.search("gold granite"), "what has no vector yet is found by its words"
    assert whole(one) == ""
    one.close()


def test_the_lock_is_waited_for_and_named(store: Path) -> None:
    with writing(store), pytest.raises(KnowledgeError, match="Another program"), writing(store, 0.1):
        pass
    with writing(store, 0.1):
        pass


def test_an_index_that_cannot_be_written_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    derived = Derived(tmp_path / "file" / FILE)
    derived.put_texts({"a": "b"})
    assert derived.texts(["a"]) == {"a": "b"}
    assert [x.code for x in derived.notes] == ["store_memory"]
    derived.close()
