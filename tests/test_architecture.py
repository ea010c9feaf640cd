"""The house has floors: imports run down, packages form no circle, SQL is never glued from text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from core.settings import ROOT

# From the ground up; a package may import itself and floors below its own.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("core.errors",),
    ("core.settings",),
    ("core.confined", "core.script"),
    ("core.vocabulary", "core.llm", "core.knowledge", "core.i18n"),
    ("core.database", "core.question"),
    ("core.ingest", "core.query", "core.mapping", "core.geochem", "core.prospectivity", "core.demo"),
    ("core.evidence", "core.analysis", "core.raster"),
    ("core.answer",),
    ("core.service",),
    ("core.session", "core.evaluation", "core.cli"),
    ("pages", "core.__main__"),
    ("app",),
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}
ALSO_FORBIDDEN = {("core.question", "core.database")}
"""On one floor, and meant to stay apart for good."""

NETWORK = {
    "requests",
    "httpx",
    "aiohttp",
    "urllib3",
    "urllib.request",
    "http.client",
    "ftplib",
    "smtplib",
    "socket",
}
NETWORK_DECLARED: dict[str, set[str]] = {
    x: {"socket"} for x in ("core.ingest.frames", "core.ingest.keeper", "core.ingest.nursery")
}  # pairs of sockets between two processes of this program; they have no address
NETWORK_DECLARED["core.llm.server"] = {"httpx"}  # the model server of the settings; there is none by default
"""Module → network libraries it may import, with the reason beside it; everything works with no network at all."""

HEAVY = {"torch", "sentence_transformers", "chromadb", "llama_cpp"}
"""May be missing: imported inside the function that needs them."""

GLUED_DECLARED = {("core.query.execute", "EXPLAIN (FORMAT JSON) ")}
"""Put before a statement that the compiler made and that is sent as it is."""

SQL_START = re.compile(
    r"^\s*(SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE|COPY|EXPLAIN|WITH\s+\w+\s+AS|SET\s+LOCAL|GRANT|REVOKE"
    r"|(CREATE|DROP|ALTER)\s+(TABLE|INDEX|SCHEMA|ROLE|DATABASE|VIEW|EXTENSION|FUNCTION|TYPE))\b"
)
SQL_CALLS = {"text", "SQL", "execute", "executemany", "exec_driver_sql", "copy", "literal_column"}


@dataclass(frozen=True)
class Import:
    """One import statement's target."""

    module: str
    line: int
    inside_function: bool
    typing_only: bool


@dataclass(frozen=True)
class Module:
    """A parsed source file."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def package(self) -> str:
        """The unit that stands on a floor: ``core.query``, ``core.errors``, ``pages``, ``app``."""
        parts = self.name.split(".")
        return ".".join(parts[:2]) if parts[0] == "core" else parts[0]


@cache
def modules() -> tuple[Module, ...]:
    files = [*sorted((ROOT / "core").rglob("*.py")), *sorted((ROOT / "pages").rglob("*.py")), ROOT / "app.py"]
    found = []
    for path in files:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found.append(Module(name, path, ast.parse(path.read_text(encoding="utf-8"), str(path))))
    return tuple(x for x in found if x.name != "core")


def imports(module: Module) -> Iterator[Import]:
    """Every import, also those inside functions and under TYPE_CHECKING."""

    def walk(node: ast.AST, inside: bool, typing_only: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(alias.name, child.lineno, inside, typing_only)
            elif isinstance(child, ast.ImportFrom):
                base = _base(module, child)
                for alias in child.names:
                    yield Import(f"{base}.{alias.name}", child.lineno, inside, typing_only)
            else:
                function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                guard = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
                yield from walk(child, inside or function, typing_only or guard)

    return walk(module.tree, False, False)


def _base(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    is_package = module.path.name == "__init__.py"
    kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*kept, *([node.module] if node.module else [])])


def _unit(name: str) -> str | None:
    """The floor unit an import belongs to; None for foreign packages."""
    parts = name.split(".")
    if parts[0] == "core":
        return ".".join(parts[:2]) if len(parts) > 1 else "core"
    return parts[0] if parts[0] in {"pages", "app"} else None


def _where(module: Module, line: int) -> str:
    return f"{module.path.relative_to(ROOT)}:{line}"


def test_every_package_has_a_floor() -> None:
    assert {x.package for x in modules()} - set(FLOOR) == set()


def test_imports_run_down() -> None:
    wrong = []
    for module in modules():
        for one in imports(module):
            unit = _unit(one.module)
            if unit is None or unit == module.package:
                continue
            if unit not in FLOOR:
                wrong.append(f"{_where(module, one.line)} imports {one.module}, which stands on no floor")
            elif FLOOR[unit] >= FLOOR[module.package] or (module.package, unit) in ALSO_FORBIDDEN:
                wrong.append(f"{_where(module, one.line)} imports {one.module}, which is not below it")
    assert wrong == []


def test_packages_form_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for module in modules():
        targets = {_unit(x.module) for x in imports(module)} - {None, module.package}
        graph.setdefault(module.package, set()).update(x for x in targets if x)
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"packages import each other: {' → '.join(error.args[1])}")


def test_modules_form_no_circle() -> None:
    """A circle of imports that run when a module is loaded makes their order matter."""
    names = {x.name for x in modules()}
    graph: dict[str, set[str]] = {}
    for module in modules():
        for one in imports(module):
            if not (one.typing_only or one.inside_function):
                target = one.module if one.module in names else one.module.rpartition(".")[0]
                if target in names and target != module.name and not module.name.startswith(target + "."):
                    graph.setdefault(module.name, set()).add(target)
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"modules import each other: {' → '.join(error.args[1])}")


def test_only_pages_know_streamlit() -> None:
    wrong = [
        _where(module, one.line)
        for module in modules()
        if module.package not in {"pages", "app", "core.session"}
        for one in imports(module)
        if one.module.split(".")[0] in {"streamlit", "streamlit_folium"}
    ]
    assert wrong == []


def test_the_core_uses_no_network() -> None:
    wrong = [
        f"{_where(module, one.line)} imports {one.module}"
        for module in modules()
        for one in imports(module)
        for library in NETWORK - NETWORK_DECLARED.get(module.name, set())
        if one.module == library or one.module.startswith(library + ".")
    ]
    assert wrong == []


def test_heavy_packages_are_imported_where_they_are_used() -> None:
    wrong = [
        f"{_where(module, one.line)} imports {one.module} at the top"
        for module in modules()
        for one in imports(module)
        if one.module.split(".")[0] in HEAVY and not (one.inside_function or one.typing_only)
    ]
    assert wrong == []


def _is_glued(node: ast.AST) -> bool:
    """Whether an expression puts values into text: f-string, ``%``, ``+``, format, join.

    Names in capitals are constants of the program, not values.
    """
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(x, ast.FormattedValue) for x in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.Add):
        texts = [x for x in ast.walk(node) if isinstance(x, ast.Constant) and isinstance(x.value, str)]
        others = [x for x in ast.walk(node) if isinstance(x, ast.Name | ast.Attribute | ast.Call | ast.JoinedStr)]
        return bool(texts) and not all(isinstance(x, ast.Name) and x.id.isupper() for x in others)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"format", "join"}
    ):
        return isinstance(node.func.value, ast.Constant | ast.JoinedStr)
    return False


def _literal_start(node: ast.AST) -> str:
    """The constant text an expression begins with."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return _literal_start(node.values[0]) if node.values else ""
    if isinstance(node, ast.BinOp):
        return _literal_start(node.left)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _literal_start(node.func.value)
    return ""


def _glued_sql(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and beginning of every piece of SQL text that is put together from values."""
    for node in ast.walk(tree):
        start = _literal_start(node)
        if _is_glued(node) and SQL_START.match(start):
            yield node.lineno, start  # type: ignore[attr-defined]
        elif isinstance(node, ast.Call) and node.args and _is_glued(node.args[0]):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SQL_CALLS and not SQL_START.match(_literal_start(node.args[0])):
                yield node.lineno, start


def test_sql_is_never_glued_from_text() -> None:
    wrong = [
        _where(module, line)
        for module in modules()
        for line, start in _glued_sql(module.tree)
        if (module.name, start) not in GLUED_DECLARED
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "caught"),
    [
        ("c.execute(f'SELECT * FROM {t}')", True),
        ("q = 'SELECT * FROM %s' % t", True),
        ("q = 'DROP TABLE ' + t", True),
        ("q = 'SELECT {}'.format(t)", True),
        ("c.execute(sql.SQL(f'x {t}'))", True),
        ("c.execute(text(' AND '.join(parts)))", True),
        ("c.execute(sql.SQL('SELECT * FROM {}').format(sql.Identifier(t)))", False),
        ("c.execute('SELECT 1 WHERE x = %s', (x,))", False),
        ("message = f'Set {x}: select a region'", False),
        ("c.execute('SELECT ' 'two')", False),
    ],
)
def test_the_check_for_glued_sql_works(source: str, caught: bool) -> None:
    assert bool(list(_glued_sql(ast.parse(source)))) is caught
