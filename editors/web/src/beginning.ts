// The list of what a record can begin with: nothing, or an example of each notation.

import { NOTATIONS, type Record } from "./notations";

/** Fills the list; `begin` is told which record was chosen, and whether it is a new one. */
export function beginnings(list: HTMLSelectElement, begin: (record: Record, isNew: boolean) => void): void {
	const groups = ["New", "Example"].map((label) => Object.assign(document.createElement("optgroup"), { label }));
	for (const { id, holds, example } of NOTATIONS) {
		groups[0]?.append(new Option(`New: ${holds} (.${id})`, `record.${id}`));
		if (example) {
			groups[1]?.append(new Option(`Example: ${holds}`, id));
		}
	}
	list.append(...groups);
	list.onchange = () => {
		const example = NOTATIONS.find(({ id }) => id === list.value)?.example;
		const fresh = { name: list.value, text: "" };
		list.value = "";
		begin(example ?? fresh, !example);
	};
}
