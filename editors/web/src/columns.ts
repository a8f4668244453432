// Lines in columns, such as drawings, are never wrapped. On a narrow page, the editor scrolls sideways.

import type { Extension, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** A line with box-drawing characters or wide gaps. Any other line, and one of over 500 characters, is prose. */
const COLUMNS = /^(?=.{0,500}$).*(?:[\u2500-\u257f]|\S {3,}\S|^ {8,}\S)/;
const line = Decoration.line({ class: "columns" });

function found({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
	const lines: Range<Decoration>[] = [];
	for (const { from, to } of visibleRanges) {
		for (let at = from; at <= to; at = doc.lineAt(at).to + 1) {
			const { text, from } = doc.lineAt(at);
			if (COLUMNS.test(text)) {
				lines.push(line.range(from));
			}
		}
	}
	return Decoration.set(lines);
}

const columns: Extension = ViewPlugin.fromClass(
	class {
		lines: DecorationSet;

		constructor(view: EditorView) {
			this.lines = found(view);
		}

		update({ docChanged, viewportChanged, view }: ViewUpdate): void {
			if (docChanged || viewportChanged) {
				this.lines = found(view);
			}
		}
	},
	{ decorations: ({ lines }) => lines },
);

export const wrapping: Extension = [EditorView.lineWrapping, columns];
