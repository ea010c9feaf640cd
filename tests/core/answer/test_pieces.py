from __future__ import annotations

from dataclasses import replace

from core.answer.compose import compose
from core.answer.pieces import pieces
from tests.core.answer.answer_samples import Bench, four


def test_pieces_give_the_text_back_and_tell_marks_from_brackets_in_names(bench: Bench) -> None:
    rows = list(four())
    name = "Alpha [4] field"
    rows[0] = replace(rows[0], row=replace(rows[0].row, name=name, names={"en": name}))
    for claim in compose(bench.material(evidence=tuple(rows))):
        found = pieces(claim)
        assert "".join(p.text for p in found) == claim.text
        assert [p.text for p in found if p.kind == "value"] == [c.text for c in claim.citations]
        marked = {c.number for p in found if p.kind == "mark" for c in p.citations}
        assert marked == {c.number for c in claim.citations}
