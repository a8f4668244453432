/** Something drawn that stands for something written: a line and columns of the picture, in code points. */
export interface Glyph {
	line: number;
	start: number;
	end: number;
}

/** What the page of the preview is told. */
export type ToPicture =
	| { kind: "picture"; uri: string; text: string; glyphs: Glyph[]; current: number[] }
	| { kind: "note"; note: string };

/** What it tells: how many columns there is room for (it is ready then), and which glyph was chosen. */
export type FromPicture = { kind: "room"; columns: number } | { kind: "jump"; glyph: number };
