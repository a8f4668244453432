// Diagnostics, and the menus of code actions and symbols.

import type { Diagnostic } from "@codemirror/lint";
import { setDiagnostics } from "@codemirror/lint";
import type { LSPClientExtension } from "@codemirror/lsp-client";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { CodeAction, DocumentSymbol, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { apply, ask, editsOf, offset, rangeOf } from "./client";
import { menu } from "./menu";

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

/** Return the extension that shows the server's diagnostics, then calls `told` with them. */
export function findings(told: (found: PublishDiagnosticsParams) => void): LSPClientExtension {
	return {
		clientCapabilities: {
			textDocument: {
				publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true, relatedInformation: true },
			},
		},
		notificationHandlers: {
			"textDocument/publishDiagnostics": (client, params: PublishDiagnosticsParams) => {
				const file = client.workspace.getFile(params.uri);
				const view = file?.getView();
				const plugin = view && LSPPlugin.get(view);
				if (!file || !plugin || (params.version ?? file.version) !== file.version) {
					return true;
				}
				const place = (at: { line: number; character: number }) =>
					plugin.unsyncedChanges.mapPos(offset(plugin.syncedDoc, at));
				const shown = params.diagnostics.map(({ range, severity, message, code, relatedInformation }): Diagnostic => {
					const beside = (relatedInformation ?? []).map((one) => `\n↳ ${one.message}`).join("");
					return {
						from: place(range.start),
						to: place(range.end),
						severity: SEVERITIES[severity ?? 1] ?? "error",
						message: message + beside,
						source: String(code ?? ""),
						...((severity ?? 1) < 3 && {
							actions: [{ name: "Actions …", apply: (where, from) => act(where, from) }],
						}),
					};
				});
				view.dispatch(setDiagnostics(view.state, shown));
				told(params);
				return true;
			},
		},
	};
}

/** Open a menu of the code actions at a position, by default at the selection. */
export async function act(view: EditorView, at?: number): Promise<void> {
	const { doc, selection } = view.state;
	const range = at === undefined ? rangeOf(doc, selection.main.from, selection.main.to) : rangeOf(doc, at, at);
	const found = await ask<CodeAction[]>(view, "textDocument/codeAction", { range, context: { diagnostics: [] } });
	const choices = (found ?? [])
		.filter((one) => editsOf(view, one.edit).length)
		.map((one) => ({
			label: one.title,
			detail: one.kind?.startsWith("quickfix") ? "fixes it" : "",
			choose: () => {
				apply(view, editsOf(view, one.edit), "act");
				view.focus();
			},
		}));
	menu("Do", choices.length ? choices : [{ label: "No actions here." }]);
}

/** Open a menu of the symbols in the record. Choosing one moves the cursor there. */
export async function outline(view: EditorView): Promise<void> {
	const found = await ask<DocumentSymbol[]>(view, "textDocument/documentSymbol");
	const entries = (symbols: readonly DocumentSymbol[], depth: number): Parameters<typeof menu>[1] =>
		symbols.flatMap(({ name, detail, selectionRange, children }) => [
			{
				label: name,
				depth,
				...(detail && { detail }),
				choose: () => {
					view.dispatch({ selection: { anchor: offset(view.state.doc, selectionRange.start) }, scrollIntoView: true });
					view.focus();
				},
			},
			...entries(children ?? [], depth + 1),
		]);
	menu("Outline", found?.length ? entries(found, 0) : [{ label: "The record is empty." }]);
}
