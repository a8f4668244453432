// The list of the records that are kept.

import type { Keeping } from "./keeping";
import { type Choice, menu } from "./menu";
import type { Kept } from "./store";

/** How much of a record's first line is shown. */
const WIDE = 80;

/** Lists all records, to open one (`show`) or delete it. */
export async function records(keeping: Keeping, show: (one: Kept) => void): Promise<void> {
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
	menu("Records", all.length ? all.map(choice) : [{ label: "No record is kept here." }]);
}
