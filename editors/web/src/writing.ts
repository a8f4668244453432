// Help with writing: completion, and the likely next entry as ghost text.

import {
	acceptCompletion,
	type Completion,
	type CompletionSource,
	completionStatus,
	insertCompletionText,
	pickedCompletion,
	selectedCompletionIndex,
	setSelectedCompletion,
	snippet,
	startCompletion,
} from "@codemirror/autocomplete";
import { LSPPlugin } from "@codemirror/lsp-client";
import { Prec } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import type { CompletionList, InlineCompletionItem, MarkupContent, TextEdit } from "vscode-languageserver-protocol";
import { made } from "../../stage/made";
import { ask, offset, position } from "./client";
import { Layer, Widget } from "./layer";
import { soon } from "./soon";

/** Milliseconds of quiet after a change until ghost text is requested. */
const REST = 120;
/**
 * The items in the order and selection of the server, each with its own end. The client's own source sorts and filters
 * them again, uses the range of the first for all, and writes the choices of a snippet as raw text.
 */
export const completions: CompletionSource = async (context) => {
	const { view, pos, explicit, state } = context;
	// After the next key, CodeMirror asks again instead of waiting for an answer about the earlier text.
	context.addEventListener("abort", () => {}, { onDocChange: true });
	const before = state.sliceDoc(pos - 1, pos);
	const triggers =
		(view && LSPPlugin.get(view)?.client.serverCapabilities?.completionProvider?.triggerCharacters) ?? [];
	const isTrigger = !explicit && triggers.includes(before);
	if (!view || !(explicit || isTrigger || /[\p{L}\d_]/u.test(before))) {
		return null;
	}
	const found = await ask<CompletionList>(view, "textDocument/completion", {
		position: position(state.doc, pos),
		context: isTrigger ? { triggerKind: 2, triggerCharacter: before } : { triggerKind: 1 },
	});
	const options = (found?.items ?? []).map(({ label, detail, documentation, textEdit, insertTextFormat }) => {
		const { range, newText } = textEdit as TextEdit;
		// Later typing has moved the end.
		const rest = offset(state.doc, range.end) - pos;
		return {
			label,
			...(detail && { detail }),
			...(documentation && { info: () => made("div", "documentation", plain(documentation as MarkupContent)) }),
			apply: (view: EditorView, completion: Completion, from: number, to: number) => {
				const end = Math.min(to + rest, view.state.doc.length);
				if (insertTextFormat === 2) {
					snippet(template(newText))(view, completion, from, end);
				} else {
					const annotations = pickedCompletion.of(completion);
					view.dispatch({ ...insertCompletionText(view.state, newText, from, end), annotations });
				}
				// Also list the choices of a snippet.
				if (/\$\{\d+\|/.test(newText)) {
					startCompletion(view);
				}
			},
			start: offset(state.doc, range.start),
		};
	});
	// The server lets all items start at the same place.
	const [first] = options;
	return first ? { from: first.start, filter: false, options } : null;
};

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

function plain({ value }: MarkupContent): string {
	return value.replace(/[*`]/g, "");
}

/** The offered text, and the start of the written part of it. */
let offered: { from: number; text: string } | undefined;

const layer = new Layer(async (view) => {
	const { doc, selection } = view.state;
	const { empty, head } = selection.main;
	offered = undefined;
	if (!empty || completionStatus(view.state) === "active") {
		return Decoration.none;
	}
	const asked = { position: position(doc, head), context: { triggerKind: 2 } };
	const [item] = (await ask<InlineCompletionItem[]>(view, "textDocument/inlineCompletion", asked)) ?? [];
	if (!item?.range || view.state.selection.main.head !== head || offset(doc, item.range.end) !== head) {
		return Decoration.none;
	}
	const text = item.insertText as string;
	const from = offset(doc, item.range.start);
	const written = doc.sliceString(from, head);
	const rest = text.slice(written.length);
	if (!rest || !text.startsWith(written)) {
		return Decoration.none;
	}
	offered = { from, text };
	const widget = new Widget(rest, (view) => {
		const onpointerdown = (event: Event) => {
			event.preventDefault();
			take(view);
		};
		return Object.assign(made("span", "ghost", rest), { title: "Tab or a tap inserts it", onpointerdown });
	});
	return Decoration.set(Decoration.widget({ widget, side: 1 }).range(head));
});

/** Insert the ghost text. Return false if none is visible. */
function take(view: EditorView): boolean {
	if (!offered || !layer.shown(view).size) {
		return false;
	}
	const { from, text } = offered;
	dismiss(view);
	view.dispatch(insertCompletionText(view.state, text, from, view.state.selection.main.head));
	view.focus();
	return true;
}

function dismiss(view: EditorView): boolean {
	offered = undefined;
	return layer.clear(view);
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

const follower = EditorView.updateListener.of(({ docChanged, selectionSet, state, view }) => {
	document.body.classList.toggle("completing", completionStatus(state) === "active");
	if (docChanged || selectionSet) {
		dismiss(view);
		soon("ghost", REST, () => docChanged && layer.refresh(view));
	}
});

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
