import {
	type Command,
	type CompletionItem,
	CompletionItemKind,
	type InlineCompletionItem,
	SignatureHelpTriggerKind,
	window,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** Asks for what may come next, as if by typing: where nothing is offered, nothing is shown, and nothing is chosen beforehand. */
const ONWARDS: Command = { title: "", command: "editor.action.triggerSuggest", arguments: [{ auto: true }] };

/** A place of a snippet where the cursor goes. */
const FIELD = /(?<!\\)\$\{?\d/;

/** How many lines the form of an entry takes. */
const FORM = 6;

/** What the server offers, and where something was taken, what it offers next. */
export const offers: Middleware = {
	async provideCompletionItem(document, position, context, token, next) {
		const found = await next(document, position, context, token);
		onwards(listed(found));
		return found;
	},
	/** The editor shows the form above the cursor, and where there is no room, below it, where the list covers it: then the list is enough. */
	provideSignatureHelp(document, position, context, token, next) {
		const first = window.activeTextEditor?.visibleRanges[0]?.start.line ?? 0;
		const fits = position.line - first >= FORM || context.triggerKind === SignatureHelpTriggerKind.Invoke;
		return fits ? next(document, position, context, token) : undefined;
	},
	async provideInlineCompletionItems(document, position, context, token, next) {
		const found = await next(document, position, context, token);
		onwards(listed(found));
		return found;
	},
};

function listed<T>(found: T[] | { items: T[] } | null | undefined): T[] {
	return (found && "items" in found ? found.items : found) ?? [];
}

/**
 * By itself the editor offers something where a character was typed, but not where a suggestion was accepted. It still
 * does not after a snippet with fields, which are to be filled in, nor after a role: that ends such a field, and Tab goes on.
 */
function onwards(items: (CompletionItem | InlineCompletionItem)[]): void {
	for (const item of items) {
		const role = "kind" in item && item.kind === CompletionItemKind.Class;
		const text = item.insertText ?? "";
		// Items of several lines are snippets, too, lest the editor indents them.
		const fields = typeof text !== "string" && FIELD.test(text.value);
		if (!fields && !role) {
			item.command = ONWARDS;
		}
	}
}
