"""One hierarchy of errors.

Every error that can reach a person carries a plain sentence that names the culprit (file, row, column, word,
host …) and, where there is one, a hint that says what to do next.  Pages and the command line print
:meth:`OreSightError.say`; nothing else of an exception is ever shown.
"""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "zh"]


class OreSightError(Exception):
    """Base of every error raised on purpose.

    Args:
        sentence: what went wrong, one plain English sentence naming the culprit.
        hint: what the reader can do about it, or "".
        sentence_zh, hint_zh: the same in Chinese; English is shown where they are missing.
    """

    def __init__(self, sentence: str, hint: str = "", *, sentence_zh: str = "", hint_zh: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint
        self.sentence_zh = sentence_zh
        self.hint_zh = hint_zh

    def say(self, language: Language = "en") -> str:
        """The sentence and the hint in `language`, English where there is no translation."""
        sentence = self.sentence_zh if language == "zh" and self.sentence_zh else self.sentence
        hint = self.hint_zh if language == "zh" and self.hint_zh else self.hint
        return f"{sentence} {hint}".strip()


class SettingsError(OreSightError):
    """A setting or a file under data_mappings/ is missing or malformed."""


class DatabaseError(OreSightError):
    """The database cannot be started, reached or prepared."""


class IngestError(OreSightError):
    """A file cannot be read or loaded; nothing of it was kept."""


class ImportCancelledError(IngestError):
    """A person has cancelled an import; nothing of it was kept."""


class QueryError(OreSightError):
    """A question could not be run, although it was understood."""


class PlanRejectedError(QueryError):
    """The plan check refused a statement before it ran."""


class QueryTimeoutError(QueryError):
    """The statement ran into its time limit."""


class QueryBusyError(QueryError):
    """Tables are locked, or the database has no room, memory or connection left; later the same may work."""


class QueryCancelledError(QueryError):
    """The user, or a newer question, cancelled the statement."""


class ProofError(QueryError):
    """The two independent distance computations disagree; the answer is withheld."""


class KnowledgeError(OreSightError):
    """A document cannot be read or searched."""


class AnalysisError(OreSightError):
    """An analysis cannot be run on these data, or a kept one cannot be read."""


class AnalysisCancelledError(AnalysisError):
    """A person has cancelled an analysis; nothing of it was kept."""


class ModelError(OreSightError):
    """The language model cannot be loaded, or did not answer; nothing else depends on it."""

    code: str = ""
    """What went wrong, as a word for programs: ``no_memory``, ``timeout`` …"""


class ModelCancelledError(ModelError):
    """A person stopped the language model."""


class KnowledgeCancelledError(KnowledgeError):
    """A person has cancelled the work on documents; what was finished before stays."""
