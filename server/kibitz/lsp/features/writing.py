"""Help with writing: completion, signatures, ghost text, and formatting."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from kibitz.core.answers import Completion
from kibitz.core.completing import completions
from kibitz.core.document import Document
from kibitz.core.tidying import tidied
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert
from kibitz.lsp.features.background import answered, background
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.json_text import Written, written
from kibitz.lsp.transport.legend import SIGNATURE_TRIGGERS, TRIGGERS, TYPING_TRIGGERS
from kibitz.lsp.transport.protocol import arrived

KEYS = 8
"""Keys during which an older question for completions is asked again for the newer text."""


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(TRIGGERS)))
async def completion(
    ls: KibitzServer, params: types.CompletionParams
) -> types.CompletionList | Written | None:
    """Return the completions, also if the next keys come meanwhile.

    VS Code closes its list for an empty answer, and does not ask again within the word. After several keys the answer is empty
    all the same, because some editors show an error to the user.
    """
    for _ in range(KEYS):
        with suppress(JsonRpcContentModified):
            found: Written | None = await answered(ls, _completed, params)
            return found
        if (session := ls.sessions.get(params.text_document.uri)) is not None:
            arrived.set(session.changed)
    return types.CompletionList(is_incomplete=True, items=[])


def _completed(snapshot: Snapshot, params: types.CompletionParams) -> types.CompletionList | None:
    if not _wanted(params.context, TRIGGERS, snapshot.language.triggers):
        return None
    # Editors ask after each key, and most do not report that.
    asked = snapshot.typing.paused
    offset = snapshot.positions.offset(params.position)
    found = completions(snapshot.analysis, offset)
    # Nearly all items replace the same span; finding its position would be most of the work.
    spans = {one.span for one in found}
    there = {span: snapshot.document.text(*span) for span in spans}
    # Many editors would put an item first that changes nothing.
    line = snapshot.document.line_at(offset)
    helpful = [
        one
        for one in found
        if one.text != there[one.span] and (asked or not one.asked)
        # If only `\r` ends lines, a notation may read several lines as one, which the protocol does not allow.
        if line.start <= one.span.start and one.span.end <= line.end
    ]
    helpful = _aligned(snapshot.document, helpful)
    ranges = {span: snapshot.positions.range(*span) for span in {one.span for one in helpful}}
    kinds = snapshot.language.kinds
    items = [
        convert.completion(one, kinds.get(one.kind, one.kind), rank, ranges[one.span], snapshot.client)
        for rank, one in enumerate(helpful)
    ]
    # The ranking depends on the typed text, so a list is good for one key only.
    return types.CompletionList(is_incomplete=True, items=items)


def _aligned(document: Document, items: Sequence[Completion]) -> list[Completion]:
    """Return the items with a common start, because a menu opens at one column."""
    start = min((one.span.start for one in items), default=0)
    return [
        one.from_before(document.text(start, one.span.start)) if one.span.start > start else one
        for one in items
    ]


def _wanted(
    context: types.CompletionContext | types.SignatureHelpContext | None, told: str, triggers: str
) -> bool:
    """Return False if the editor asks because of a character that only other notations use.

    `told` are the characters of all notations. The user of an editor may choose more characters.
    """
    typed = None if context is None else context.trigger_character
    return typed is None or typed in triggers or typed not in told


@background(
    types.TEXT_DOCUMENT_SIGNATURE_HELP,
    types.SignatureHelpOptions(trigger_characters=list(SIGNATURE_TRIGGERS)),
)
def signature_help(snapshot: Snapshot, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    if not _wanted(params.context, SIGNATURE_TRIGGERS, snapshot.language.signature_triggers):
        return None
    found = snapshot.language.signature(snapshot.analysis, snapshot.positions.offset(params.position))
    return found and convert.signature(found, snapshot.client)


@background(types.TEXT_DOCUMENT_INLINE_COMPLETION, types.InlineCompletionOptions())
def inline_completion(
    snapshot: Snapshot, params: types.InlineCompletionParams
) -> list[types.InlineCompletionItem]:
    found = snapshot.language.predict(snapshot.analysis, snapshot.positions.offset(params.position))
    return [types.InlineCompletionItem(one.text, range=snapshot.positions.range(*one.span)) for one in found]


@background(
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
    types.DocumentOnTypeFormattingOptions(TYPING_TRIGGERS[0], list(TYPING_TRIGGERS[1:])),
)
def on_type_formatting(
    snapshot: Snapshot, params: types.DocumentOnTypeFormattingParams
) -> list[types.TextEdit] | None:
    """Return the edits that follow a typed character."""
    if params.ch not in snapshot.language.typing_triggers:
        return None
    offset = snapshot.positions.offset(params.position)
    found = snapshot.language.typed(snapshot.analysis, offset, params.ch, snapshot.settings.preferences)
    return convert.edits(found, snapshot.positions)


@background(types.TEXT_DOCUMENT_FORMATTING)
@background(types.TEXT_DOCUMENT_RANGE_FORMATTING)
def formatting(
    snapshot: Snapshot, params: types.DocumentFormattingParams | types.DocumentRangeFormattingParams
) -> Written:
    """Return the edits. A trace names the lines that stay unchanged because the proof of formatting failed."""
    span = (
        snapshot.positions.span(params.range)
        if isinstance(params, types.DocumentRangeFormattingParams)
        else None
    )
    found, unproven = tidied(snapshot.document, snapshot.settings.preferences, span, snapshot.analysis)
    lines = [(snapshot.positions.range(*one.span), one.why) for one in unproven]
    remarks = [f"{snapshot.uri}: lines {at.start.line + 1} to {at.end.line + 1}: {why}" for at, why in lines]
    return written(convert.edits(found, snapshot.positions))._replace(remarks=remarks)
