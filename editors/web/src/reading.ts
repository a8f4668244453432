// Help with reading that the client lacks: semantic colours, inlay hints, highlights, lenses and folds.

import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect } from "@codemirror/state";
import { Decoration, type EditorView } from "@codemirror/view";
import type {
	CodeLens,
	DocumentHighlight,
	FoldingRange,
	InlayHint,
	SemanticTokens,
} from "vscode-languageserver-protocol";
import { add, button, made } from "../../stage/made";
import { ask, offset, position, rangeOf } from "./client";
import { Layer, Widget } from "./layer";

/** Length in characters from which lenses and folds are left out, because finding them would delay typing. */
const LONG = 300_000;

/** Return the range of the visible lines, with a margin for scrolling. */
function looked(view: EditorView): { range: object } {
	const { from, to } = view.viewport;
	return { range: rangeOf(view.state.doc, from, to) };
}

export const colours = new Layer(async (view) => {
	const found = await ask<SemanticTokens>(view, "textDocument/semanticTokens/range", looked(view));
	const legend = LSPPlugin.get(view)?.client.serverCapabilities?.semanticTokensProvider?.legend;
	if (!found || !legend) {
		return null;
	}
	const { doc } = view.state;
	const marks = [];
	let [line, character] = [0, 0];
	for (let index = 0; index < found.data.length; index += 5) {
		const [down = 0, across = 0, length = 0, type = 0, bits = 0] = found.data.slice(index, index + 5);
		[line, character] = [line + down, down ? across : character + across];
		const modifiers = legend.tokenModifiers.filter((_, bit) => bits & (1 << bit));
		const from = offset(doc, { line, character });
		const to = offset(doc, { line, character: character + length });
		if (from < to) {
			const names = [legend.tokenTypes[type], ...modifiers].map((name) => `k-${name}`);
			marks.push(Decoration.mark({ class: names.join(" ") }).range(from, to));
		}
	}
	return Decoration.set(marks, true);
});

export const hints = new Layer(async (view) => {
	const found = await ask<InlayHint[]>(view, "textDocument/inlayHint", looked(view));
	const marks = found?.map(({ label, position }) => {
		const widget = new Widget(String(label), () => made("span", "hint", ` ${label}`));
		return Decoration.widget({ widget, side: 1 }).range(offset(view.state.doc, position));
	});
	return marks ? Decoration.set(marks, true) : null;
});

/** The other occurrences of the text at the cursor. The server also learns from the request where the cursor is. */
export const highlights = new Layer(async (view) => {
	const { doc, selection } = view.state;
	const found = await ask<DocumentHighlight[]>(view, "textDocument/documentHighlight", {
		position: position(doc, selection.main.head),
	});
	const marks = (found ?? []).flatMap(({ range }) => {
		const [from, to] = [offset(doc, range.start), offset(doc, range.end)];
		return from < to ? [Decoration.mark({ class: "same" }).range(from, to)] : [];
	});
	// A single occurrence needs no mark.
	return marks.length > 1 ? Decoration.set(marks, true) : Decoration.none;
});

export const lenses = new Layer(async (view) => {
	const { doc } = view.state;
	const found = doc.length < LONG ? await ask<CodeLens[]>(view, "textDocument/codeLens") : [];
	if (!found) {
		return null;
	}
	const lines = Map.groupBy(found, ({ range }) => doc.lineAt(offset(doc, range.start)).from);
	const marks = [...lines].map(([at, here]) => {
		const widget = new Widget(JSON.stringify(here), (view) => lensesAbove(view, here));
		return Decoration.widget({ widget, block: true, side: -1 }).range(at);
	});
	return Decoration.set(marks, true);
});

/** Return the lenses above a line. Those that run a command are buttons. */
function lensesAbove(view: EditorView, found: readonly CodeLens[]): HTMLElement {
	const line = made("div", "lens");
	for (const { title, ...request } of found.flatMap(({ command }) => command ?? [])) {
		if (request.command) {
			button(line, title, "", () => ask(view, "workspace/executeCommand", request));
		} else {
			add(line, "span", "", title);
		}
	}
	return line;
}

/** The effect after which the fold gutter is drawn again. */
const setFolds = StateEffect.define();
/** The number of the last line of each fold, by that of its first line. Folds reach from line end to line end. */
let ends = new Map<number, number>();

export const folds = [
	codeFolding(),
	foldGutter({
		foldingChanged: ({ transactions }) => transactions.some(({ effects }) => effects.some((one) => one.is(setFolds))),
	}),
	foldService.of(({ doc }, start) => {
		const { number, to } = doc.lineAt(start);
		const last = ends.get(number) ?? 0;
		return number < last && last <= doc.lines ? { from: to, to: doc.line(last).to } : null;
	}),
];

async function refreshFolds(view: EditorView): Promise<void> {
	const found = view.state.doc.length < LONG && (await ask<FoldingRange[]>(view, "textDocument/foldingRange"));
	if (found) {
		ends = new Map(found.map(({ startLine, endLine }) => [startLine + 1, endLine + 1]));
		view.dispatch({ effects: setFolds.of(null) });
	}
}

/** Request colours, hints, lenses and folds again. */
export function refresh(view: EditorView): void {
	for (const layer of [colours, hints, lenses]) {
		layer.refresh(view);
	}
	refreshFolds(view);
}
