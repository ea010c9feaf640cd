"""What is made from the documents and kept so that it need not be made again: texts, words, vectors.

One SQLite file.  It holds nothing that cannot be made anew, so one that is damaged, of another program or of
another version is put aside and made anew, with a note that says so.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.knowledge.wording import Note, note, refusal

FILE = "derived.sqlite"
APPLICATION, VERSION = 1330791748, 1
_MARKS = ("PRAGMA application_id = 1330791748", "PRAGMA user_version = 1")
"""Mark the file as ours, and its version."""
MANY = 500
"""Keys of one statement."""

_TABLES = (
    "CREATE TABLE texts (key TEXT PRIMARY KEY, payload TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE words (key TEXT PRIMARY KEY, terms TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE vectors (model TEXT, key TEXT, vector BLOB NOT NULL, PRIMARY KEY (model, key))",
)
_TEXTS = "SELECT key, payload FROM texts WHERE key IN (SELECT value FROM json_each(?))"
_WORDS = "SELECT key, terms FROM words WHERE key IN (SELECT value FROM json_each(?))"
_VECTORS = "SELECT key, vector FROM vectors WHERE model = ? AND key IN (SELECT value FROM json_each(?))"


class Derived:
    """The file, or the same in memory; safe to use from several threads."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.notes: list[Note] = []
        self._lock = threading.RLock()
        self._connection = self._opened()

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Payloads of the texts that are there."""
        return {k: str(v) for k, v in self._many(_TEXTS, (), keys)}

    def words(self, keys: Iterable[str]) -> dict[str, str]:
        """Words of the passages that are there, each parted by blanks."""
        return {k: str(v) for k, v in self._many(_WORDS, (), keys)}

    def vectors(self, model: str, keys: Iterable[str]) -> dict[str, np.ndarray]:
        """Vectors (float32, length 1) of the passages that have one of this model."""
        rows = self._many(_VECTORS, (model,), keys)
        return {k: np.frombuffer(v, dtype=np.float16).astype(np.float32) for k, v in rows}

    def with_vector(self, model: str) -> frozenset[str]:
        """Keys of all vectors of a model."""
        return frozenset(x[0] for x in self._fetch("SELECT key FROM vectors WHERE model = ?", (model,)))

    def put_texts(self, payloads: Mapping[str, str]) -> None:
        """Keep texts; all or none.

        Raises:
            KnowledgeError: they cannot be written.
        """
        self._put("INSERT OR REPLACE INTO texts VALUES (?, ?)", list(payloads.items()))

    def put_words(self, terms: Mapping[str, str]) -> None:
        """Keep the words of passages; all or none.  Raises as :meth:`put_texts`."""
        self._put("INSERT OR REPLACE INTO words VALUES (?, ?)", list(terms.items()))

    def put_vectors(self, model: str, vectors: Mapping[str, np.ndarray]) -> None:
        """Keep vectors with half the digits, which changes a cosine by less than 0.001; all or none.

        Raises:
            KnowledgeError: they cannot be written.
        """
        rows = [(model, k, np.asarray(v, dtype=np.float16).tobytes()) for k, v in vectors.items()]
        self._put("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def size(self) -> int:
        """Bytes on the disk."""
        if self.path is None:
            return 0
        files = [self.path.with_name(self.path.name + x) for x in ("", "-wal", "-shm")]
        return sum(x.stat().st_size for x in files if x.exists())

    def clear(self) -> None:
        """Forget everything; it is made anew."""
        with self._lock, self._guarded(), self._connection:
            for table in ("DELETE FROM texts", "DELETE FROM words", "DELETE FROM vectors"):
                self._connection.execute(table)

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._connection.close()

    def _many(self, sql: str, before: tuple[str, ...], keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        wanted = list(dict.fromkeys(keys))
        for start in range(0, len(wanted), MANY):
            yield from self._fetch(sql, (*before, json.dumps(wanted[start : start + MANY])))

    def _fetch(self, sql: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Rows; none when the file turns out to be damaged, which is then made anew."""
        with self._lock:
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.DatabaseError as error:
                if _passing(error):
                    raise refusal("room_index", why=error) from error
                self._anew("store_damaged")
                return []

    def _put(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._lock, self._guarded(), self._connection:
            self._connection.executemany(sql, rows)

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if not _passing(error):
                self._anew("store_damaged")
            raise refusal("room_index", why=error) from error

    def _opened(self) -> sqlite3.Connection:
        if self.path is None:
            return _new(":memory:")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self._checked(self.path)
        except OSError as error:
            why: object = error.strerror or error
        except sqlite3.DatabaseError as error:
            why = error
        self.notes.append(note("store_memory", why=why))
        self.path = None
        return _new(":memory:")

    def _checked(self, path: Path) -> sqlite3.Connection:
        if not path.exists():
            if any((path.parent / "sources").glob("*")):
                self.notes.append(note("store_missing"))
            return _new(str(path))
        fault = _fault(path)
        if not fault:
            return _connect(str(path))
        self.notes.append(note(fault))
        _put_aside(path)
        return _new(str(path))

    def _anew(self, code: str) -> None:
        self.notes.append(note(code))
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        if self.path is not None:
            _put_aside(self.path)
        self._connection = self._opened()


def _passing(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself may be sound: the disk is full, another process holds it, it is closed …"""
    return not any(x in str(error) for x in ("malformed", "not a database", "corrupt", "no such table"))


def _fault(path: Path) -> str:
    """What is wrong with a file, "" when nothing is."""
    connection = None
    try:
        connection = _connect(str(path))
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            return "store_foreign"
        if version != VERSION:
            return "store_older"
        return "" if connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",) else "store_damaged"
    except sqlite3.OperationalError as error:
        return "" if _passing(error) else "store_damaged"
    except sqlite3.DatabaseError:
        return "store_damaged" if path.read_bytes()[:15] == b"SQLite format 3" else "store_foreign"
    finally:
        if connection is not None:
            connection.close()


def _put_aside(path: Path) -> None:
    """Keep one damaged file to be looked at; its journals go, or they would be taken for the new one's."""
    path.replace(path.with_suffix(".aside"))
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def _connect(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(place, timeout=30, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _new(place: str) -> sqlite3.Connection:
    connection = _connect(place)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for table in _TABLES:
                connection.execute(table)
            for mark in _MARKS:
                connection.execute(mark)
    return connection
