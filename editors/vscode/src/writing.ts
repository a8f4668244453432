import {
	type Command,
	type CompletionItem,
	CompletionItemKind,
	Disposable,
	type InlineCompletionItem,
	Range,
	SnippetString,
	type TextDocument,
	type TextEditor,
	ThemeColor,
	window,
	workspace,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { isRecord } from "./records";

/** Tells in an empty record how to begin. */
export function hintWhereEmpty(): Disposable {
	const color = new ThemeColor("editorGhostText.foreground");
	const hint = window.createTextEditorDecorationType({ after: { contentText: "Ctrl+Space to begin", color } });
	const update = (editor: TextEditor) => {
		const { document } = editor;
		const isEmpty = isRecord(document) && document.lineCount === 1 && !document.lineAt(0).text;
		editor.setDecorations(hint, isEmpty ? [new Range(0, 0, 0, 0)] : []);
	};
	const all = () => window.visibleTextEditors.forEach(update);
	all();
	return Disposable.from(hint, window.onDidChangeVisibleTextEditors(all), workspace.onDidChangeTextDocument(all));
}

/** Asks for what may come next, as if by typing: where nothing is offered, nothing is shown. */
const AFTER_ITEM: Command = { title: "", command: "editor.action.triggerSuggest" };
const AFTER_GHOST_TEXT: Command = { ...AFTER_ITEM, arguments: [{ auto: true }] };

/** What the server offers as the editor should show it: in the server's order, and on and on. */
export const offers: Middleware = {
	async provideCompletionItem(document, position, context, token, next) {
		const version = document.version;
		const items = listed(await next(document, position, context, token));
		if (document.version === version) {
			keepOrder(items, document);
		}
		onwards(items, AFTER_ITEM);
		// What is likely depends on all that has been typed, so a list is good for one key only.
		return { items, isIncomplete: true };
	},
	async provideInlineCompletionItems(document, position, context, token, next) {
		const items = listed(await next(document, position, context, token));
		onwards(items, AFTER_GHOST_TEXT);
		return items;
	},
};

function listed<T>(found: T[] | { items: T[] } | null | undefined): T[] {
	return (found && "items" in found ? found.items : found) ?? [];
}

/**
 * Has all items replace the same text, and none consist of it. By itself the editor puts those first that replace more
 * of what has been typed, and before all others one that is typed already.
 */
function keepOrder(items: CompletionItem[], document: TextDocument): void {
	let start = items[0]?.range instanceof Range ? items[0].range.start : undefined;
	for (const { range } of items) {
		start = start && range instanceof Range && range.start.isBefore(start) ? range.start : start;
	}
	for (const item of items) {
		if (start && item.range instanceof Range) {
			const before = document.getText(new Range(start, item.range.start));
			item.range = item.range.with(start);
			item.filterText = `${before}${item.filterText ?? item.label} `;
			item.insertText = prefixed(before, item.insertText ?? "");
		}
	}
}

function prefixed(before: string, text: string | SnippetString): string | SnippetString {
	if (typeof text === "string") {
		return before + text;
	}
	return new SnippetString(new SnippetString().appendText(before).value + text.value);
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
