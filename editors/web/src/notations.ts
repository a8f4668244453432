// The notations that the build has found.

import found from "../build/notations.json";

export type File = { name: string; text: string };
/** A file in a notation, with the scripts of the official tool that it may name. */
export type Record = File & { beside?: readonly File[] };
export type Notation = {
	id: string;
	/** Such as "Blackjack". */
	game: string;
	/** Such as "hands of blackjack". */
	holds: string;
	/** The start of a line comment, or both ends of a block comment. */
	comment: string | [string, string];
	/** A TextMate grammar. */
	grammar: object;
	example?: Record;
};

/** The token modifiers, such as suits and teams, which have their own colours. */
export const MODIFIERS: readonly string[] = found.modifiers;
export const NOTATIONS: readonly Notation[] = found.notations;
/** The example for first-time visitors. */
export const FIRST = NOTATIONS.find(({ example }) => example?.name === found.first)?.example as Record;

/** Return whether a file name is that of a companion file. */
export function isCompanion(name: string): boolean {
	return /^[^./\\][^/\\]*\.json$/i.test(name);
}

/** Return the notation of a file by its suffix, or undefined for other files. */
export function notationOf(name: string): Notation | undefined {
	return NOTATIONS.find(({ id }) => name.toLowerCase().endsWith(`.${id}`));
}
