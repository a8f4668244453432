// Help with writing: completion, and the likely next entry as ghost text.

import {
	acceptCompletion,
	type Completion,
	type CompletionSource,
	completionStatus,
	pickedCompletion,
	selectedCompletionIndex,
	setSelectedCompletion,
	snippet,
	startCompletion,
} from "@codemirror/autocomplete";
import { LSPPlugin } from "@codemirror/lsp-client";
import { Prec } from "@codemirror/state";
import { Decoration, EditorView, keymap, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { CompletionItem, CompletionList, InlineCompletionItem, TextEdit } from "vscode-languageserver-protocol";
import { apply, ask, offset, position } from "./client";
import { Layer } from "./layer";

/** Milliseconds of quiet after a change until ghost text is requested. */
const REST = 120;
/** CodeMirror's types of completions, by the item kinds of LSP. */
const KINDS: Record<number, string> = {
	3: "function",
	5: "property",
	6: "variable",
	7: "class",
	10: "property",
	12: "constant",
	13: "enum",
	14: "keyword",
	15: "text",
	20: "constant",
};

/**
 * The items in the order and selection of the server, each with its own range. The client's own source sorts and
 * filters them again, uses the range of the first for all, and writes the choices of a snippet as raw text.
 */
export const completions: CompletionSource = async (context) => {
	const { view, pos, explicit, state } = context;
	const before = state.sliceDoc(pos - 1, pos);
	const triggers =
		(view && LSPPlugin.get(view)?.client.serverCapabilities?.completionProvider?.triggerCharacters) ?? [];
	if (!view || !(explicit || /[\p{L}\d_]/u.test(before) || triggers.includes(before))) {
		return null;
	}
	const typed = !explicit && triggers.includes(before);
	const found = await ask<CompletionList | CompletionItem[]>(view, "textDocument/completion", {
		position: position(state.doc, pos),
		context: typed ? { triggerKind: 2, triggerCharacter: before } : { triggerKind: 1 },
	});
	const items = Array.isArray(found) ? found : (found?.items ?? []);
	if (!items.length) {
		return null;
	}
	const ranges = items.map(({ textEdit }) => {
		const range = textEdit && ("range" in textEdit ? textEdit.range : textEdit.replace);
		return range ? [offset(state.doc, range.start), offset(state.doc, range.end)] : [pos, pos];
	}) as [number, number][];
	const from = Math.min(pos, ...ranges.map(([start]) => start));
	return {
		from,
		filter: false,
		options: items.map((item, index) => option(item, ranges[index]?.[0] ?? pos, ranges[index]?.[1] ?? pos, from, pos)),
	};
};

function option(item: CompletionItem, start: number, end: number, from: number, pos: number): Completion {
	const text = item.textEdit?.newText ?? item.insertText ?? item.label;
	return {
		label: item.label,
		...(item.detail && { detail: item.detail }),
		...(item.kind && { type: KINDS[item.kind] ?? "text" }),
		...(item.documentation && { info: () => explained(item.documentation as string) }),
		// Later typing has moved both ends.
		apply: (view, completion, at, to) => {
			const [first, last] = [at + start - from, Math.min(to + end - pos, view.state.doc.length)];
			if (item.insertTextFormat === 2) {
				snippet(template(text))(view, completion, first, last);
			} else {
				view.dispatch({
					changes: { from: first, to: last, insert: text },
					selection: { anchor: first + text.length },
					annotations: pickedCompletion.of(completion),
					userEvent: "input.complete",
				});
			}
			if (item.additionalTextEdits) {
				apply(view, item.additionalTextEdits as TextEdit[], "input.complete");
			}
			// Also list the choices of a snippet.
			if (item.command || /\$\{\d+\|/.test(text)) {
				startCompletion(view);
			}
		},
	};
}

/** Convert an LSP snippet for CodeMirror: keep the first choice only, and make the final cursor the last field. */
export function template(text: string): string {
	return text.replace(
		/\\([$}\\])|\$\{?(\d+)(?:\|([^,|]*)[^|]*\|\}|:((?:\\.|[^}])*)\}|\})?/g,
		(_, escaped, field, choice, given) => {
			if (escaped) {
				return escaped;
			}
			const content = choice ?? given?.replace(/\\(.)/g, "$1");
			return `\${${field === "0" ? 99 : field}${content ? `:${content}` : ""}}`;
		},
	);
}

function explained(documentation: string | { value: string }): HTMLElement {
	const page = document.createElement("div");
	page.className = "documentation";
	page.textContent = typeof documentation === "string" ? documentation : documentation.value.replace(/[*`]/g, "");
	return page;
}

class Ghost extends WidgetType {
	constructor(private readonly text: string) {
		super();
	}

	override eq(other: Ghost): boolean {
		return other.text === this.text;
	}

	override toDOM(view: EditorView): HTMLElement {
		const ghost = document.createElement("span");
		ghost.className = "ghost";
		ghost.textContent = this.text;
		ghost.title = "Tab or a tap inserts it";
		ghost.onpointerdown = (event) => {
			event.preventDefault();
			take(view);
		};
		return ghost;
	}

	override ignoreEvent(): boolean {
		return true;
	}
}

/** The offered text, and the range that it replaces. */
let offered: { from: number; to: number; text: string } | undefined;

const layer = new Layer(async (view) => {
	const { doc, selection } = view.state;
	const at = selection.main;
	offered = undefined;
	if (!at.empty || completionStatus(view.state) === "active") {
		return Decoration.none;
	}
	const asked = { position: position(doc, at.head), context: { triggerKind: 2 } };
	const found = await ask<InlineCompletionItem[] | { items: InlineCompletionItem[] }>(
		view,
		"textDocument/inlineCompletion",
		asked,
	);
	const item = (Array.isArray(found) ? found : found?.items)?.[0];
	if (!item || view.state.selection.main.head !== at.head) {
		return Decoration.none;
	}
	const text = typeof item.insertText === "string" ? item.insertText : item.insertText.value;
	const from = item.range ? offset(doc, item.range.start) : at.head;
	const to = item.range ? offset(doc, item.range.end) : at.head;
	const written = doc.sliceString(from, at.head);
	if (!text.startsWith(written) || to !== at.head || text === written) {
		return Decoration.none;
	}
	offered = { from, to, text };
	return Decoration.set(Decoration.widget({ widget: new Ghost(text.slice(written.length)), side: 1 }).range(at.head));
});

/** Insert the ghost text. Return false if none is visible. */
function take(view: EditorView): boolean {
	if (!offered || !layer.shown(view).size) {
		return false;
	}
	const { from, to, text } = offered;
	dismiss(view);
	view.dispatch({
		changes: { from, to, insert: text },
		selection: { anchor: from + text.length },
		userEvent: "input.complete",
	});
	view.focus();
	return true;
}

function dismiss(view: EditorView): boolean {
	const shown = layer.shown(view).size > 0;
	offered = undefined;
	layer.clear(view);
	return shown;
}

/** Accept the selected item, or the first one. Enter needs a selection, and is a line break without one. */
function accept(view: EditorView): boolean {
	if (completionStatus(view.state) !== "active") {
		return false;
	}
	if (selectedCompletionIndex(view.state) === null) {
		view.dispatch({ effects: setSelectedCompletion(0) });
	}
	return acceptCompletion(view);
}

const follower = ViewPlugin.fromClass(
	class {
		private timer: ReturnType<typeof setTimeout> | undefined;

		update({ docChanged, selectionSet, state, view }: ViewUpdate): void {
			document.body.classList.toggle("completing", completionStatus(state) === "active");
			if (docChanged || selectionSet) {
				clearTimeout(this.timer);
				offered = undefined;
				queueMicrotask(() => layer.clear(view));
				if (docChanged) {
					this.timer = setTimeout(() => layer.refresh(view), REST);
				}
			}
		}

		destroy(): void {
			clearTimeout(this.timer);
		}
	},
);

export const ghost = [
	layer.extension,
	follower,
	Prec.high(
		keymap.of([
			{ key: "Tab", run: (view) => accept(view) || take(view) },
			{ key: "Escape", run: dismiss },
		]),
	),
	EditorView.contentAttributes.of({ autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
];
