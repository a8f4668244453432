import type { Glyph } from "../messages";

/** A stretch of a line that belongs to one glyph, or to none. */
export interface Part {
	glyph: number | undefined;
	cells: Cell[];
}

/** Some text; `width` columns wide whatever the font thinks of it, or, if that is 0, as wide as it is. */
export interface Cell {
	text: string;
	width: 0 | 1 | 2;
	red: boolean;
}

/** What every monospaced font has: letters, and what frames and bars are made of. */
const PLAIN = /^[\u0020-\u024f\u2500-\u257f]$/u;
const WIDE =
	/^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const RED = /[♥♦]/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a line of the picture where glyphs begin and end; where they overlap the shortest counts. */
export function partsOf(line: string, number: number, glyphs: readonly Glyph[]): Part[] {
	const points = [...line];
	const owners = ownersOf(points.length, number, glyphs);
	const parts: Part[] = [];
	let start = 0;
	for (let end = 1; end <= points.length; end++) {
		if (end === points.length || owners[end] !== owners[start]) {
			parts.push({ glyph: owners[start], cells: cellsOf(points.slice(start, end).join("")) });
			start = end;
		}
	}
	return parts;
}

function ownersOf(length: number, number: number, glyphs: readonly Glyph[]): (number | undefined)[] {
	const owners = new Array<number | undefined>(length);
	const here = [...glyphs.entries()].filter(([, glyph]) => glyph.line === number);
	here.sort(([, left], [, right]) => right.end - right.start - (left.end - left.start));
	for (const [index, { start, end }] of here) {
		owners.fill(index, start, end);
	}
	return owners;
}

function cellsOf(text: string): Cell[] {
	const cells: Cell[] = [];
	for (const { segment } of graphemes.segment(text)) {
		const last = cells.at(-1);
		if (!PLAIN.test(segment)) {
			cells.push({ text: segment, width: WIDE.test(segment) ? 2 : 1, red: RED.test(segment) });
		} else if (last?.width === 0) {
			last.text += segment;
		} else {
			cells.push({ text: segment, width: 0, red: false });
		}
	}
	return cells;
}
