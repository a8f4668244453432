import type { Play, Point, Step, Way } from "../../stage/play";

/** Something drawn that stands for something written: a line and columns of the picture, in code points. */
export interface Glyph {
	line: number;
	start: number;
	end: number;
}

/** Whether the picture is drawn or written. */
export type Form = "svg" | "text";

/** A picture as text, or as SVG, in which the elements with `data-span` are what stands for something. */
export interface Picture {
	text?: string;
	svg?: string;
	spans: Glyph[];
	/** The numbers of the spans that belong to the cursor. */
	here: number[];
	layouts: string[];
	/** What can be done in an SVG. */
	plays?: Play[];
	/** Where the cursor is. */
	cursor?: Point | undefined;
}

/** What the toolbar shows besides. */
export interface Bar {
	form: Form;
	layout: string | undefined;
	locked: boolean;
}

/** What the page of the preview is told. */
export type ToPicture =
	| ({ kind: "picture"; uri: string; bar: Bar } & Picture)
	| { kind: "note"; note: string }
	| { kind: "render"; svg: string }
	| { kind: "plays"; plays: Play[] }
	| { kind: "steps"; steps: Step[]; cursor: Point | undefined };

/** What the page asks for by its toolbar. */
export type Act = "form" | "lock" | "copy";
export type SavedAs = "svg" | "png" | "html" | "replay";

/**
 * What it tells: how many columns there is room for (it is ready then), which of what stands for something was chosen, which
 * way or to which step one goes, what the toolbar asks for, a picture as PNG, in base64, what has been taken of what can be done, and
 * what is to be written or taken back.
 */
export type FromPicture =
	| { kind: "room"; columns: number }
	| { kind: "jump"; glyph: number }
	| { kind: "step"; way: Way }
	| { kind: "to"; number: number }
	| { kind: Act }
	| { kind: "layout"; layout: string }
	| { kind: "save"; form: SavedAs }
	| { kind: "png"; data: string }
	| { kind: "taken"; taken: readonly string[] }
	| { kind: "play"; play: Play }
	| { kind: "undo"; again: boolean };
