import type { Play, Point, Step, Way } from "../../stage/play";

/** A preview as SVG. Its elements with `data-span` stand for parts of the record. */
export interface Picture {
	svg: string;
	/** The numbers of the spans at the cursor. */
	here: number[];
	layouts: string[];
	plays?: Play[];
}

/** Messages to the page of the preview. */
export type ToPicture =
	| ({ kind: "picture"; uri: string; locked: boolean; layout: string | undefined; cursor: Point | undefined } & Picture)
	| { kind: "note"; note: string }
	| { kind: "render"; svg: string }
	| { kind: "plays"; plays: Play[] }
	| { kind: "steps"; steps: Step[]; cursor: Point | undefined };

export type SavedAs = "svg" | "png" | "html" | "replay";

/** Messages from the page of the preview; `data` is a PNG in base64. */
export type FromPicture =
	| { kind: "ready" | "lock" | "copy" }
	| { kind: "jump"; span: number }
	| { kind: "step"; way: Way }
	| { kind: "to"; number: number }
	| { kind: "layout"; layout: string }
	| { kind: "save"; form: SavedAs }
	| { kind: "png"; data: string }
	| { kind: "taken"; taken: readonly string[] }
	| { kind: "play"; play: Play }
	| { kind: "undo"; again: boolean };
