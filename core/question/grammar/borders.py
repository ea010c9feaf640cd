"""What both grammars know of borders that are measured and of the centre of a study area named before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.question.grammar.asked import Valued
from core.question.grammar.asking_sets import AskingSets
from core.question.grammar.naming import settled
from core.question.grammar.parts import AnchorPart, DerivedPart, Mention, Part, Phrase, RegionPart


class Borders(AskingSets):
    """Helpers of the productions for borders and centres."""

    def measured_border(self, made: DerivedPart, uses: tuple[int, ...]) -> bool:
        """The length of what two named areas share: of the first, the part that lies on the border."""
        named = [x for x in made.of if isinstance(x, Phrase) and x.names]
        if made.op != "shared_boundary" or len(named) != len(made.of):
            return False
        kinds = [{x.entity} if x.entity else {y for m in x.names for y in m.types} for x in named]
        common = settled(self.card, [x for x in self.card.entity_types if all(x in y for y in kinds)])
        if len(common) != 1:
            return False
        of = tuple(replace(x, entity=common[0]) for x in named)
        made = replace(made, of=of)
        self.become(replace(of[0], parts=[]))
        self.frame.asked.values.append(Valued("overlap", uses, anchor=made, overlap="length"))
        self.frame.listed = True
        return True

    def area_named(self, parts: Iterable[Part], entity: str) -> Phrase | None:
        """The study area of a kind that stands among the conditions read so far."""
        for part in parts:
            if not isinstance(part, RegionPart):
                continue
            for use in part.uses:
                lexeme = self.lexemes[use]
                if lexeme.entry.names and entity in self.name_types(lexeme):
                    mention = Mention(part.names[0], (entity,), use)
                    return Phrase(entity, (), [mention], [], list(part.uses), [use])
        return None

    def centre_of_named(self, made: AnchorPart, parts: Iterable[Part]) -> AnchorPart:
        """``省中心``, ``the provincial centre``: of the province named before, not of all provinces."""
        if not isinstance(made, DerivedPart) or made.op != "centroid" or len(made.of) != 1:
            return made
        plain = made.of[0]
        if not isinstance(plain, Phrase) or plain.names or plain.parts or plain.entity not in self.region_types():
            return made
        owner = self.area_named(parts, plain.entity)
        return made if owner is None else DerivedPart("centroid", (owner,), made.uses)
