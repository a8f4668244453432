// The server's data about a preview and its plays. These plain types are also for code that has no DOM.

export type Point = { line: number; character: number };
export type Extent = { start: Point; end: Point };
export type Edit = { range: Extent; newText: string };

/** A move that the user can make. Without edits it leads to more plays, which the server sends on request. */
export type Play = {
	key: string;
	title: string;
	/** The `data-place` of its elements in the preview. A play without a place is only in the list. */
	place?: string;
	/** The digit key that takes it, which is also its number in the completion list. */
	number?: string;
	/** Its row and column in a grid such as a deck of cards, from 0. */
	cell?: [number, number];
	edits?: Edit[];
	/** The position of the cursor afterwards, by default the end of the last edit. */
	cursor?: Point;
};

/** A step of a record: its source, chapter, description, and errors and warnings with the gravest first. */
export type Step = {
	range: Extent;
	text: string;
	chapter: string;
	told: string[];
	worst: "error" | "warning" | null;
	wrong: string[];
};

/** A move from one step to another. */
export type Way = "first" | "previous" | "next" | "last";

/** A preview with its layouts and plays. */
export type Drawn = {
	svg: string;
	/** The numbers of the elements at the cursor, among those with `data-span`. */
	here: readonly number[];
	layouts: readonly string[];
	layout?: string | undefined;
	plays: readonly Play[];
	cursor: Point | undefined;
};
