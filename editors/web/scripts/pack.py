"""What the page runs of Python, compiled by the Python that runs it: `server.zip` and `stdlib.zip`.

Runs in Pyodide at build time. The sources are left out: compiling them would be most of the time that loading takes. So
is whatever can't be imported from kibitz, through how many modules ever: half of it.
"""

import importlib.util
import marshal
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

NEVER = (1980, 1, 1, 0, 0, 0)
"""The time of all files: the same sources give the same bytes."""
OURS = "kibitz/"
TESTING = ("testing.py", "editors.toml")
"""What is in each notation for the tests."""
BEGINNING = ("_pyodide/", "pyodide/", "codecs.py", "site.py", "encodings/__init__.py")
"""What Pyodide needs itself, whoever imports what."""
ENCODINGS = re.compile(r"encodings/(utf_.*|aliases|ascii|cp437|cp1252|idna|latin_1|unicode_escape)\.py")
"""Those of the encodings that a record, a zip or Python itself may come in; most are tables of other scripts."""
ABSENT = {"_pyrepl", "ctypes", "doctest", "email", "http", "multiprocessing", "pdb", "pydoc", "sqlite3", "ssl", "test", "unittest", "xml"}
"""What is imported somewhere for debugging, the network or processes of one's own: a page has none of these."""
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)


def main(folder: str, library: str, target: str) -> None:
    """Makes the archives of a folder with kibitz and what it needs, and of Pyodide's standard library."""
    files = dict(server(Path(folder)))
    with zipfile.ZipFile(library) as zipped:
        standard = {name: zipped.read(name) for name in zipped.namelist() if name.endswith(".py")}
    roots = [name for name in files if name.startswith(OURS)] + [name for name in standard if name.startswith(BEGINNING)]
    roots += filter(ENCODINGS.fullmatch, standard)
    kept = reached(roots, {**standard, **files})
    data = {name for name in files if not name.endswith(".py")}
    archive(f"{target}/server.zip", {name: files[name] for name in files.keys() & (kept | data)})
    archive(f"{target}/stdlib.zip", {name: standard[name] for name in standard.keys() & kept})


def server(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and ".dist-info/" not in name and not name.endswith((*TESTING, ".pyi", ".typed")):
            yield name, path.read_bytes()


def reached(roots: Iterable[str], files: Mapping[str, bytes]) -> set[str]:
    """The files of these that may be imported from some of them, followed from import to import."""
    found = set(roots)
    waiting = list(found)
    while waiting:
        path = waiting.pop()
        for name in imports(files[path].decode(), path):
            parts = name.split("/")
            if parts[0] in ABSENT:
                continue
            # A package is imported before what is in it.
            for end in range(1, len(parts) + 1):
                for file in (f"{'/'.join(parts[:end])}.py", f"{'/'.join(parts[:end])}/__init__.py"):
                    if file in files and file not in found:
                        found.add(file)
                        waiting.append(file)
    return found


def imports(source: str, path: str) -> Iterator[str]:
    """What a module imports anywhere in it, as paths; the names of what is no module among them."""
    for match in IMPORT.finditer(source):
        base, names, whole = match.groups()
        if whole is not None:
            yield from (one.split()[0].replace(".", "/") for one in whole.split(",") if one.strip())
            continue
        name = base.lstrip(".")
        above = path.split("/")[: -(len(base) - len(name))] if name != base else []
        package = "/".join([*above, *filter(None, name.split("."))])
        yield package
        yield from (f"{package}/{one}".lstrip("/") for one in re.findall(r"\w+", names))


def archive(target: str, files: Mapping[str, bytes]) -> None:
    """Writes a zip, whose bytes are the same whenever the files are."""
    with zipfile.ZipFile(target, "w", compresslevel=9) as zipped:
        for name, content in sorted(files.items()):
            if name.endswith(".py"):
                zipped.writestr(entry(f"{name}c"), compiled(content, name))
            else:
                zipped.writestr(entry(name), content)


def entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, NEVER)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def compiled(source: bytes, name: str) -> bytes:
    """A module as Python keeps it; its name in tracebacks is the one that it has in the archive."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=1)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
