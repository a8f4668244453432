/** Something drawn that stands for something written: a line and columns of the picture, in code points. */
export interface Glyph {
	line: number;
	start: number;
	end: number;
}

/** Whether the picture is drawn or written. */
export type Form = "svg" | "text";

/** What the toolbar shows. */
export interface Bar {
	form: Form;
	layouts: string[];
	layout: string;
	locked: boolean;
}

/** What the page of the preview is told. */
export type ToPicture =
	| { kind: "text"; uri: string; text: string; glyphs: Glyph[]; current: number[]; bar: Bar }
	| { kind: "svg"; uri: string; svg: string; current: number[]; bar: Bar }
	| { kind: "note"; note: string }
	| { kind: "render"; svg: string };

/** What the page asks for by its toolbar. */
export type Act = "previous" | "next" | "form" | "lock" | "copy";
export type SavedAs = "svg" | "png" | "html" | "replay";

/**
 * What it tells: how many columns there is room for (it is ready then), which of what stands for something was chosen, what
 * the toolbar asks for, and a picture as PNG, in base64.
 */
export type FromPicture =
	| { kind: "room"; columns: number }
	| { kind: "jump"; glyph: number }
	| { kind: "act"; act: Act }
	| { kind: "layout"; layout: string }
	| { kind: "save"; form: SavedAs }
	| { kind: "png"; data: string };
