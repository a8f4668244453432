"""The capabilities of the client, from the parameters of `initialize`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.capabilities import get_capability

from kibitz.core.text import Encoding

ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}

STATUS_WANTED = "kibitzStatus"
"""The experimental capability of a client that wants `kibitz/status`."""


class Client(NamedTuple):
    """The abilities of the client that kibitz uses. Without a stated ability, the client gets answers that every client understands."""

    encoding: Encoding = "utf-16"
    pulls: bool = False
    """Whether it pulls diagnostics and can be asked to pull again. Otherwise the server pushes them."""
    related: bool = False
    """Whether it shows the places that a diagnostic refers to."""
    crams: bool = False
    """Whether it draws the cells of tables side by side, without a gap, as VS Code does."""
    hovers: tuple[str, ...] = ()
    """The formats of hovers that it takes. If it names none, hovers are plain strings."""
    documentation: tuple[str, ...] = ()
    """The formats of the documentation of completions."""
    signatures: tuple[str, ...] = ()
    """The formats of the documentation of signatures."""
    snippets: bool = False
    explains: bool = False
    """Whether it shows the meaning of each completion, not only of the selected one."""
    hierarchy: bool = False
    versions: bool = False
    """Whether edits may name the version of a document."""
    resolves: bool = False
    """Whether it asks for the edit of a code action that the user has selected."""
    progress: bool = False
    configuration: bool = False
    registers: frozenset[str] = frozenset()
    """The methods that may be registered after `initialize`."""
    refreshes: tuple[str, ...] = ()
    """The `workspace/…/refresh` requests that it understands."""
    shows: bool = False
    """Whether it can be asked to show a document."""
    contents: bool = False
    """Whether it asks the server for documents of the server's own."""
    status: bool = False
    """Whether it wants to hear `kibitz/status`; see :attr:`kibitz.lsp.diagnostics.publishing.PublishedDiagnostics.status`."""
    folds: int | None = None
    """Maximum number of folding ranges."""

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities, encoding: str) -> Client:
        """Return the abilities that a client reports. `encoding` is the unit of columns."""

        def can(path: str) -> Any:
            return get_capability(capabilities, path)

        item = "text_document.completion.completion_item."
        refreshes = tuple(
            method
            for method, path in (
                (types.WORKSPACE_CODE_LENS_REFRESH, "code_lens"),
                (types.WORKSPACE_INLAY_HINT_REFRESH, "inlay_hint"),
                (types.WORKSPACE_SEMANTIC_TOKENS_REFRESH, "semantic_tokens"),
                (types.WORKSPACE_DIAGNOSTIC_REFRESH, "diagnostics"),
            )
            if can(f"workspace.{path}.refresh_support")
        )
        pulls = (
            types.WORKSPACE_DIAGNOSTIC_REFRESH in refreshes and can("text_document.diagnostic") is not None
        )
        told = "text_document.diagnostic" if pulls else "text_document.publish_diagnostics"
        signature = "text_document.signature_help.signature_information."
        tried = capabilities.experimental
        return cls(
            encoding=ENCODINGS.get(encoding, "utf-16"),
            pulls=pulls,
            related=bool(can(told + ".related_information")),
            crams=can("general.markdown.parser") == "marked",
            hovers=_formats(can("text_document.hover.content_format")),
            documentation=_formats(can(item + "documentation_format")),
            signatures=_formats(can(signature + "documentation_format")),
            snippets=bool(can(item + "snippet_support")),
            explains=bool(can(item + "label_details_support")),
            hierarchy=bool(can("text_document.document_symbol.hierarchical_document_symbol_support")),
            versions=bool(can("workspace.workspace_edit.document_changes")),
            resolves="edit" in (can("text_document.code_action.resolve_support.properties") or ()),
            progress=bool(can("window.work_done_progress")),
            configuration=bool(can("workspace.configuration")),
            registers=frozenset(
                method
                for method, path in (
                    (types.WORKSPACE_DID_CHANGE_CONFIGURATION, "did_change_configuration"),
                    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, "did_change_watched_files"),
                )
                if can(f"workspace.{path}.dynamic_registration")
            ),
            refreshes=refreshes,
            shows=bool(can("window.show_document.support")),
            status=isinstance(tried, dict) and tried.get(STATUS_WANTED) is True,
            contents=can("workspace.text_document_content") is not None,
            folds=can("text_document.folding_range.range_limit") or None,
        )


def _formats(found: Iterable[str] | None) -> tuple[str, ...]:
    """Return the names of formats as the protocol spells them."""
    return tuple(one.value if isinstance(one, types.MarkupKind) else one for one in found or ())
