import {
	type Command,
	type CompletionItem,
	CompletionItemKind,
	commands,
	type InlineCompletionItem,
	InlineCompletionTriggerKind,
	type Position,
	SignatureHelpTriggerKind,
	type TextDocument,
	window,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** Asks for what may come next, as if by typing: where nothing is offered, nothing is shown, and nothing is chosen beforehand. */
const ONWARDS: Command = { title: "", command: "editor.action.triggerSuggest", arguments: [{ auto: true }] };

/** A place of a snippet where the cursor goes. */
const FIELD = /(?<!\\)\$\{?\d/;

/** A label with more characters moves no others. */
const WIDEST = 20;

/** How many lines the form of an entry takes. */
const FORM = 6;

/** Where a list was asked for last, and whether there is anything in it. */
let list = { place: "", offers: Promise.resolve(false) };

/** What the server offers, and where something was taken, what it offers next. */
export const offers: Middleware = {
	async provideCompletionItem(document, position, context, token, next) {
		const asked = Promise.resolve(next(document, position, context, token));
		const offers = asked.then(
			(found) => listed(found).length > 0,
			() => false,
		);
		list = { place: placeOf(document, position), offers };
		const version = document.version;
		const found = await asked;
		if (!found && document.version !== version && !token.isCancellationRequested) {
			// A key has come before the answer, which is none then; the editor would not ask for it.
			void commands.executeCommand(ONWARDS.command, ...(ONWARDS.arguments ?? []));
		}
		onwards(listed(found));
		columns(listed(found));
		return found;
	},
	/** The editor shows the form above the cursor, and where there is no room, below it, where the list covers it: then the list is enough. */
	provideSignatureHelp(document, position, context, token, next) {
		const first = window.activeTextEditor?.visibleRanges[0]?.start.line ?? 0;
		const fits = position.line - first >= FORM || context.triggerKind === SignatureHelpTriggerKind.Invoke;
		return fits ? next(document, position, context, token) : undefined;
	},
	/** Ghost text below a list would be hard to read: `Tab` takes what is listed, and most of the time that is the same. */
	async provideInlineCompletionItems(document, position, context, token, next) {
		const byItself = context.triggerKind === InlineCompletionTriggerKind.Automatic;
		if (byItself && list.place === placeOf(document, position) && (await list.offers)) {
			return [];
		}
		const found = await next(document, position, context, token);
		onwards(listed(found));
		return found;
	},
};

function placeOf({ uri, version }: TextDocument, { line, character }: Position): string {
	return `${uri} ${version} ${line}:${character}`;
}

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

/** What items mean in a column of its own, behind the labels: the editor sets it ragged, at the right end of each line. */
function columns(items: CompletionItem[]): void {
	const labels = items.map(({ label }) => (typeof label === "string" ? { label } : label));
	const width = Math.max(...labels.map(({ label }) => (label.length > WIDEST ? 0 : label.length)));
	for (const [index, { label, description }] of labels.entries()) {
		const item = items[index];
		if (item && description) {
			item.label = { label, detail: `${"\u00a0".repeat(Math.max(width - label.length, 0) + 2)}${description}` };
		}
	}
}
