import { type Command, type CompletionItem, CompletionItemKind, type InlineCompletionItem } from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** Asks for what may come next, as if by typing: where nothing is offered, nothing is shown. */
const AFTER_ITEM: Command = { title: "", command: "editor.action.triggerSuggest" };
const AFTER_GHOST_TEXT: Command = { ...AFTER_ITEM, arguments: [{ auto: true }] };

/** What the server offers, and where something was taken, what it offers next. */
export const offers: Middleware = {
	async provideCompletionItem(document, position, context, token, next) {
		const found = await next(document, position, context, token);
		onwards(listed(found), AFTER_ITEM);
		return found;
	},
	async provideInlineCompletionItems(document, position, context, token, next) {
		const found = await next(document, position, context, token);
		onwards(listed(found), AFTER_GHOST_TEXT);
		return found;
	},
};

function listed<T>(found: T[] | { items: T[] } | null | undefined): T[] {
	return (found && "items" in found ? found.items : found) ?? [];
}

/**
 * By itself the editor offers something where a character was typed, but not where a suggestion was accepted. It still
 * does not after a snippet, whose fields are to be filled in, nor after a role: that ends such a field, and Tab goes on.
 */
function onwards(items: (CompletionItem | InlineCompletionItem)[], command: Command): void {
	for (const item of items) {
		const role = "kind" in item && item.kind === CompletionItemKind.Class;
		if (typeof item.insertText === "string" && !role) {
			item.command = command;
		}
	}
}
