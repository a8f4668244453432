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

/** Request completions as if by typing: an empty list is not shown, and no item is preselected. */
const ONWARDS: Command = { title: "", command: "editor.action.triggerSuggest", arguments: [{ auto: true }] };

/** A tab stop of a snippet. */
const FIELD = /(?<!\\)\$\{?\d/;

/** Maximum length of the labels that the column of descriptions is aligned with. */
const WIDEST = 20;

/** Height of the signature help in lines. */
const FORM = 6;

/** The place of the last requested list, and its items. */
let list = { place: "", items: Promise.resolve<CompletionItem[]>([]) };

/** The server's suggestions. After an accepted one, the next ones are requested. */
export const offers: Middleware = {
	async provideCompletionItem(document, position, context, token, next) {
		const asked = Promise.resolve(next(document, position, context, token));
		list = { place: placeOf(document, position), items: asked.then(listed).catch(() => []) };
		const version = document.version;
		const found = await asked;
		if (!found && document.version !== version && !token.isCancellationRequested) {
			// A key came before the answer, which is then empty. The editor does not ask again.
			void commands.executeCommand(ONWARDS.command, ...(ONWARDS.arguments ?? []));
		}
		onwards(listed(found));
		columns(listed(found));
		return found;
	},
	/** Hide the signature help if it does not fit above the cursor: below it, the list of completions would cover it. */
	provideSignatureHelp(document, position, context, token, next) {
		const first = window.activeTextEditor?.visibleRanges[0]?.start.line ?? 0;
		const fits = position.line - first >= FORM || context.triggerKind === SignatureHelpTriggerKind.Invoke;
		return fits ? next(document, position, context, token) : undefined;
	},
	/** Hide ghost text below a list, where it is hard to read. `Tab` accepts from the list, usually the same text. */
	async provideInlineCompletionItems(document, position, context, token, next) {
		const byItself = context.triggerKind === InlineCompletionTriggerKind.Automatic;
		if (byItself && list.place === placeOf(document, position) && (await list.items).length) {
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
 * Request the next suggestions after an accepted one: the editor does so only after a typed character. Exceptions are
 * snippets with fields, which the user fills in, and roles, which end such a field: there Tab goes on.
 */
function onwards(items: (CompletionItem | InlineCompletionItem)[]): void {
	for (const item of items) {
		const role = "kind" in item && item.kind === CompletionItemKind.Class;
		const text = item.insertText ?? "";
		// Items of several lines are also snippets, so that the editor does not indent them.
		const fields = typeof text !== "string" && FIELD.test(text.value);
		if (!fields && !role) {
			item.command = ONWARDS;
		}
	}
}

/** Align the descriptions in a column after the labels. The editor would put them at the right end of each line. */
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
