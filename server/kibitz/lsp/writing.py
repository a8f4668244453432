"""Help with writing: completion, the form being filled in, what comes next, and formatting."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from kibitz.core.answers import Completion
from kibitz.core.completing import completions
from kibitz.core.document import Document
from kibitz.core.tidying import tidied
from kibitz.lsp import convert
from kibitz.lsp.asking import Memo, answered, background
from kibitz.lsp.legend import SIGNATURE_TRIGGERS, TRIGGERS, TYPING_TRIGGERS
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.view import View
from kibitz.lsp.written import Written


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(TRIGGERS)))
async def completion(
    ls: KibitzServer, params: types.CompletionParams
) -> types.CompletionList | Written | None:
    """What may follow; nothing yet where the next key has come meanwhile: that is asked behind each key, and Neovim
    and others show an error of it to the user."""
    try:
        found: Written | None = await answered(ls, _completed, params)
        return found
    except JsonRpcContentModified:
        return types.CompletionList(is_incomplete=True, items=[])


def _completed(view: View, params: types.CompletionParams) -> types.CompletionList | None:
    if not _wanted(params.context, TRIGGERS, view.language.triggers):
        return None
    # Editors ask by themselves behind each key, and most do not tell.
    asked = view.insertion.paused
    offset = view.positions.offset(params.position)
    found = completions(view.analysis, offset)
    # Nearly all items replace the same span; finding its position would be most of the work.
    spans = {one.span for one in found}
    there = {span: view.document.text(*span) for span in spans}
    # Many editors would put an item first that changes nothing.
    line = view.document.line_at(offset)
    helpful = [
        one
        for one in found
        if one.text != there[one.span] and (asked or not one.asked)
        # Where only `\r` ends lines, a notation may take several for one; the protocol allows none of that.
        if line.start <= one.span.start and one.span.end <= line.end
    ]
    helpful = _aligned(view.document, helpful)
    ranges = {span: view.positions.range(*span) for span in {one.span for one in helpful}}
    kinds = view.language.kinds
    items = [
        convert.completion(one, kinds.get(one.kind, one.kind), rank, ranges[one.span], view.client)
        for rank, one in enumerate(helpful)
    ]
    # What is likely depends on all that has been typed, so a list is good for one key only.
    return types.CompletionList(is_incomplete=True, items=items)


def _aligned(document: Document, items: Sequence[Completion]) -> list[Completion]:
    """The items, all of which begin where the first of them does: a menu stands at one column."""
    start = min((one.span.start for one in items), default=0)
    return [
        one.from_before(document.text(start, one.span.start)) if one.span.start > start else one
        for one in items
    ]


def _wanted(
    context: types.CompletionContext | types.SignatureHelpContext | None, told: str, triggers: str
) -> bool:
    """False where an editor asks by itself after a character that only another notation cares for.

    `told` are those of all notations. After any other character an editor asks because its user wants that.
    """
    typed = None if context is None else context.trigger_character
    return typed is None or typed in triggers or typed not in told


@background(
    types.TEXT_DOCUMENT_SIGNATURE_HELP,
    types.SignatureHelpOptions(trigger_characters=list(SIGNATURE_TRIGGERS)),
)
def signature_help(view: View, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    if not _wanted(params.context, SIGNATURE_TRIGGERS, view.language.signature_triggers):
        return None
    found = view.language.signature(view.analysis, view.positions.offset(params.position))
    return found and convert.signature(found, view.client)


@background(types.TEXT_DOCUMENT_INLINE_COMPLETION, types.InlineCompletionOptions())
def inline_completion(view: View, params: types.InlineCompletionParams) -> list[types.InlineCompletionItem]:
    found = view.language.predict(view.analysis, view.positions.offset(params.position))
    return [types.InlineCompletionItem(one.text, range=view.positions.range(*one.span)) for one in found]


@background(
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
    types.DocumentOnTypeFormattingOptions(TYPING_TRIGGERS[0], list(TYPING_TRIGGERS[1:])),
)
def on_type_formatting(
    view: View, params: types.DocumentOnTypeFormattingParams
) -> list[types.TextEdit] | None:
    """What follows from a character that was typed."""
    if params.ch not in view.language.typing_triggers:
        return None
    offset = view.positions.offset(params.position)
    found = view.language.typed(view.analysis, offset, params.ch, view.settings.preferences)
    return convert.edits(found, view.positions)


@background(types.TEXT_DOCUMENT_FORMATTING)
@background(types.TEXT_DOCUMENT_RANGE_FORMATTING)
def formatting(
    view: View, params: types.DocumentFormattingParams | types.DocumentRangeFormattingParams
) -> Memo:
    """Return the edits. A trace says which lines stay as they are because formatting could not be proven safe."""
    span = (
        view.positions.span(params.range) if isinstance(params, types.DocumentRangeFormattingParams) else None
    )
    found, unproven = tidied(view.document, view.settings.preferences, span)
    positions = view.positions_for(len(found))
    lines = [(positions.range(*one.span), one.why) for one in unproven]
    remarks = [f"{view.uri}: lines {at.start.line + 1} to {at.end.line + 1}: {why}" for at, why in lines]
    return Memo(convert.edits(found, positions), None, remarks)
