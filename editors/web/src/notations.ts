// The notations, as the build found them.

import found from "../build/notations.json";
import type { Grammar } from "./colours";

export type File = { name: string; text: string };
/** A file in a notation, with those that it may name: scripts of the official tool. */
export type Record = File & { beside?: readonly File[] };
export type Notation = {
	id: string;
	/** Such as "Blackjack". */
	game: string;
	/** Such as "hands of blackjack". */
	holds: string;
	/** What begins a comment, or what is around one. */
	comment: string | [string, string];
	grammar: Grammar;
	example?: Record;
};

/** Suits, teams and the like, by which things of a notation are told apart in their colours. */
export const MODIFIERS: readonly string[] = found.modifiers;
export const NOTATIONS: readonly Notation[] = found.notations;
/** What is shown to who comes for the first time. */
export const FIRST = NOTATIONS.find(({ example }) => example?.name === found.first)?.example as Record;

/** Whether a file may lie beside a record. */
export function isCompanion(name: string): boolean {
	return /^[^./\\][^/\\]*\.json$/i.test(name);
}

/** The notation of a file, which its suffix tells. */
export function notationOf(name: string): Notation | undefined {
	return NOTATIONS.find(({ id }) => name.toLowerCase().endsWith(`.${id}`));
}
