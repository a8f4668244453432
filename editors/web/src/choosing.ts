// The menus of new records and examples, of saved records, and of the keyboard shortcuts.

import type { Keeping, Kept } from "./keeping";
import { type Choice, menu } from "./menu";
import { NOTATIONS, type Record } from "./notations";

/** Maximum number of characters of a record's first line in the menu. */
const WIDE = 80;
const KEYS: { [key: string]: string } = {
	"Ctrl+Space": "list the possible entries",
	Tab: "insert the first entry, or the grey text",
	"Ctrl+.": "list the actions here",
	F8: "go to the next finding",
	"Ctrl+Shift+M": "all findings",
	"Ctrl+Shift+O": "outline",
	"Shift+Alt+F": "format",
	F2: "rename",
	"F12, Shift+F12": "go to the declaration or the uses",
	"Ctrl+Shift+Space": "show the form of the entry",
	"Ctrl+Shift+[ ]": "fold, unfold",
	"Alt+← →": "go one step back or forward in the preview",
	"← → , . Space": "in the bar of the preview: step back or forward, play",
	"0 … 9": "in the preview: take the move with that number",
	"Ctrl+Z, Ctrl+Y": "undo, redo, also in the preview",
	"Ctrl+S, Ctrl+O": "save, open",
	"Escape, then Tab": "leave the editor",
};

/** Open a menu of new records and of examples. `begin` gets the chosen record, and whether it is a new one. */
export function beginnings(begin: (record: Record, isNew: boolean) => void): void {
	const fresh = NOTATIONS.map(({ id, holds }) => ({
		label: `New: ${holds}`,
		detail: `.${id}`,
		choose: () => begin({ name: `record.${id}`, text: "" }, true),
	}));
	const old = examples((record) => begin(record, false));
	menu("New", [...fresh, ...old.map((one) => ({ ...one, label: `Example: ${one.label}` }))]);
}

/** Return a choice for each example, with its preview. */
export function examples(begin: (record: Record) => void): Choice[] {
	return NOTATIONS.flatMap(({ example, game }) =>
		example ? [{ label: game, picture: pictureOf(example), choose: () => begin(example) }] : [],
	);
}

/** Return the address of the preview that the build has drawn of an example. */
export function pictureOf({ name }: Record): string {
	return `python/${name}.svg`;
}

/** Open a menu of all saved records. `show` opens the chosen one, and `browse` lets the user choose a file. */
export async function records(keeping: Keeping, show: (one: Kept) => void, browse: () => void): Promise<void> {
	keeping.flush();
	const all = await keeping.all();
	const choice = (one: Kept): Choice => {
		const where = one.id === keeping.id ? "open" : "";
		const when = new Date(one.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
		return {
			label: one.text.trimStart().split("\n", 1)[0]?.trimEnd().slice(0, WIDE) || "(empty)",
			detail: [one.name, when, where].filter(Boolean).join(" · "),
			choose: () => show(one),
			...(!where && { discard: () => keeping.remove(one) }),
		};
	};
	const detail = "a record with its script (.json), or a game of another program";
	menu("Open", [{ label: "A file …", detail, choose: browse }, ...all.map(choice)]);
}

export function keys(): void {
	menu(
		"Keys",
		Object.entries(KEYS).map(([label, detail]) => ({ label, detail })),
	);
}
