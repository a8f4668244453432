// What a record can begin with: nothing, or an example of each notation.

import { type Choice, menu } from "./menu";
import { NOTATIONS, type Record } from "./notations";

/** Lists the beginnings; `begin` gets the chosen record, and whether it is a new one. */
export function beginnings(begin: (record: Record, isNew: boolean) => void): void {
	const fresh = NOTATIONS.map(({ id, holds }) => ({
		label: `New: ${holds}`,
		detail: `.${id}`,
		choose: () => begin({ name: `record.${id}`, text: "" }, true),
	}));
	menu("New", [...fresh, ...examples((record) => begin(record, false))]);
}

/** The example of each notation with its picture. */
function examples(begin: (record: Record) => void): Choice[] {
	return NOTATIONS.flatMap(({ example, game }) =>
		example ? [{ label: `Example: ${game}`, picture: pictureOf(example), choose: () => begin(example) }] : [],
	);
}

/** The address of the picture that the build has drawn of an example. */
export function pictureOf({ name }: Record): string {
	return `python/${name}.svg`;
}
