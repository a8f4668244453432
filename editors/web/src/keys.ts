// The list of the page's keyboard shortcuts.

import { menu } from "./menu";

const KEYS: readonly [string, string][] = [
	["Ctrl+Space", "what can stand here"],
	["Tab", "takes the first of these, or the grey text"],
	["Ctrl+.", "what can be done here"],
	["F8", "the next finding"],
	["Ctrl+Shift+M", "all findings"],
	["Ctrl+Shift+O", "outline"],
	["Shift+Alt+F", "format"],
	["F2", "a new name"],
	["F12, Shift+F12", "where it comes from, where it is used"],
	["Ctrl+Shift+Space", "the form of what is being written"],
	["Ctrl+Shift+[ ]", "fold, unfold"],
	["Alt+← →", "step back and on in the picture"],
	["← → , . Space", "in the picture's bar: step back and on, play"],
	["0 … 9", "in the picture: what has that number"],
	["Ctrl+Z, Ctrl+Y", "take back, do again: in the picture, too"],
	["Ctrl+S, Ctrl+O", "save, open"],
	["Escape, then Tab", "leaves the editor"],
];

export function keys(): void {
	menu(
		"Keys",
		KEYS.map(([key, what]) => ({ label: key, detail: what })),
	);
}
