"""What the server can do, as clients are told in the answer to `initialize`.

Plain values, so that nothing has to be loaded to give that answer. A test has pygls work the same out from the handlers.
"""

from __future__ import annotations

from kibitz import __version__
from kibitz.lsp.client import Client
from kibitz.lsp.transport import Json

TRIGGERS = " \"&'()*,./:=[{|~"
"""The characters after which some notation wants to be asked for completions."""
SIGNATURE_TRIGGERS = "&.|"
"""Likewise, for the form that is being filled in."""
TYPING_TRIGGERS = "\n)]|"
"""Likewise, for what follows from the character that was typed."""

QUICK_FIX = "quickfix"
FIX_ALL = "source.fixAll"
KINDS = (QUICK_FIX, FIX_ALL, "refactor.rewrite", "refactor.inline", "refactor.extract", "source")
"""The kinds of code actions, each with all that are below it."""

SHOW = "kibitz.show"
"""The command that shows what more a lens has to say."""
CHECK_WORKSPACE = "kibitz.checkWorkspace"
"""Checks the records of the workspace that are not open, too, and shows what is wrong in them."""

TOKEN_TYPES = (
    "class", "comment", "enumMember", "function", "keyword", "number", "operator", "parameter", "property",
    "string", "type", "variable",
)  # fmt: skip
TOKEN_MODIFIERS = (
    "declaration", "deprecated", "modification", "readonly",
    "townsfolk", "outsider", "minion", "demon", "traveller", "fabled",
    "spades", "clubs", "hearts", "diamonds", "dealer",
)  # fmt: skip
"""The legend of semantic tokens: what the numbers in them mean. The core has the same names as types."""


def answer(client: Client) -> Json:
    """The result of `initialize` for a client."""
    return {"capabilities": capabilities(client), "serverInfo": {"name": "kibitz", "version": __version__}}


def capabilities(client: Client) -> Json:
    # Who is told of problems need not ask for them.
    pulled = {"diagnosticProvider": {"interFileDependencies": False, "workspaceDiagnostics": False}}
    return {
        "positionEncoding": client.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": True},
        "completionProvider": {"triggerCharacters": list(TRIGGERS)},
        "hoverProvider": True,
        "signatureHelpProvider": {"triggerCharacters": list(SIGNATURE_TRIGGERS)},
        "definitionProvider": True,
        "referencesProvider": True,
        "documentHighlightProvider": True,
        "documentSymbolProvider": True,
        "codeActionProvider": {"codeActionKinds": list(KINDS)},
        "codeLensProvider": {"resolveProvider": False},
        "workspaceSymbolProvider": {"resolveProvider": False},
        "documentFormattingProvider": True,
        "documentRangeFormattingProvider": True,
        "documentOnTypeFormattingProvider": {
            "firstTriggerCharacter": TYPING_TRIGGERS[0],
            "moreTriggerCharacter": list(TYPING_TRIGGERS[1:]),
        },
        "renameProvider": {"prepareProvider": True} if client.prepares else True,
        "foldingRangeProvider": True,
        "selectionRangeProvider": True,
        "executeCommandProvider": {"commands": [SHOW, CHECK_WORKSPACE]},
        "linkedEditingRangeProvider": True,
        "semanticTokensProvider": {
            "legend": {"tokenTypes": list(TOKEN_TYPES), "tokenModifiers": list(TOKEN_MODIFIERS)},
            "range": True,
            "full": {"delta": True},
        },
        "inlayHintProvider": {"resolveProvider": False},
        **(pulled if client.pulls else {}),
        "inlineCompletionProvider": {},
        "workspace": {
            "workspaceFolders": {"supported": True, "changeNotifications": True},
            "fileOperations": {},
        },
    }
