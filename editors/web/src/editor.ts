// The editor: CodeMirror with the language client.

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, insertNewline } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
	findReferencesKeymap,
	formatKeymap,
	hoverTooltips,
	jumpToDefinitionKeymap,
	renameKeymap,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, type KeyBinding, keymap, lineNumbers } from "@codemirror/view";
import { syncSoon } from "./client";
import { style } from "./colours";
import { wrapping } from "./columns";
import { colours, folds, highlights, hints, lenses } from "./reading";
import { signature } from "./signature";
import { completions, ghost } from "./writing";

/** The nonce of CodeMirror's styles, which the content security policy allows. */
const NONCE = "kibitz";
export const nonce = EditorView.cspNonce.of(NONCE);

/** Return the extensions of a record's editor. `keys` are the page's own, and come before most others. */
export function extensions(record: Extension, keys: readonly KeyBinding[]): Extension {
	return [
		lineNumbers(),
		lintGutter(),
		foldGutter(),
		codeFolding(),
		history(),
		drawSelection(),
		bracketMatching(),
		closeBrackets(),
		highlightActiveLine(),
		highlightSelectionMatches(),
		wrapping,
		nonce,
		EditorView.contentAttributes.of({ "aria-label": "Record" }),
		// Before completion, which would consume Escape.
		signature,
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
		folds,
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
