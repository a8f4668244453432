// Diagnostics, and the menus of code actions and symbols.

import { setDiagnostics } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { CodeAction, Diagnostic, DocumentSymbol, Position } from "vscode-languageserver-protocol";
import { apply, ask, offset, rangeOf } from "./client";
import { type Choice, menu } from "./menu";

const SEVERITIES = { 1: "error", 2: "warning", 3: "info", 4: "hint" } as const;

/** Mark the server's diagnostics in the text. */
export function mark(view: EditorView, found: readonly Diagnostic[]): void {
	const plugin = LSPPlugin.get(view);
	if (plugin) {
		const place = (at: Position) => plugin.unsyncedChanges.mapPos(offset(plugin.syncedDoc, at));
		const shown = found.map(({ range, severity = 1, message, code, relatedInformation = [] }) => ({
			from: place(range.start),
			to: place(range.end),
			severity: SEVERITIES[severity],
			message: message + relatedInformation.map((one) => `\n↳ ${one.message}`).join(""),
			source: String(code ?? ""),
			actions: severity < 3 ? [{ name: "Actions …", apply: act }] : [],
		}));
		view.dispatch(setDiagnostics(view.state, shown));
	}
}

/** Open a menu of the code actions at a position, by default at the selection. */
export async function act(view: EditorView, at?: number): Promise<void> {
	const { doc, selection } = view.state;
	const range = at === undefined ? rangeOf(doc, selection.main.from, selection.main.to) : rangeOf(doc, at, at);
	const found = await ask<CodeAction[]>(view, "textDocument/codeAction", { range, context: { diagnostics: [] } });
	const uri = LSPPlugin.get(view)?.uri ?? "";
	const choices = (found ?? []).flatMap(({ title, kind, edit }) => {
		const edits = edit?.changes?.[uri] ?? [];
		const choose = () => {
			apply(view, edits, "act");
			view.focus();
		};
		return edits.length ? [{ label: title, detail: kind?.startsWith("quickfix") ? "fixes it" : "", choose }] : [];
	});
	menu("Do", choices.length ? choices : [{ label: "No actions here." }]);
}

/** Open a menu of the symbols in the record. Choosing one moves the cursor there. */
export async function outline(view: EditorView): Promise<void> {
	const found = await ask<DocumentSymbol[]>(view, "textDocument/documentSymbol");
	const entries = (symbols: readonly DocumentSymbol[], depth: number): Choice[] =>
		symbols.flatMap(({ name, detail = "", selectionRange, children = [] }) => {
			const choose = () => {
				view.dispatch({ selection: { anchor: offset(view.state.doc, selectionRange.start) }, scrollIntoView: true });
				view.focus();
			};
			return [{ label: name, depth, detail, choose }, ...entries(children, depth + 1)];
		});
	menu("Outline", found?.length ? entries(found, 0) : [{ label: "The record is empty." }]);
}
