"""The target's noun again: gold deposits and copper deposits, 四川的金矿和云南的铜矿."""

from __future__ import annotations

from collections.abc import Sequence

from core.question.grammar.listings import Listings
from core.question.grammar.parts import EitherPart, Part, RegionPart, ValuePart


class Repeated(Listings):
    """What both grammars know of two lists of one kind."""

    def merge_repeated(self) -> bool:
        """The target's noun again: ``铅矿和锌矿``, ``small gold deposits or large copper deposits``.

        The conditions since the last conjunction belong to this noun, those before it to the first: either group
        must hold.  False when the two groups cannot be told apart.
        """
        parts = self.target.parts
        head = min(self.target.head, default=0)
        again = [i for i, (link, x) in enumerate(parts) if link and min(x.uses, default=head + 1) > head]
        start = again[-1] if again else None
        if start is None:
            return True
        if any(isinstance(x, RegionPart) for _, x in parts[start:]):
            return self._each_in_its_area(start)
        link = parts[start][0]
        if link == "comma" and all(isinstance(x, RegionPart) for _, x in parts[:start]):
            return True  # in X, which deposits are uranium deposits
        return self._either_list(start)

    def _either_list(self, start: int) -> bool:
        """The conditions from `start` on, or those before them."""
        parts, link = self.target.parts, self.target.parts[start][0]
        shared = next((i for i, (_, x) in enumerate(parts) if isinstance(x, ValuePart | EitherPart)), start)
        before, behind = [x for _, x in parts[shared:start]], [x for _, x in parts[start:]]
        if not all(isinstance(x, ValuePart | EitherPart) for x in (*before, *behind)):
            return False
        if not before:
            return len(behind) == 1 and self._told_more(start)  # 以后发现的矿，铜矿
        if link != "or" and all(isinstance(x, ValuePart) and x.negated for x in behind):
            return True  # neither … nor …, skarn but not copper: both hold
        common = _said_of_all(before, behind)
        kept = [x for x in before if x not in common] or before
        if kept is before and common and self._told_more(start):
            return True  # 小型的矿，金矿
        common = [x for x in common if kept is not before]
        either = self._either(kept, behind, link in ("and", "comma"))
        self.target.parts = [*parts[:shared], *((("", x)) for x in common), ("", either)]
        return True

    def _told_more(self, start: int) -> bool:
        """``规模为小型的矿，金矿或者铁矿``: behind a comma the noun again says more of the same features."""
        link, part = self.target.parts[start]
        before = self.lexemes[min(part.uses) - 1]
        plain = isinstance(part, ValuePart) and not part.negated
        return link == "comma" and plain and self.lexemes[min(part.uses)].cjk and before.text in (",", "，")

    def _each_in_its_area(self, start: int) -> bool:
        """``四川的金矿和云南的铜矿``: each of two lists in an area of its own."""
        before, behind = ([x for _, x in half] for half in (self.target.parts[:start], self.target.parts[start:]))
        listed = len(before) == 1 and isinstance(before[0], EitherPart)
        whole = all(isinstance(x, ValuePart | EitherPart | RegionPart) for x in (*before, *behind))
        if not whole or not (listed or any(isinstance(x, RegionPart) for x in before)):
            return False
        self.target.parts = [("", self._either(before, behind, False))]
        return True

    def _either(self, before: list[Part], behind: list[Part], by_and: bool) -> Part:
        uses = tuple(sorted({u for x in (*before, *behind) for u in x.uses}))
        first, last = before[0], behind[0]
        if len(before) == len(behind) == 1 and _one_list(first, last):
            assert isinstance(first, ValuePart)  # noqa: S101  # _one_list has seen to it
            assert isinstance(last, ValuePart)  # noqa: S101
            joined = by_and or first.joined_by_and
            behind_it = tuple(len(first.items) + x for x in _bound(last))
            items = (*first.items, *last.items)
            return ValuePart(items, "any", uses, joined_by_and=joined, bound=(*_bound(first), *behind_it))
        groups = first.groups if len(before) == 1 and isinstance(first, EitherPart) else (tuple(before),)
        return EitherPart((*groups, tuple(behind)), uses, by_and)


def _bound(part: ValuePart) -> tuple[int, ...]:
    """The items that belong to the one before them: all but the first of 铅锌."""
    return tuple(range(1, len(part.items))) if part.mode == "all" else part.bound


def _one_list(a: Part, b: Part) -> bool:
    """True when two conditions are plain values of one attribute."""
    if not isinstance(a, ValuePart) or not isinstance(b, ValuePart):
        return False
    if a.negated or b.negated or a.op != "=" or b.op != "=":
        return False
    return bool(set.intersection(*({x for x, _ in item.readings} for item in (*a.items, *b.items))))


def _said_of_all(before: Sequence[Part], behind: Sequence[Part]) -> list[Part]:
    """``small gold or iron deposits``: values that the second noun has none of its own against."""
    values = [x for x in behind if isinstance(x, ValuePart)]
    if len(values) != len(behind):
        return []
    own = {a for x in values for item in x.items for a, _ in item.readings}
    return [
        x for x in before
        if isinstance(x, ValuePart) and not own & {a for item in x.items for a, _ in item.readings}
    ]  # fmt: skip
