// What the server says of a picture, and what can be done in it: plain values, for pages and for what has none.

export type Point = { line: number; character: number };
export type Extent = { start: Point; end: Point };
export type Edit = { range: Extent; newText: string };

/** One thing that can be done. Without edits it leads on: the server says what can be done then. */
export type Play = {
	key: string;
	title: string;
	/** The `data-place` of what it is done at; without one it is only in the list. */
	place?: string;
	/** The digit that takes it: its number in the list of completion. */
	number?: string;
	/** Its row and column in a grid, such as a deck of cards. */
	cell?: [number, number];
	edits?: Edit[];
	/** Where the cursor goes; without one, behind what was written. */
	cursor?: Point;
};

/** A step of a record: where and how it is written, its chapter, what it comes to, and the errors and warnings there, the gravest first. */
export type Step = {
	range: Extent;
	text: string;
	chapter: string;
	told: string[];
	worst: "error" | "warning" | null;
	wrong: string[];
};

/** Where one goes from step to step. */
export type Way = "first" | "previous" | "next" | "last";

/** A picture that is drawn. */
export type Drawn = {
	svg: string;
	/** The numbers of those with `data-span` that belong to the cursor. */
	here: readonly number[];
	layouts: readonly string[];
	layout?: string | undefined;
	plays: readonly Play[];
	/** Where the cursor is. */
	cursor: Point | undefined;
};
