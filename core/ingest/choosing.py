"""What several readers share: choosing a sheet, and telling about the choice of an encoding."""

from __future__ import annotations

from core.database.findings import Finding
from core.errors import IngestError
from core.ingest.encoding import Choice
from core.ingest.model import SheetInfo
from core.ingest.wording import finding, refusal


class SheetChoiceError(IngestError):
    """Several layers or sheets have content and none was chosen."""

    def __init__(self, found: Finding, sheets: tuple[SheetInfo, ...]) -> None:
        super().__init__(found.text, sentence_zh=found.text_zh)
        self.found, self.sheets = found, sheets


class CoordinateChoiceError(IngestError):
    """No columns look like coordinates, and none were chosen."""

    def __init__(self, found: Finding) -> None:
        super().__init__(found.text, sentence_zh=found.text_zh)
        self.found = found


def choose_sheet(sheets: tuple[SheetInfo, ...], wanted: str | None, file: str) -> tuple[str, list[Finding]]:
    """The sheet to read: the wanted one, or the only one that has rows.

    Raises:
        IngestError: it does not exist, or there are several and none was chosen; the sentence lists them.
    """
    names = [x.name for x in sheets]
    listing = ", ".join(f"“{x}”" for x in names)
    if wanted is not None:
        if wanted not in names:
            raise refusal("sheet_unknown", file=file, sheet=wanted, sheets=listing)
        return wanted, []
    filled = [x.name for x in sheets if x.rows != 0]
    if not filled:
        raise refusal("no_rows", file=file)
    if len(filled) > 1:
        raise SheetChoiceError(
            finding("sheet_choice", file=file, sheets=", ".join(f"“{x}”" for x in filled)), sheets
        )
    others = [x for x in names if x != filled[0]]
    if not others:
        return filled[0], []
    return filled[0], [finding("sheet_only", sheet=filled[0], others=", ".join(others))]


def encoding_findings(choice: Choice) -> list[Finding]:
    """What a report says about the choice of an encoding."""
    if choice.stated_wrong:
        return [finding("encoding_stated_wrong", stated=choice.stated_wrong, encoding=choice.name)]
    if choice.assumed:
        samples = dict(choice.candidates).get(choice.name, ())
        sample = next((x.strip() for x in samples if x.strip()), "")
        return [
            finding("encoding_assumed", encoding=choice.name, why=choice.why, why_zh=choice.why_zh, sample=sample)
        ]
    return [finding("encoding", encoding=choice.name, why=choice.why, why_zh=choice.why_zh)]
