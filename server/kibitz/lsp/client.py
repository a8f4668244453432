"""What the client at the other end can do, read once from the parameters of `initialize`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kibitz.lsp.transport import Json

if TYPE_CHECKING:
    from kibitz.core.text import Encoding

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


class Client(NamedTuple):
    """The abilities that make a difference to us. A client that names none gets what every client understands."""

    encoding: Encoding = "utf-16"
    pulls: bool = False
    """Whether it asks for diagnostics by itself, and can be told to ask again. Else they are pushed."""
    pushes: frozenset[str] = frozenset()
    """The optional parts of pushed diagnostics that it takes: relatedInformation, versionSupport …"""
    hovers: tuple[str, ...] = ()
    """The formats of hovers that it takes; where it names none, plain strings."""
    documentation: tuple[str, ...] = ()
    """The formats of the documentation of completions."""
    signatures: tuple[str, ...] = ()
    """The formats of the documentation of signatures."""
    snippets: bool = False
    commits: bool = False
    hierarchy: bool = False
    versions: bool = False
    """Whether edits may say which version of a document they are for."""
    prepares: bool = False
    """Whether it asks what a renaming would rename before it asks for a new name."""
    progress: bool = False
    configuration: bool = False
    registers: frozenset[str] = frozenset()
    """The methods that may be registered after `initialize`."""
    refreshes: tuple[str, ...] = ()
    """The `workspace/…/refresh` requests that it understands."""
    folds: int | None = None
    """How many folding ranges it wants at most."""
    options: Json = None
    """Its `initializationOptions`."""

    @classmethod
    def of(cls, params: Json) -> Client:
        """Reads the parameters of `initialize`. What is missing or of another shape than expected is not there."""

        def can(path: str) -> Json:
            return _at(params, f"capabilities.{path}")

        def item(name: str) -> Json:
            return can(f"textDocument.completion.completionItem.{name}")

        limit = can("textDocument.foldingRange.rangeLimit")
        pulls = can("textDocument.diagnostic") is not None and _true(
            can("workspace.diagnostics.refreshSupport")
        )
        return cls(
            encoding=_encoding(can("general.positionEncodings")),
            pulls=pulls,
            pushes=_names(can("textDocument.diagnostic" if pulls else "textDocument.publishDiagnostics")),
            hovers=tuple(_list(can("textDocument.hover.contentFormat"))),
            documentation=tuple(_list(item("documentationFormat"))),
            signatures=tuple(
                _list(can("textDocument.signatureHelp.signatureInformation.documentationFormat"))
            ),
            snippets=_true(item("snippetSupport")),
            commits=_true(item("commitCharactersSupport")),
            hierarchy=_true(can("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport")),
            versions=_true(can("workspace.workspaceEdit.documentChanges")),
            prepares=_true(can("textDocument.rename.prepareSupport")),
            progress=_true(can("window.workDoneProgress")),
            configuration=_true(can("workspace.configuration")),
            registers=frozenset(
                f"workspace/{name}"
                for name in ("didChangeConfiguration", "didChangeWatchedFiles")
                if _true(can(f"workspace.{name}.dynamicRegistration"))
            ),
            refreshes=tuple(
                f"workspace/{name}/refresh"
                for name in ("semanticTokens", "inlayHint", "codeLens")
                if _true(can(f"workspace.{name}.refreshSupport"))
            ),
            folds=limit if isinstance(limit, int) and limit > 0 else None,
            options=_at(params, "initializationOptions"),
        )


def _encoding(offered: Json) -> Encoding:
    """Code points are what we count in, so they cost nothing; else what the client likes best.

    A client that says nothing counts in UTF-16, by the specification.
    """
    known = [one for one in ENCODINGS if one in _list(offered)]
    if "utf-32" in known:
        return "utf-32"
    return min(known, key=_list(offered).index, default="utf-16")


def _at(value: Json, path: str) -> Json:
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _true(value: Json) -> bool:
    return value is True


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _names(value: Json) -> frozenset[str]:
    """The names of what an object does not deny."""
    return frozenset(name for name, it in value.items() if it) if isinstance(value, dict) else frozenset()
