// The menu of saved records.

import type { Keeping } from "./keeping";
import { type Choice, menu } from "./menu";
import type { Kept } from "./store";

/** Maximum number of characters of a record's first line in the menu. */
const WIDE = 80;

/** Open a menu of all saved records. `show` opens the chosen one, and `browse` lets the user choose a file. */
export async function records(keeping: Keeping, show: (one: Kept) => void, browse: () => void): Promise<void> {
	keeping.flush();
	const [all, open] = await Promise.all([keeping.all(), keeping.opened()]);
	const choice = (one: Kept): Choice => {
		const where = one.id === keeping.id ? "open" : open.has(one.id) ? "open in another tab" : "";
		const when = new Date(one.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
		return {
			label: one.text.trimStart().split("\n", 1)[0]?.trimEnd().slice(0, WIDE) || "(empty)",
			detail: [one.name, when, where].filter(Boolean).join(" · "),
			choose: () => show(one),
			...(!where && { discard: () => keeping.remove(one) }),
		};
	};
	const file = {
		label: "A file …",
		detail: "a record with its script (.json), or a game of another program",
		choose: browse,
	};
	menu("Open", [file, ...all.map(choice)]);
}
