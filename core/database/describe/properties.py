"""What the columns of a table mean, guessed from names, comments, types and values."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from core.database.describe.kinds import translated
from core.database.describe.live import LiveColumn
from core.vocabulary.card import AttributeKind
from core.vocabulary.common import Common, CommonAttribute, CommonEntity, CommonFlag
from core.vocabulary.identifiers import Identifier, identifier_of, parse_identifier, unit_in
from core.vocabulary.units import Units

Role = Literal["plain", "flag", "level", "name"]

NUMERIC = frozenset({"bigint", "integer", "smallint", "double precision", "real", "numeric"})
TEXT = frozenset({"text", "character varying", "character", "USER-DEFINED", "citext", "name", "uuid"})
LEVELS = frozenset({"level", "class", "grade", "rank", "type", "category", "kind", "级别", "等级", "类型", "类别"})
MAX_LEVELS = 15
MIN_LISTS = 0.3
"""Share of values with a separator that makes a column one of lists."""
_LONG = 24
_LIST = re.compile("[;；、|]")
_WHOLE = re.compile(r"\d{1,3}")


@dataclass(frozen=True)
class Property:
    """A column with what it probably means."""

    column: LiveColumn
    id: str
    kind: AttributeKind
    en: str
    zh: str
    synonyms: tuple[str, ...] = ()
    unit: str | None = None
    dimension: str | None = None
    year: int | None = None
    role: Role = "plain"
    flag: CommonFlag | None = None
    why: str = ""


@dataclass(frozen=True)
class Guesser:
    """Guesses the columns of one table."""

    common: Common
    units: Units
    entity: CommonEntity

    def property_of(self, column: LiveColumn, prefix: str = "") -> Property | None:
        """The meaning of a column; None for technical ones.  `prefix` names the table a joined column is from."""
        name = parse_identifier(column.name.rpartition(".")[2], self.common.words.abbreviations)
        unit, name = self._unit(column, name)
        words = self._without_entity(name)
        known = self._common(" ".join(words))
        if known is None and (self._technical(name) or not column.filled):
            return None
        kind, role, flag = self._kind(column, name, known)
        if not kind:
            return None
        base = self._labelled(column, name, words, known)
        found = replace(base, kind=kind, role=role, flag=flag, unit=unit or None)
        if kind in ("number", "year"):
            found = replace(found, dimension=self._dimension(found.unit, known))
        if prefix:
            en, zh = f"{prefix} {found.en}", f"{prefix}{found.zh}"
            found = replace(found, id=identifier_of(en, set()), en=en, zh=zh, synonyms=())
        return self._of_year(found, name.year) if name.year is not None else found

    # --- words ------------------------------------------------------------------------------------------------

    def _without_entity(self, name: Identifier) -> tuple[str, ...]:
        """``level lake`` in a table of lakes is the level."""
        own = {y for x in self.entity.identifiers for y in (x, x.replace("_", " "))}
        words = tuple(x for x in name.words if x not in own)
        return words if self._common(" ".join(words)) is not None else name.words

    def _common(self, phrase: str) -> CommonAttribute | None:
        return next((x for x in self.common.attributes if phrase in x.identifiers), None)

    def _technical(self, name: Identifier) -> bool:
        phrase = name.phrase
        serial = len(name.words) == 1 and len(phrase) > 4 and phrase.endswith("id")
        return serial or phrase in self.common.words.technical or phrase.endswith((" id", " uuid", " oid"))

    def _labelled(
        self, column: LiveColumn, name: Identifier, words: tuple[str, ...], known: CommonAttribute | None
    ) -> Property:
        if known is not None:
            return Property(
                column, known.id, "text", known.labels.en, known.labels.zh,
                (*known.synonyms, *self._comment(column)), why=f"its name ({' '.join(words)})",
            )  # fmt: skip
        compound = self._compound(column, words)
        if compound is not None:
            return compound
        phrase = " ".join(words) or column.name
        zh = translated(words, self.common.words.words) or (phrase if name.cjk else "")
        notes = self._comment(column)
        label = next((x for x in notes if parse_identifier(x, {}).cjk), "")
        return Property(
            column, identifier_of(phrase, set()), "text", phrase, zh or label or phrase,
            tuple(dict.fromkeys((phrase, *notes))), why="its own words",
        )  # fmt: skip

    def _compound(self, column: LiveColumn, words: tuple[str, ...]) -> Property | None:
        """``population female`` is the female population, ``population 65 plus`` that of 65 and over."""
        base = self._common(words[0]) if len(words) > 1 and column.type in NUMERIC else None
        if base is None or base.kind != "number":
            return None
        rest = words[1:]
        ages = _ages(rest)
        if ages is not None:
            en, en_more, zh = ages
            names = [f"{base.labels.en}{of} {x}" for of in ("", " of people") for x in (en, *en_more)]
            names += [f"{y}的{base.labels.zh}" for y in zh] + [f"{y}{base.labels.zh}" for y in zh]
            labels = (names[0], f"{zh[0]}{base.labels.zh}")
        else:
            en, own = " ".join(rest), translated(rest, self.common.words.words)
            labels = (f"{en} {base.labels.en}", f"{own or en}{base.labels.zh}")
            names = [f"{base.labels.en} {en}", f"{base.labels.en} of {en}"]
            for more in self.common.words.equivalents.get(en, ()):
                names += [f"{more} {base.labels.en}", f"{base.labels.en} of {more}", f"number of {more}"]
            names += [f"{own}{x}" for x in _cjk(base.synonyms)] + [f"{own}的{base.labels.zh}"] if own else []
        found = identifier_of(" ".join(words), set())
        return Property(column, found, "number", *labels, tuple(names), why=f"“{base.labels.en}” and more words")

    def _of_year(self, found: Property, year: int) -> Property:
        """The column of one year; words for the year go before and after those for the property."""
        ways = []
        for word in dict.fromkeys((found.en, found.zh, *found.synonyms)):
            if parse_identifier(word, {}).cjk:
                ways += [
                    f"{year}年{word}",
                    f"{year}年的{word}",
                    f"{year}{word}",
                    f"{word}{year}",
                    f"{year}年末{word}",
                ]
            else:
                ways += [
                    f"{word} in {year}",
                    f"{year} {word}",
                    f"{word} {year}",
                    f"{word} of {year}",
                    f"{year}'s {word}",
                ]
        return replace(
            found, id=f"{found.id}_{year}", en=f"{found.en} {year}", zh=f"{year}年{found.zh}",
            synonyms=tuple(dict.fromkeys(ways)), year=year, why=f"{found.why}, year {year}",
        )  # fmt: skip

    def _comment(self, column: LiveColumn) -> tuple[str, ...]:
        bare = re.sub(r"[(（\[].*?[)）\]]", "", column.comment).strip(" .。:：")
        return (bare,) if 0 < len(bare) <= _LONG else ()

    # --- types and units --------------------------------------------------------------------------------------

    def _kind(
        self, column: LiveColumn, name: Identifier, known: CommonAttribute | None
    ) -> tuple[AttributeKind, Role, CommonFlag | None]:
        flag = next((x for x in self.common.flags if name.phrase in {*x.identifiers} | _spelled(x)), None)
        values = set(column.values or ())
        if column.type == "boolean" or (flag and values <= {"0", "1"}) or _numbered(name, values):
            return "text", "flag", flag
        if column.type in NUMERIC:
            few = 0 < len(values) <= MAX_LEVELS and all(_WHOLE.fullmatch(x) for x in values)
            if few and LEVELS & set(name.words):
                return "text", "level", None
            if known is not None and known.id == "year_built":
                return "year", "plain", None
            coded = known is not None and known.kind == "text"
            return ("text" if coded else "number"), "plain", None
        if column.type not in TEXT:
            return "", "plain", None  # type: ignore[return-value]
        named = known is not None and known.id.startswith("name")
        parts = sum(1 for x in values if _LIST.search(x))
        lists = not named and bool(values) and parts / len(values) >= MIN_LISTS and column.distinct < column.filled
        return ("list" if lists else "text"), ("name" if named else "plain"), None

    def _unit(self, column: LiveColumn, name: Identifier) -> tuple[str, Identifier]:
        """The unit at the end of a name or comment, and the name without it."""
        if column.type not in NUMERIC:
            return "", name
        for text in (unit_in(column.name), unit_in(column.comment)):
            if text is not None and self.units.find(text):
                return text, name
        for count in (2, 1):
            last = "".join(name.words[-count:])
            found = self.units.find(last) if len(name.words) > count else None
            if found is not None and found[0] in ("length", "area", "mass"):
                return found[1], replace(name, words=name.words[:-count])
        return "", name

    def _dimension(self, unit: str | None, known: CommonAttribute | None) -> str | None:
        found = self.units.find(unit) if unit else None
        return found[0] if found else (known.dimension if known is not None else None)


def _spelled(flag: CommonFlag) -> set[str]:
    return {f"{x} {y}" for x in ("is", "has", "project", "in") for y in flag.identifiers}


def _numbered(name: Identifier, values: set[str]) -> bool:
    """Zeros and ones under a name that asks whether: ``is_open``, ``has_lift``."""
    return bool(values) and values <= {"0", "1"} and name.words[:1] in (("is",), ("has",))


def _cjk(words: tuple[str, ...]) -> list[str]:
    return [x for x in words if parse_identifier(x, {}).cjk]


def _ages(rest: tuple[str, ...]) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """``0 14`` and ``65 plus`` in words."""
    if len(rest) == 2 and rest[0].isdigit() and rest[1].isdigit():
        a, b = rest
        more = (f"aged {a}-{b}", f"aged between {a} and {b}", f"{a}-{b}", f"of {a} to {b} years")
        return f"aged {a} to {b}", more, (f"{a}-{b}岁", f"{a}至{b}岁", f"{a}到{b}岁", f"{a}岁到{b}岁")
    if len(rest) == 2 and rest[0].isdigit() and rest[1] == "plus":
        a = rest[0]
        over = (f"aged {a} and over", f"aged {a} or above", f"over {a}", f"{a} and above", f"over the age of {a}")
        return f"aged {a} and above", over, (f"{a}岁以上", f"{a}岁及以上", f"{a}岁以上的")
    return None
