// The editor: CodeMirror with the language client.

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, insertNewline } from "@codemirror/commands";
import { bracketMatching, foldKeymap } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
	findReferencesKeymap,
	formatKeymap,
	hoverTooltips,
	jumpToDefinitionKeymap,
	renameKeymap,
	signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import {
	Decoration,
	type DecorationSet,
	drawSelection,
	EditorView,
	highlightActiveLine,
	type KeyBinding,
	keymap,
	lineNumbers,
	MatchDecorator,
	ViewPlugin,
} from "@codemirror/view";
import { leaving, syncSoon } from "./client";
import { style } from "./colours";
import { colours, folds, highlights, hints, lenses } from "./reading";
import { theme } from "./theme";
import { completions, ghost } from "./writing";

/** The nonce of CodeMirror's styles, which the content security policy allows. */
const NONCE = "kibitz";
export const nonce = EditorView.cspNonce.of(NONCE);

// Lines in columns, such as drawings, are never wrapped. On a narrow page, the editor scrolls sideways.
/** A line with box-drawing characters or wide gaps. Any other line, and one of over `LONGEST` characters, is prose. */
const COLUMNS = /^.*(?:[\u2500-\u257f]|\S {3,}\S|^ {8,}\S)/g;
const LONGEST = 500;
const line = Decoration.line({ class: "columns" });
const decorator = new MatchDecorator({
	regexp: COLUMNS,
	decorate: (add, from, _to, _match, { state: { doc } }) => doc.lineAt(from).length <= LONGEST && add(from, from, line),
});

const columns = ViewPlugin.define(
	(view) => ({
		lines: decorator.createDeco(view),
		update(update) {
			this.lines = decorator.updateDeco(update, this.lines);
		},
	}),
	{ decorations: ({ lines }): DecorationSet => lines },
);

/** Return the extensions of a record's editor. `keys` are the page's own, and come before most others. */
export function extensions(record: Extension, keys: readonly KeyBinding[]): Extension {
	return [
		lineNumbers(),
		lintGutter(),
		folds,
		history(),
		drawSelection(),
		bracketMatching(),
		closeBrackets(),
		highlightActiveLine(),
		highlightSelectionMatches(),
		EditorView.lineWrapping,
		columns,
		nonce,
		EditorView.contentAttributes.of({ "aria-label": "Record" }),
		signatureHelp(),
		// Before completion, which would consume Escape.
		leaving,
		theme,
		autocompletion({
			override: [completions],
			icons: false,
			selectOnOpen: false,
			activateOnTypingDelay: 20,
			interactionDelay: 0,
		}),
		record,
		style,
		hoverTooltips(),
		syncSoon,
		ghost,
		[colours, highlights, hints, lenses].map((one) => one.extension),
		keymap.of(
			[
				keys,
				// Insert a line break only, without the indentation of the previous line.
				{ key: "Enter", run: insertNewline, shift: insertNewline },
				[completionKeymap, lintKeymap, formatKeymap, renameKeymap, jumpToDefinitionKeymap, findReferencesKeymap],
				[foldKeymap, searchKeymap, historyKeymap, defaultKeymap],
			].flat(2),
		),
	];
}
