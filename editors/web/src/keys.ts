// The list of the page's keyboard shortcuts.

import { menu } from "./menu";

const KEYS: readonly [string, string][] = [
	["Ctrl+Space", "list the possible entries"],
	["Tab", "insert the first entry, or the grey text"],
	["Ctrl+.", "list the actions here"],
	["F8", "go to the next finding"],
	["Ctrl+Shift+M", "all findings"],
	["Ctrl+Shift+O", "outline"],
	["Shift+Alt+F", "format"],
	["F2", "rename"],
	["F12, Shift+F12", "go to the declaration or the uses"],
	["Ctrl+Shift+Space", "show the form of the entry"],
	["Ctrl+Shift+[ ]", "fold, unfold"],
	["Alt+← →", "go one step back or forward in the preview"],
	["← → , . Space", "in the bar of the preview: step back or forward, play"],
	["0 … 9", "in the preview: take the move with that number"],
	["Ctrl+Z, Ctrl+Y", "undo, redo, also in the preview"],
	["Ctrl+S, Ctrl+O", "save, open"],
	["Escape, then Tab", "leave the editor"],
];

export function keys(): void {
	menu(
		"Keys",
		KEYS.map(([key, what]) => ({ label: key, detail: what })),
	);
}
