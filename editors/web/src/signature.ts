// Signature help that follows the cursor. That of the client stays where it was first shown.

import { LSPPlugin } from "@codemirror/lsp-client";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, keymap, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SignatureHelp } from "vscode-languageserver-protocol";
import { ask, position } from "./client";

/** Milliseconds from a key or a cursor move until the next request. */
const SOON = 60;

const set = StateEffect.define<Tooltip | null>();
const field = StateField.define<Tooltip | null>({
	create: () => null,
	update: (shown, { effects, changes, docChanged }) => {
		const told = effects.find((one) => one.is(set));
		if (told) {
			return told.value as Tooltip | null;
		}
		return shown && docChanged ? { ...shown, pos: changes.mapPos(shown.pos) } : shown;
	},
	provide: (field) => showTooltip.from(field),
});

/** Number of requests and closings so far. The answer to an earlier request is too late. */
let asked = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Request the signature help, and show it if there is any. */
async function show(view: EditorView): Promise<void> {
	const number = ++asked;
	const pos = view.state.selection.main.head;
	const found = await ask<SignatureHelp>(view, "textDocument/signatureHelp", {
		position: position(view.state.doc, pos),
		context: { triggerKind: 1, isRetrigger: false },
	});
	if (number === asked && view.state.selection.main.head === pos) {
		const dom = found && drawn(view, found);
		view.dispatch({ effects: set.of(dom ? { pos, above: true, create: () => ({ dom }) } : null) });
	}
}

function drawn(view: EditorView, { signatures, activeSignature, activeParameter }: SignatureHelp): HTMLElement | null {
	const one = signatures[activeSignature ?? 0];
	if (!one) {
		return null;
	}
	const form = document.createElement("div");
	const { label } = one.parameters?.[one.activeParameter ?? activeParameter ?? 0] ?? {};
	const from = typeof label === "string" ? one.label.indexOf(label) : (label?.[0] ?? 0);
	const to = typeof label === "string" ? from + label.length : (label?.[1] ?? 0);
	const here = document.createElement("b");
	here.textContent = one.label.slice(from, to);
	form.append(one.label.slice(0, from), here, one.label.slice(to));
	const dom = document.createElement("div");
	dom.className = "signature";
	dom.append(form);
	const said = one.documentation;
	if (said) {
		const words = document.createElement("div");
		words.className = "cm-lsp-documentation";
		words.innerHTML = LSPPlugin.get(view)?.docToHTML(said) ?? "";
		dom.append(words);
	}
	return dom;
}

function close(view: EditorView): void {
	asked++;
	clearTimeout(timer);
	if (view.state.field(field)) {
		view.dispatch({ effects: set.of(null) });
	}
}

const follower = ViewPlugin.fromClass(
	class {
		update(update: ViewUpdate): void {
			const { view, docChanged, selectionSet, state } = update;
			if (state.field(field) ? docChanged || selectionSet : docChanged && triggers(update)) {
				clearTimeout(timer);
				timer = setTimeout(() => show(view), SOON);
			}
		}

		destroy(): void {
			clearTimeout(timer);
		}
	},
	{ eventHandlers: { blur: (_, view) => close(view) } },
);

/** Return whether the user has typed a trigger character of signature help. */
function triggers({ transactions, changes, view }: ViewUpdate): boolean {
	const characters = LSPPlugin.get(view)?.client.serverCapabilities?.signatureHelpProvider?.triggerCharacters ?? [];
	let found = false;
	if (transactions.some((one) => one.isUserEvent("input.type"))) {
		changes.iterChanges((_from, _to, _fromB, _toB, inserted) => {
			found ||= characters.some((one) => inserted.toString().includes(one));
		});
	}
	return found;
}

export const signature = [
	field,
	follower,
	Prec.highest(
		keymap.of([
			{
				key: "Mod-Shift-Space",
				run: (view) => {
					show(view);
					return true;
				},
			},
			{
				key: "Escape",
				run: (view) => {
					close(view);
					// Other handlers close their tooltips, too.
					return false;
				},
			},
		]),
	),
];
