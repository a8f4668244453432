// What the server says can be done in a picture: plain values, for pages and for what has none.

export type Point = { line: number; character: number };
export type Edit = { range: { start: Point; end: Point }; newText: string };

/** One thing that can be done. Without edits it leads on: the server says what can be done then. */
export type Play = {
	key: string;
	title: string;
	/** The `data-place` of what it is done at; without one it is only in the list. */
	place?: string;
	/** The key that takes it. */
	number?: string;
	edits?: Edit[];
	/** Where the cursor goes; without one, behind what was written. */
	cursor?: Point;
};
