"""Allowed imports: those of every module, and those of running commands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import kibitz
from command import kibitz as kibitz_command
from command import process
from kibitz.core.language import MODULES, Language
from kibitz.languages import IDS

PACKAGE = Path(kibitz.__file__).parent
PROTOCOL = {"pygls", "lsprotocol", "cattrs", "asyncio"}


def modules(folder: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        yield ".".join(["kibitz", *path.relative_to(PACKAGE).with_suffix("").parts]), path


@cache
def imports(path: Path) -> set[str]:
    """The full names that a module imports anywhere in it, types and lazy imports included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name the whole package"
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def under(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("folder", ["core", "languages", "cli"])
def test_only_lsp_knows_the_protocol(folder: str) -> None:
    for module, path in modules(folder):
        assert not {name for name in imports(path) if name.partition(".")[0] in PROTOCOL}, module


def test_core_knows_nothing_but_core() -> None:
    for module, path in modules("core"):
        others = {name for name in imports(path) if under(name, "kibitz") and not under(name, "kibitz.core")}
        assert others <= {"kibitz"}, module


@pytest.mark.parametrize("language_id", IDS)
def test_a_language_knows_core_and_itself(language_id: str) -> None:
    found = list(modules(f"languages/{language_id}"))
    assert found
    own = f"kibitz.languages.{language_id}"
    for module, path in found:
        others = {
            name
            for name in imports(path)
            if under(name, "kibitz") and not under(name, "kibitz.core") and not under(name, own)
        }
        assert others <= {"kibitz"}, module


@pytest.mark.parametrize("language_id", IDS)
def test_only_its_language_imports_fast_paths(language_id: str) -> None:
    """So the folder can be taken away (`tests/core/test_fast.py`)."""
    fast = f"kibitz.languages.{language_id}.fast"
    for module, path in modules(f"languages/{language_id}"):
        if not under(module, fast) and module != f"kibitz.languages.{language_id}.language":
            assert not {name for name in imports(path) if under(name, fast)}, module


@pytest.mark.parametrize("language_id", IDS)
def test_games_are_independent(language_id: str) -> None:
    """The game knows no text. It imports its own folder, and the parts of core without a document."""
    own = f"kibitz.languages.{language_id}.game"
    for module, path in modules(f"languages/{language_id}/game"):
        others = {name for name in imports(path) if under(name, f"kibitz.languages.{language_id}")}
        assert all(under(name, own) or name == own.rpartition(".")[0] for name in others), module


ROOMS = {"check", "data", "fast", "features", "game", "text"}
FILES = {"__init__.py", "editors.toml", "language.py", "rules.toml", "testing.py"}
MAY = {"settings.py"}
"""A notation without settings lacks this module."""
OWN_ROOMS = {"botc": {"drawing"}, "pfn": {"toml"}, "qgn": {"drawing"}}
"""The rooms that one notation has alone."""


@pytest.mark.parametrize("language_id", IDS)
def test_every_notation_has_the_same_rooms(language_id: str) -> None:
    folder = PACKAGE / "languages" / language_id
    found = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    assert found >= FILES
    assert found <= ROOMS | FILES | MAY | OWN_ROOMS.get(language_id, set())


FEATURES = {name for name, it in vars(Language).items() if hasattr(it, "__wrapped__")}


@pytest.mark.parametrize("language_id", IDS)
def test_features_are_in_their_modules(language_id: str) -> None:
    """Each module of `features/` answers a feature. Helpers begin with `_`."""
    assert {"hover", "complete", "symbols", "preview"} | MODULES.keys() < FEATURES
    package = import_module(f"kibitz.languages.{language_id}.features")
    for name in (one.name for one in iter_modules(package.__path__) if not one.name.startswith("_")):
        module = import_module(f"{package.__name__}.{name}")
        own = {one for one, it in vars(module).items() if getattr(it, "__module__", "") == module.__name__}
        assert {one for one in own & FEATURES if MODULES.get(one, one) == name}, name


def circling(needed: dict[str, set[str]]) -> set[str]:
    """Return the things on circles of needs, or that need such a thing."""
    left = dict(needed)
    while leaves := [name for name, others in left.items() if not others & left.keys()]:
        for name in leaves:
            del left[name]
    return {*left}


def test_imports_form_no_circle() -> None:
    """Those for types included: each module can be understood before those that build on it."""
    known = {name.removesuffix(".__init__"): path for name, path in modules("")}
    found = circling({name: {*known} & imports(path) - {name} for name, path in known.items()})
    assert not found, sorted(found)


ONE = "rooms that are one"
ONE_ROOM = {"botc": {"check", "drawing", "text"}}
"""Rooms that are still one with each other: a drawing is text that is read, judged and drawn again."""


def rooms(language_id: str) -> dict[str, set[str]]:
    """The rooms of a notation, with those that each needs."""
    own = f"kibitz.languages.{language_id}."
    needed: dict[str, set[str]] = {}
    for module, path in modules(f"languages/{language_id}"):
        room = module.removeprefix(own).partition(".")[0]
        others = {one.removeprefix(own).partition(".")[0] for one in imports(path) if one.startswith(own)}
        needed.setdefault(room, set()).update(others - {room})
    return {room: others & needed.keys() for room, others in needed.items()}


@pytest.mark.parametrize("language_id", IDS)
def test_rooms_form_no_circle(language_id: str) -> None:
    """Each exception is necessary: without any of these rooms, another circle appears."""
    joined, needed = ONE_ROOM.get(language_id, set()), rooms(language_id)
    assert not circling(as_one(needed, joined))
    assert all(circling(as_one(needed, joined - {room})) for room in joined)


def as_one(needed: dict[str, set[str]], joined: set[str]) -> dict[str, set[str]]:
    """Return the needs with some folders joined."""
    merged: dict[str, set[str]] = {}
    for room, others in needed.items():
        part = ONE if room in joined else room
        merged.setdefault(part, set()).update(
            {ONE if other in joined else other for other in others} - {part}
        )
    return merged


def test_one_module_of_the_cli_imports_the_server() -> None:
    knowing = {
        module for module, path in modules("cli") if any(under(name, "kibitz.lsp") for name in imports(path))
    }
    assert knowing == {"kibitz.cli.lsp"}


def test_the_server_does_not_know_the_command_line() -> None:
    for module, path in modules("lsp"):
        assert not any(under(name, "kibitz.cli") for name in imports(path)), module


@cache
def words(path: Path) -> set[str]:
    """Return the texts in a module."""
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("language_id", IDS)
def test_only_its_own_folder_names_a_language(language_id: str) -> None:
    """No other code depends on a notation. `kibitz.languages.IDS` lists them."""
    for folder in ("core", "lsp", "cli"):
        for module, path in modules(folder):
            assert language_id not in words(path), module


NOTED = "{1.52}|1.1..ts.|0.1...?|1.1..9h._|0.1..6d.|0.1.%.as._|[w]\n"
"""A hand with an information, which is not shown."""


@pytest.mark.parametrize(
    ("command", "text"), [("check", "{1.52}|1.1..ts.|\n"), ("check", NOTED), ("format", "{1.52}|1.1..ts.|\n")]
)
def test_commands_load_no_protocol(command: str, text: str, tmp_path: Path) -> None:
    """Nor do they load unused modules for a small record without errors."""
    record = tmp_path / "hand.bjn"
    record.write_text(text)
    # Now there is nothing to change.
    assert kibitz_command("format", record).status == 0
    code = (
        "import sys; before = set(sys.modules); from kibitz.cli import main\n"
        f"status = main(['{command}', {str(record)!r}])\n"
        "print(status, *sorted(set(sys.modules) - before), file=sys.__stdout__)"
    )
    answer, errors = process(code=code).communicate()
    status, *loaded = answer.decode().split("\n")[-2].split()
    assert status == "0", errors
    assert "kibitz.languages.bjn" in loaded
    unwanted = {*PROTOCOL, "lark", "tqdm", "pytest", "pathlib", "shutil", "logging", "concurrent"}
    assert not {name.partition(".")[0] for name in loaded} & unwanted
    if command == "check":
        late = {"core.fixing", "core.next", "core.scene", "languages.bjn.game.expectation"}
        assert not {f"kibitz.{one}" for one in late} & {*loaded}


def test_these_tests_would_see_the_protocol() -> None:
    known = {name.partition(".")[0] for _, path in modules("lsp") for name in imports(path)}
    assert {"pygls", "lsprotocol"} <= known
