// Help with reading that the client lacks: semantic colours, inlay hints, highlights, lenses and folds.

import { foldService } from "@codemirror/language";
import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import type {
	CodeLens,
	DocumentHighlight,
	FoldingRange,
	InlayHint,
	SemanticTokens,
} from "vscode-languageserver-protocol";
import { ask, offset, position, rangeOf } from "./client";
import { Layer } from "./layer";

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
	for (let index = 0; index + 4 < found.data.length; index += 5) {
		const [down, across, length, type, bits] = found.data.slice(index, index + 5) as [
			number,
			number,
			number,
			number,
			number,
		];
		[line, character] = [line + down, down ? across : character + across];
		const modifiers = legend.tokenModifiers.filter((_, bit) => bits & (1 << bit));
		const names = [legend.tokenTypes[type] ?? "", ...modifiers].map((name) => `k-${name}`);
		const from = offset(doc, { line, character });
		const to = offset(doc, { line, character: character + length });
		if (from < to) {
			marks.push(Decoration.mark({ class: names.join(" ") }).range(from, to));
		}
	}
	return Decoration.set(marks, true);
});

export const hints = new Layer(async (view) => {
	const found = await ask<InlayHint[]>(view, "textDocument/inlayHint", looked(view));
	return (
		found &&
		Decoration.set(
			found.map(({ label, position, paddingLeft }) => {
				const text = typeof label === "string" ? label : label.map(({ value }) => value).join("");
				return Decoration.widget({
					widget: new Note("span", "hint", paddingLeft ? ` ${text}` : text),
					side: 1,
				}).range(offset(view.state.doc, position));
			}),
			true,
		)
	);
});

/** The other occurrences of the text at the cursor. The server also learns from the request where the cursor is. */
export const highlights = new Layer(async (view) => {
	const { doc, selection } = view.state;
	const found = await ask<DocumentHighlight[]>(view, "textDocument/documentHighlight", {
		position: position(doc, selection.main.head),
	});
	const places = (found ?? []).map(({ range }) => [offset(doc, range.start), offset(doc, range.end)] as const);
	// A single occurrence needs no mark.
	const marks = places.length > 1 ? places : [];
	return Decoration.set(
		marks.filter(([from, to]) => from < to).map(([from, to]) => Decoration.mark({ class: "same" }).range(from, to)),
		true,
	);
});

export const lenses = new Layer(async (view) => {
	const { doc } = view.state;
	const found = doc.length < LONG ? await ask<CodeLens[]>(view, "textDocument/codeLens") : [];
	if (!found) {
		return null;
	}
	const lines = Map.groupBy(found, ({ range }) => doc.lineAt(offset(doc, range.start)).from);
	return Decoration.set(
		[...lines].map(([at, here]) => Decoration.widget({ widget: new Lenses(here), block: true, side: -1 }).range(at)),
		true,
	);
});

class Note extends WidgetType {
	constructor(
		private readonly tag: string,
		private readonly name: string,
		private readonly text: string,
	) {
		super();
	}

	override eq(other: Note): boolean {
		return other.text === this.text;
	}

	override toDOM(): HTMLElement {
		const note = document.createElement(this.tag);
		note.className = this.name;
		note.textContent = this.text;
		return note;
	}
}

/** The lenses above a line. Those that run a command are buttons. */
class Lenses extends WidgetType {
	constructor(private readonly found: readonly CodeLens[]) {
		super();
	}

	override eq(other: Lenses): boolean {
		return JSON.stringify(other.found) === JSON.stringify(this.found);
	}

	override toDOM(view: EditorView): HTMLElement {
		const line = document.createElement("div");
		line.className = "lens";
		for (const { command } of this.found.filter((one) => one.command)) {
			const part = document.createElement(command?.command ? "button" : "span");
			part.textContent = command?.title ?? "";
			if (command?.command) {
				const { command: name, arguments: given } = command;
				part.onclick = () => ask(view, "workspace/executeCommand", { command: name, arguments: given });
			}
			line.append(part);
		}
		return line;
	}

	override ignoreEvent(): boolean {
		return true;
	}
}

type Folds = Map<number, number>;
const setFolds = StateEffect.define<Folds>();
/** The number of the last line of each fold, by that of its first line. Folds reach from line end to line end. */
const foldsField = StateField.define<Folds>({
	create: () => new Map(),
	update: (folds, transaction) => transaction.effects.find((one) => one.is(setFolds))?.value ?? folds,
});

export const folds = [
	foldsField,
	foldService.of((state, start) => {
		const line = state.doc.lineAt(start);
		const last = state.field(foldsField).get(line.number);
		return last && last <= state.doc.lines ? { from: line.to, to: state.doc.line(last).to } : null;
	}),
];

async function refreshFolds(view: EditorView): Promise<void> {
	if (view.state.doc.length < LONG) {
		const found = await ask<FoldingRange[]>(view, "textDocument/foldingRange");
		if (found) {
			const lines = found.map(({ startLine, endLine }) => [startLine + 1, endLine + 1] as const);
			view.dispatch({ effects: setFolds.of(new Map(lines)) });
		}
	}
}

/** Request colours, hints, lenses and folds again. */
export function refresh(view: EditorView): void {
	for (const layer of [colours, hints, lenses]) {
		layer.refresh(view);
	}
	refreshFolds(view);
}
