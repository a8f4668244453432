"""Pack the Python of the page, compiled by the Python that runs it, into `python.bin`.

This script runs in Pyodide at build time. The sources are left out, because compiling them would be most of the loading time. Modules
that kibitz never imports, even indirectly, are left out too: they are half of the library.

The archive is compressed as a whole. That is smaller than file by file, and a browser decompresses it while it compiles Pyodide.
Node.js does the compression, because it is faster than Python in Pyodide.
"""

import asyncio
import importlib.util
import io
import json
import marshal
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

SITE = "/kibitz"
"""The folder of kibitz and its dependencies in the page."""
LIBRARY = "/library.zip"
"""The archive of Python's standard library in the page."""
LEAST = 400
"""Least number of texts that are compiled at the start. With fewer, attrs and cattrs no longer use `precompiled`."""
LONGEST = 100
"""Greatest length of file names in an archive of the old form."""
NEVER = (1980, 1, 1, 0, 0, 0)
"""The time of all files: the same sources give the same bytes."""
OURS = "kibitz/"
TESTING = ("testing.py", "editors.toml")
"""The test files of each notation."""
BEGINNING = ("_pyodide/", "pyodide/", "codecs.py", "site.py", "encodings/__init__.py")
"""The files that Pyodide itself needs."""
ENCODINGS = re.compile(r"encodings/(utf_.*|aliases|ascii|cp437|cp1252|idna|latin_1|unicode_escape)\.py")
"""The encodings of records, zips and Python itself. Most others are tables for other scripts."""
ABSENT = {
    "_pyrepl",
    "ctypes",
    "doctest",
    "email",
    "http",
    "multiprocessing",
    "pdb",
    "pydoc",
    "sqlite3",
    "ssl",
    "test",
    "unittest",
    "xml",
}
"""Modules for debugging, the network or processes, which a page does not have."""
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([\w., \t]+))",
    re.MULTILINE,
)


async def main(folder: str, library: str, scripts: str, examples: str, target: str) -> bytes:
    """Return the archive of kibitz, its dependencies and Pyodide's standard library. Also draw the examples."""
    files = dict(server(Path(folder)))
    files["precompiled.py"] = Path(scripts, "precompiled.py").read_bytes()
    with zipfile.ZipFile(library) as zipped:
        standard = {name: zipped.read(name) for name in zipped.namelist() if name.endswith(".py")}
    roots = [name for name in files if name.startswith((OURS, "precompiled"))]
    roots += [name for name in standard if name.startswith(BEGINNING)]
    roots += filter(ENCODINGS.fullmatch, standard)
    kept = reached(roots, {**standard, **files})
    data = {name for name in files if not name.endswith(".py")}
    site = made({name: files[name] for name in files.keys() & (kept | data)})
    site["precompiled.bin"] = await gathered(site)
    packed = {f"{SITE}/{name}": content for name, content in site.items()}
    packed[LIBRARY] = zipped_up(made({name: standard[name] for name in standard.keys() & kept}))
    # Pyodide fetches a library automatically, and gets this one.
    Path(target, "none.zip").write_bytes(zipped_up({}))
    draw(Path(examples), Path(target))
    return archive(packed)


def draw(examples: Path, target: Path) -> None:
    """Draw each example at its end, with the kibitz that `gathered` has started."""
    kibitz = {
        name: import_module(f"kibitz.{name}")
        for name in ("core.analysis", "core.preview", "core.setting", "core.svg", "languages")
    }
    for path in examples.iterdir():
        language = kibitz["languages"].load(path.suffix[1:])
        analysis = kibitz["core.analysis"].Analysis.of(language, path.read_text("utf-8"))
        scene = kibitz["core.preview"].pictured(
            analysis,
            None,
            kibitz["core.setting"].Preferences(),
            lambda span: analysis.diagnostics_in(*span),  # noqa: B023
        )
        (target / f"{path.name}.svg").write_text(kibitz["core.svg"].svg(scene), "utf-8")


async def gathered(site: Mapping[str, bytes]) -> bytes:
    """Return the code that is compiled while the server starts and checks a first record."""
    for name, content in site.items():
        path = Path(SITE, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    sys.path.insert(0, SITE)
    codes = import_module("precompiled").codes
    said: list[str] = []
    take = import_module("kibitz.lsp.browser").connect(said.append)
    record = {"uri": "file:///records/a.bjn", "languageId": "bjn", "version": 1, "text": "{1.52}"}
    for message in (
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": record}},
    ):
        take(json.dumps({"jsonrpc": "2.0", **message}))
    async with asyncio.timeout(60):
        while not any("publishDiagnostics" in one for one in said):
            await asyncio.sleep(0.01)
    if len(codes) < LEAST:
        raise ValueError(
            f"only {len(codes)} texts were compiled through precompiled.py: {LEAST} at least were expected"
        )
    return marshal.dumps(dict(sorted(codes.items())))


def server(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and ".dist-info/" not in name and not name.endswith((*TESTING, ".pyi", ".typed")):
            yield name, path.read_bytes()


def reached(roots: Iterable[str], files: Mapping[str, bytes]) -> set[str]:
    """Return the files that some roots may import, directly or indirectly."""
    found = set(roots)
    waiting = list(found)
    while waiting:
        path = waiting.pop()
        for name in imports(files[path].decode(), path):
            parts = name.split("/")
            if parts[0] in ABSENT:
                continue
            # A package is imported before its modules.
            for end in range(1, len(parts) + 1):
                for file in (f"{'/'.join(parts[:end])}.py", f"{'/'.join(parts[:end])}/__init__.py"):
                    if file in files and file not in found:
                        found.add(file)
                        waiting.append(file)
    return found


def imports(source: str, path: str) -> Iterator[str]:
    """Yield the paths of all imports in a module. Some names are not modules."""
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


def made(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with compiled modules, always in the same order."""
    return {
        f"{name}c" if name.endswith(".py") else name: compiled(content, name)
        if name.endswith(".py")
        else content
        for name, content in sorted(files.items())
    }


def zipped_up(files: Mapping[str, bytes]) -> bytes:
    """Return an uncompressed zip that Python imports from. The archive is compressed once, as a whole."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, content in files.items():
            zipped.writestr(zipfile.ZipInfo(name, NEVER), content)
    return buffer.getvalue()


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a tar. Equal files give equal bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in files.items():
            if len(name) > LONGEST:
                raise ValueError(
                    f"{name} has more than {LONGEST} characters: the page's reader of archives knows no more"
                )
            info = tarfile.TarInfo(name.lstrip("/"))
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def compiled(source: bytes, name: str) -> bytes:
    """Return a compiled module. Tracebacks show its name in the archive."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=1)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
