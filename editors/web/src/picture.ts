// The preview of the record at the cursor: a stage that is filled by the server.

import { redo, undo } from "@codemirror/commands";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Extent, Play, Point, Step, Way } from "../../stage/play";
import { Stage } from "../../stage/stage";
import { pictureOf } from "./beginning";
import { ask, offset, position } from "./client";
import type { Record } from "./notations";
import { soon } from "./soon";

type Answer = {
	svg: string;
	spans: { range: Extent }[];
	here: number[];
	position?: Point | null;
	layouts: string[];
	plays?: Play[];
	timeline?: Step[];
};

/** The options of a preview request. */
export type Wish = {
	format: "svg" | "replay";
	theme: string;
	layout?: string;
	step?: Way;
	taken?: readonly string[];
	timeline?: boolean;
};
/** Milliseconds of quiet until the steps of a changed record are requested. */
const REST = 300;

export class Picture {
	readonly stage: Stage;
	private layout: string | undefined;
	private spans: Extent[] = [];
	private steps: readonly Step[] = [];
	private asked = 0;
	/** The texts that the preview and the steps show. Plays and steps apply to these texts only. */
	private drawn: Text | undefined;
	private told: Text | undefined;

	constructor(
		place: HTMLElement,
		private readonly view: EditorView,
		private readonly theme: () => string,
		/** Bring the text to the front. */
		private readonly read: () => void,
	) {
		this.stage = new Stage(place, {
			ask: async (taken) => (await this.answer<Answer>({ format: "svg", theme: this.theme(), taken }))?.plays,
			write: (play) => this.write(play),
			undo: (again) => (again ? redo : undo)(this.view),
			go: (number) => this.go(this.spans[number]),
			step: (way) => this.draw(way),
			to: (number) => {
				const step = this.view.state.doc === this.told && this.steps[number];
				if (step) {
					this.select(offset(this.told as Text, step.range.start));
				}
			},
			lay: (layout) => {
				this.layout = layout;
				this.draw();
			},
		});
	}

	/** Draw the record at the cursor. With a step, move the cursor there. */
	async draw(step?: Way): Promise<void> {
		const number = ++this.asked;
		const { doc } = this.view.state;
		const wish: Wish = {
			format: "svg",
			theme: this.theme(),
			...(!this.view.state.readOnly && { taken: [] }),
			...(step && { step }),
		};
		const answer = await this.answer<Answer>(wish);
		if (step && answer?.position) {
			this.select(offset(this.view.state.doc, answer.position));
		}
		if (!answer || number !== this.asked) {
			return;
		}
		const { svg, here, layouts, plays = [] } = answer;
		this.spans = answer.spans.map(({ range }) => range);
		this.drawn = doc;
		this.stage.show({ svg, here, layouts, layout: this.layout, plays, cursor: this.cursor });
		if (this.told !== doc) {
			soon("timeline", REST, () => this.tell(doc));
		}
	}

	/** Return the server's answer to a preview request, or null if there is none. */
	answer<T>(wish: Wish): Promise<T | null> {
		const at = { position: this.cursor };
		return ask<T>(this.view, "kibitz/preview", { ...at, ...(this.layout && { layout: this.layout }), ...wish });
	}

	clear(): void {
		this.asked++;
		this.drawn = undefined;
		this.told = undefined;
		this.stage.clear();
		this.stage.tell([], undefined);
	}

	/** Show the preview that the build has drawn of an example, until the server draws one. */
	async preview(example: Record | undefined): Promise<void> {
		const { doc } = this.view.state;
		const found = example && (await fetch(pictureOf(example)).catch(() => undefined));
		const svg = found?.ok ? await found.text() : "";
		if (svg && doc === this.view.state.doc && !this.drawn) {
			this.stage.show({ svg, here: [], layouts: [], plays: [], cursor: this.cursor });
		}
	}

	private get cursor(): Point {
		const { doc, selection } = this.view.state;
		return position(doc, selection.main.head);
	}

	/** Show the steps of a text in the stage, unless the text has changed. */
	private async tell(doc: Text): Promise<void> {
		const answer = await this.answer<Answer>({ format: "svg", theme: this.theme(), timeline: true });
		if (answer?.timeline && this.view.state.doc === doc) {
			this.told = doc;
			this.steps = answer.timeline;
			this.stage.tell(this.steps, this.cursor);
		}
	}

	/** Write the edits of a play as one undoable change. */
	private write({ edits = [], cursor }: Play): void {
		const { doc } = this.view.state;
		if (doc !== this.drawn) {
			return;
		}
		const changes = this.view.state.changes(
			edits.map(({ range, newText }) => ({
				from: offset(doc, range.start),
				to: offset(doc, range.end),
				insert: newText,
			})),
		);
		const last = edits.at(-1);
		const end = last ? changes.mapPos(offset(doc, last.range.end), 1) : 0;
		const head = cursor ? offset(changes.apply(doc), cursor) : end;
		this.view.dispatch({ changes, selection: { anchor: head }, scrollIntoView: true, userEvent: "input.play" });
		// Draw at once instead of waiting for the diagnostics.
		void this.draw();
	}

	private go(range: Extent | undefined): void {
		if (range) {
			this.read();
			const { doc } = this.view.state;
			this.select(offset(doc, range.start), offset(doc, range.end));
			this.view.focus();
		}
	}

	private select(anchor: number, head = anchor): void {
		this.view.dispatch({ selection: { anchor, head }, scrollIntoView: true, userEvent: "select" });
	}
}
