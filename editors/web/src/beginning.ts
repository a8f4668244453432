// The beginnings of a record: an empty text, or the example of a notation.

import { type Choice, menu } from "./menu";
import { NOTATIONS, type Record } from "./notations";

/** Open a menu of beginnings. `begin` gets the chosen record, and whether it is a new one. */
export function beginnings(begin: (record: Record, isNew: boolean) => void): void {
	const fresh = NOTATIONS.map(({ id, holds }) => ({
		label: `New: ${holds}`,
		detail: `.${id}`,
		choose: () => begin({ name: `record.${id}`, text: "" }, true),
	}));
	menu("New", [...fresh, ...examples((record) => begin(record, false))]);
}

/** Return a choice for each example, with its preview. */
function examples(begin: (record: Record) => void): Choice[] {
	return NOTATIONS.flatMap(({ example, game }) =>
		example ? [{ label: `Example: ${game}`, picture: pictureOf(example), choose: () => begin(example) }] : [],
	);
}

/** Return the address of the preview that the build has drawn of an example. */
export function pictureOf({ name }: Record): string {
	return `python/${name}.svg`;
}
