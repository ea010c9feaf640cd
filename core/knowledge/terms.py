"""Words of a text as the index knows them: English stems and Chinese words, one vocabulary for both.

English words are lower-cased and stemmed (Porter's second English stemmer), Chinese runs are segmented by jieba
in search mode, which also yields the shorter words inside a long one; traditional characters count as simplified
ones.  Words that carry no subject are left out.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import jieba
import snowballstemmer

from core.script import simplified

STOP = frozenset(Path(__file__).with_name("stopwords.txt").read_text(encoding="utf-8").split())
FRAMES = tuple(Path(__file__).with_name("frames.txt").read_text(encoding="utf-8").split())
"""Words that ask, or that any text about ores has: they say little about what a question is about."""

_RUN = re.compile(r"[A-Za-z][A-Za-z0-9]*|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
SEGMENTER = 2
"""Version of the segmentation; a change has all words found again."""
MAX_STEMS = 100_000
"""Words whose stems are remembered; a text has far fewer different ones than words."""
MAX_CHARS = 2_000_000
"""Longer texts are cut before segmentation; documents are smaller than this by far."""


class Segmenter:
    """Turns text into index terms.

    Args:
        words: domain words the Chinese dictionary may lack; they are kept whole.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._stemmer = snowballstemmer.stemmer("english")
        self._stems: dict[str, str] = {}
        self._words = tuple(words)
        self._chinese: jieba.Tokenizer | None = None
        self._lock = threading.Lock()

    def terms(self, text: str) -> list[str]:
        """Terms of `text` in order, repetitions kept."""
        return list(self._terms(simplified(unicodedata.normalize("NFKC", text[:MAX_CHARS]))))

    def _terms(self, text: str) -> Iterator[str]:
        for match in _RUN.finditer(text):
            run = match[0]
            if run[0].isascii():
                word = run.lower()
                symbol = len(run) > 1 or run.isupper()  # a small letter alone is no word, a large one an element
                if symbol and word not in STOP:
                    yield self._stem(word)
            else:
                for word in self._jieba().cut_for_search(run):
                    if word not in STOP:
                        yield word

    def _stem(self, word: str) -> str:
        found = self._stems.get(word)
        if found is None:
            with self._lock:  # the stemmer keeps its state in itself
                found = self._stemmer.stemWord(word)
            if len(self._stems) < MAX_STEMS:
                self._stems[word] = found
        return found

    def _jieba(self) -> jieba.Tokenizer:
        with self._lock:
            if self._chinese is None:
                tokenizer = jieba.Tokenizer()
                frequencies, tokenizer.total = _dictionary()
                tokenizer.FREQ = dict(frequencies)
                tokenizer.initialized = True
                for word in self._words:
                    tokenizer.add_word(word)
                self._chinese = tokenizer
        return self._chinese


@lru_cache(maxsize=1)
def _dictionary() -> tuple[Mapping[str, int], int]:
    """jieba's own word frequencies and their sum.

    By default jieba unmarshals a cache file from the shared temporary directory.  Building the table from the
    packaged dictionary costs a second per process and trusts nobody.
    """
    tokenizer = jieba.Tokenizer()
    return tokenizer.gen_pfdict(tokenizer.get_dict_file())
