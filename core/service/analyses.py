"""The store of finished analyses, tied to the documents: a kept report can be found by later questions."""

from __future__ import annotations

import logging

from core.analysis.store import Analysis, AnalysisStore
from core.errors import KnowledgeError, Language
from core.i18n import LANGUAGES
from core.knowledge.search import Library
from core.settings import Settings

log = logging.getLogger(__name__)


def analysis_store(settings: Settings, library: Library | None) -> AnalysisStore:
    """The store of this installation; reports enter and leave `library` with their analyses.

    An analysis is kept also when its report cannot enter the documents; the log names the cause.
    """
    store = AnalysisStore.of(settings)
    if library is not None:
        store.on_saved = lambda analysis: _index(library, analysis)
        store.on_deleted = lambda analysis: _forget(library, analysis)
    return store


def source_id(analysis: Analysis, language: Language) -> str:
    """What the report is called among the documents."""
    return f"{analysis.record.id}.{language}"


def _index(library: Library, analysis: Analysis) -> None:
    for language in LANGUAGES:
        text, title = analysis.report(language), analysis.record.title.in_(language)
        if not text:
            continue
        try:
            library.index_text(source_id(analysis, language), title, text, language, kind="analysis")
        except KnowledgeError:
            log.exception("the report of %s is not among the documents", analysis.record.id)


def _forget(library: Library, analysis: Analysis) -> None:
    for language in LANGUAGES:
        library.forget_text(source_id(analysis, language), kind="analysis")
