// The picture of the record beside its text, as it stands at the cursor. A click goes to where it is written.

import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Position, Range } from "vscode-languageserver-protocol";
import type { Play } from "../../stage/play";
import { Plays } from "../../stage/plays";
import { ask, offset, position } from "./client";

type Step = "first" | "previous" | "next" | "last";
type Answer = {
	svg: string;
	spans: { range: Range }[];
	position?: Position | null;
	layouts: string[];
	plays?: Play[];
};

/** Which form a picture is asked for in, and how it looks. */
export type Wish = { format: "svg" | "replay"; theme: string; layout?: string; step?: Step; taken?: readonly string[] };

export class Picture {
	/** Told which ways there are of drawing the record, if there are several. */
	onlayouts: (layouts: readonly string[]) => void = () => {};
	layout: string | undefined;
	private readonly root: ShadowRoot;
	/** The style sheet of a picture in a constructed sheet, which no policy forbids. */
	private readonly sheet = new CSSStyleSheet();
	private spans: Range[] = [];
	private asked = 0;
	private readonly plays: Plays;
	/** The text that is drawn: what can be done in the picture is done to that, and to no other. */
	private drawn: Text | undefined;

	constructor(
		place: HTMLElement,
		list: HTMLElement,
		private readonly view: EditorView,
		private readonly theme: () => string,
	) {
		this.root = place.attachShadow({ mode: "open" });
		this.root.adoptedStyleSheets = [FRAME, this.sheet];
		this.plays = new Plays(
			list,
			async (taken) => (await this.answer<Answer>({ format: "svg", theme: this.theme(), taken }))?.plays,
			(play) => this.write(play),
		);
		this.plays.listen(this.root);
		this.root.addEventListener("click", (event) => this.choose(event.target as Element));
		this.root.addEventListener("keydown", (event) => {
			if (["Enter", " "].includes((event as KeyboardEvent).key)) {
				event.preventDefault();
				this.choose(event.target as Element);
			}
		});
	}

	/** Draws the record as it stands at the cursor; with a step, the cursor goes there first. */
	async draw(step?: Step): Promise<void> {
		const number = ++this.asked;
		const { doc } = this.view.state;
		const answer = await this.answer<Answer>({
			format: "svg",
			theme: this.theme(),
			taken: [],
			...(step && { step }),
		});
		if (step && answer?.position) {
			this.select(offset(this.view.state.doc, answer.position));
		}
		if (!answer || number !== this.asked) {
			return;
		}
		// Even reading a style element would be against the policy of the page.
		const [style, inner] = /<style>([^<]*)<\/style>/.exec(answer.svg) ?? ["", ""];
		this.sheet.replaceSync(inner ?? "");
		const svg = new DOMParser().parseFromString(answer.svg.replace(style, ""), "image/svg+xml").documentElement;
		svg.querySelectorAll("[data-span]").forEach((one, index) => {
			one.setAttribute("tabindex", "0");
			one.setAttribute("role", "link");
			one.setAttribute("data-number", String(index));
		});
		this.spans = answer.spans.map(({ range }) => range);
		this.root.replaceChildren(document.importNode(svg, true));
		this.drawn = doc;
		this.plays.show(this.root, answer.plays ?? []);
		this.onlayouts(answer.layouts);
	}

	/** The answer about the picture in some form. */
	answer<T>(wish: Wish): Promise<T | null> {
		const { doc, selection } = this.view.state;
		const at = { position: position(doc, selection.main.head) };
		return ask<T>(this.view, "kibitz/preview", { ...at, ...(this.layout && { layout: this.layout }), ...wish });
	}

	clear(): void {
		this.asked++;
		this.root.replaceChildren();
		this.plays.show(this.root, []);
	}

	/** Does what can be done at something, or goes to where it is written. */
	private choose(target: Element): void {
		if (!this.plays.at(target)) {
			this.go(target);
		}
	}

	/** Writes what a play says, as one change that can be undone. */
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
	}

	private go(target: Element): void {
		const range = this.spans[Number(target.closest("[data-number]")?.getAttribute("data-number") ?? -1)];
		if (range) {
			const { doc } = this.view.state;
			this.select(offset(doc, range.start), offset(doc, range.end));
			this.view.focus();
		}
	}

	private select(anchor: number, head = anchor): void {
		this.view.dispatch({ selection: { anchor, head }, scrollIntoView: true, userEvent: "select" });
	}
}

/** What is beside the picture: buttons that step through the record, and the ways of drawing it. */
export function controls(picture: Picture, place: HTMLElement): void {
	for (const button of place.querySelectorAll<HTMLElement>("[data-step]")) {
		button.onclick = () => picture.draw(button.dataset.step as Step);
	}
	const layout = place.querySelector("select") as HTMLSelectElement;
	picture.onlayouts = (layouts) => {
		layout.hidden = layouts.length < 2;
		if (layout.options.length !== layouts.length) {
			layout.replaceChildren(...layouts.map((one) => new Option(one, one)));
		}
	};
	layout.onchange = () => {
		picture.layout = layout.value;
		picture.draw();
	};
}

const FRAME = new CSSStyleSheet();
FRAME.replaceSync(`
	svg { display: block; max-width: 100%; max-height: 100%; margin: auto; }
	[data-number], [data-open] { cursor: pointer; }
	[data-place] * { pointer-events: all; }
	[data-open="next"] { outline: 2px dashed #4a90e2; outline-offset: -3px; }
	[data-open]:hover { filter: drop-shadow(0 0 4px #4a90e2); }
	[data-number]:hover { opacity: 0.8; }
	:is([data-number], [data-open]):focus-visible { outline: 2px solid #4a90e2; outline-offset: 1px; }
`);
