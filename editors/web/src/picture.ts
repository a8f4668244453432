// The preview of the record at the cursor: a stage that is filled by the server.

import { redo, undo } from "@codemirror/commands";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Extent, Play, Point, Step, Way } from "../../stage/play";
import { Stage } from "../../stage/stage";
import { pictureOf } from "./choosing";
import { apply, ask, offset, position } from "./client";
import type { Record } from "./notations";
import { soon } from "./soon";

type Answer = {
	svg: string;
	html?: string;
	spans: { range: Extent }[];
	here: number[];
	position?: Point | null;
	layouts: string[];
	plays?: Play[];
	timeline?: Step[];
};

/** The options of a preview request. */
type Wish = { format?: "replay"; step?: Way; taken?: readonly string[]; timeline?: boolean };
/** Milliseconds of quiet until the steps of a changed record are requested. */
const REST = 300;

export class Picture {
	private readonly stage: Stage;
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
		/** `read` brings the text to the front. */
		private readonly page: { theme(): string; read(): void },
	) {
		this.stage = new Stage(place, {
			ask: async (taken) => (await this.answer({ taken }))?.plays,
			write: (play) => this.write(play),
			undo: (again) => (again ? redo : undo)(this.view),
			go: (number) => this.go(this.spans[number]),
			step: (way) => this.draw(way),
			to: (number) => {
				const step = view.state.doc === this.told && this.steps[number];
				if (step) {
					this.select(step.range.start);
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
		const { doc, readOnly } = this.view.state;
		const answer = await this.answer({ ...(!readOnly && { taken: [] }), ...(step && { step }) });
		if (step && answer?.position) {
			this.select(answer.position);
		}
		if (!answer || number !== this.asked) {
			return;
		}
		this.spans = answer.spans.map(({ range }) => range);
		this.drawn = doc;
		this.stage.show({ plays: [], ...answer, layout: this.layout, cursor: this.cursor });
		if (this.told !== doc) {
			soon("timeline", REST, () => this.tell(doc));
		}
	}

	/** Return the server's answer to a preview request, or null if there is none. */
	answer(wish: Wish): Promise<Answer | null> {
		const { layout, cursor } = this;
		const usual = { format: "svg", theme: this.page.theme(), position: cursor, ...(layout && { layout }) };
		return ask<Answer>(this.view, "kibitz/preview", { ...usual, ...wish });
	}

	clear(): void {
		this.asked++;
		this.drawn = undefined;
		this.told = undefined;
		this.stage.clear();
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
		const answer = await this.answer({ timeline: true });
		if (answer?.timeline && this.view.state.doc === doc) {
			this.told = doc;
			this.steps = answer.timeline;
			this.stage.tell(this.steps, this.cursor);
		}
	}

	/** Write the edits of a play as one undoable change. */
	private write({ edits = [], cursor }: Play): void {
		const { doc } = this.view.state;
		if (doc === this.drawn) {
			apply(this.view, edits, "input.play", (changes) => {
				const end = edits.at(-1)?.range.end;
				return cursor ? offset(changes.apply(doc), cursor) : end ? changes.mapPos(offset(doc, end), 1) : 0;
			});
			// Draw at once instead of waiting for the diagnostics.
			void this.draw();
		}
	}

	private go(range: Extent | undefined): void {
		if (range) {
			this.page.read();
			this.select(range.start, range.end);
			this.view.focus();
		}
	}

	private select(start: Point, end = start): void {
		const { doc } = this.view.state;
		const selection = { anchor: offset(doc, start), head: offset(doc, end) };
		this.view.dispatch({ selection, scrollIntoView: true, userEvent: "select" });
	}
}
