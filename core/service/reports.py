"""Reports of answers: everything around the answer is gathered here, and the writers are called."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from typing import Literal, assert_never, get_args

import sqlalchemy as sa

from core.analysis.store import AnalysisStore
from core.answer.model import Answer
from core.answer.report_build import Surroundings, build
from core.answer.report_html import html_bytes
from core.answer.report_map import draw_map
from core.answer.report_model import Report
from core.answer.report_tables import Vocabulary
from core.mapping.style_feeds import StyleFeeds
from core.mapping.styles import Styles
from core.query.cancel import CancelToken
from core.raster.registry import RasterStore
from core.service.app import MineralApp
from core.service.report_analyses import analyses_of
from core.service.report_overlays import OverlayReader
from core.service.report_scene import SceneMaker
from core.settings import VERSION
from core.vocabulary.card import Layer

ReportFormat = Literal["html", "docx", "pdf"]
FORMATS: tuple[ReportFormat, ...] = get_args(ReportFormat)
MEDIA: Mapping[ReportFormat, str] = {
    "html": "text/html",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pdf": "application/pdf",
}
_PACKAGES = ("SQLAlchemy", "psycopg", "shapely", "pyproj", "numpy", "reportlab", "python-docx", "resvg-py")

OnStep = Callable[[str], object]
"""Called as each step begins: map, text, file."""


@dataclass
class Reports:
    """Makes reports of the answers of one product."""

    app: MineralApp
    styles: Styles | None = None
    feeds: StyleFeeds | None = None
    """Styles as the map has them; None reads them anew."""

    def report(
        self,
        answer: Answer,
        *,
        layers: tuple[Layer, ...] | None = None,
        made: datetime | None = None,
        cancel: CancelToken | None = None,
        on_step: OnStep | None = None,
    ) -> Report:
        """The report of `answer`.

        Args:
            layers: what the map shows, topmost first; None takes what is visible by default.
            made: the time stamp; None takes now.
            cancel: stops the work from another thread.

        Raises:
            QueryCancelledError: it was cancelled.
            DatabaseError: the database does not answer.
        """
        step = on_step or (lambda _: None)
        step("map")
        context = self.app.context()
        styles = self.styles or Styles.load(self.app.settings.mappings_dir)
        feeds = self.feeds or StyleFeeds(self.app.database, styles)
        settings, database = self.app.settings, self.app.database
        rasters = RasterStore(database, settings.local_dir)
        kept = OverlayReader(AnalysisStore.of(settings), rasters, answer.language)
        maker = SceneMaker(
            database, context.card, styles, lambda layer: feeds.get(context.card, layer), kept, layers
        )
        scene, notes = maker.make(answer, cancel)
        picture = draw_map(scene, answer.language) if scene is not None else None
        step("text")
        at = made or datetime.now(UTC)
        analyses, figures, facts = analyses_of(answer, self.app.settings)
        around = Surroundings(
            Vocabulary(context.card, context.units), context.records, self._software(),
            f"{at:%Y-%m-%d %H:%M:%S} UTC", picture, notes, analyses, figures, facts,
        )  # fmt: skip
        return build(answer, around)

    def _software(self) -> Mapping[str, str]:
        found = {"OreSight": VERSION, "Python": platform.python_version()}
        with self.app.database.reader.connect() as connection:
            found["PostgreSQL"] = str(connection.execute(sa.text("SHOW server_version")).scalar()).split(" ")[0]
            found["PostGIS"] = str(connection.execute(sa.text("SELECT postgis_lib_version()")).scalar())
        for name in _PACKAGES:
            try:
                found[name] = metadata.version(name)
            except metadata.PackageNotFoundError:
                continue
        return found


def written(report: Report, form: ReportFormat) -> bytes:
    """The file of a report.

    Raises:
        AssertionError: there is no such format.
    """
    if form == "html":
        return html_bytes(report)
    if form == "pdf":
        from core.answer.report_pdf import pdf_bytes  # noqa: PLC0415 - loading it takes long, few need it

        return pdf_bytes(report)
    if form == "docx":
        from core.answer.report_docx import docx_bytes  # noqa: PLC0415 - as above

        return docx_bytes(report)
    assert_never(form)
