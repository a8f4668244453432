// The preview with its toolbar, timeline and plays, in the page and in the panel of VS Code. This code is independent
// of notations and editors.

import { Drawing } from "./drawing";
import { add, button } from "./made";
import type { Drawn, Play, Step } from "./play";
import { Plays } from "./plays";
import { type Going, Timeline } from "./timeline";

/** The functions that a stage needs from its editor. */
export type Host = Going & {
	/** Return the plays that follow those taken, or undefined if the server has no answer. */
	ask(taken: readonly string[]): Promise<readonly Play[] | undefined>;
	/** Write the edits of a play as one undoable change. */
	write(play: Play): void;
	/** Undo the last change of the record, or redo it if `again` is true. */
	undo(again: boolean): void;
	/** Go to the source of an element by its number among those with `data-span`. */
	go(number: number): void;
	/** Draw the record in another layout. */
	lay(layout: string): void;
};

/** The description of the preview for screen readers. */
const HELP = "Arrow keys move between elements, Enter makes the move there, Ctrl+Enter goes to the source.";
/** Minimum width in pixels at which the list of moves is open at first. */
const WIDE = 760;

export class Stage {
	/** The toolbar. Editors add their own controls to it. */
	readonly bar: HTMLElement;
	/** The container of the preview and the list of moves. Editors add their own elements to it. */
	readonly body: HTMLElement;
	private readonly drawing: Drawing;
	private readonly drawn: HTMLElement;
	private readonly plays: Plays;
	private readonly timeline: Timeline;
	private readonly sizes: HTMLElement;
	private readonly layout: HTMLSelectElement;
	private readonly listing: HTMLButtonElement;
	private readonly moves: HTMLElement;

	constructor(
		private readonly place: HTMLElement,
		host: Host,
	) {
		place.classList.add("stage");
		this.bar = bar(place, "bar", "Steps and size");
		this.body = add(place, "div", "body");
		this.drawn = add(this.body, "div");
		Object.assign(this.drawn, { id: "drawing", role: "group", ariaLabel: "Picture", ariaDescription: HELP });
		this.moves = add(this.body, "div", "moves");
		Object.assign(this.moves, { id: "moves", role: "group", ariaLabel: "What happened", hidden: true });
		const said = add(place, "p", "said");
		said.role = "status";
		// Screen readers announce steps only while the stage has the focus: while typing, the user hears the typed text.
		said.ariaLive = "off";
		place.addEventListener("focusin", () => Object.assign(said, { ariaLive: "polite" }));
		place.addEventListener("focusout", () => Object.assign(said, { ariaLive: "off" }));
		const list = bar(place, "plays", "Moves");
		list.hidden = true;
		this.drawing = new Drawing(this.drawn, (target, isSource) => {
			if (isSource || !this.plays.at(target)) {
				const number = target.closest("[data-number]")?.getAttribute("data-number");
				if (number) {
					host.go(Number(number));
				}
			}
		});
		const settle = () => this.drawing.settle();
		this.plays = new Plays(list, host.ask, host.write, this.drawing.root, settle);
		this.timeline = new Timeline(this.bar, this.moves, said, host);
		this.listing = button(this.bar, "Moves", "", () => this.open(Boolean(this.moves.hidden)));
		this.layout = add(this.bar, "select");
		Object.assign(this.layout, { id: "layout", title: "Layout", ariaLabel: "Layout", hidden: true });
		this.layout.addEventListener("change", () => host.lay(this.layout.value));
		this.sizes = add(this.bar, "span", "sizes");
		button(this.sizes, "−", "Smaller", () => this.drawing.resize(1 / 1.2)).id = "smaller";
		button(this.sizes, "Fit", "", () => this.drawing.resize(0)).id = "fit";
		button(this.sizes, "+", "Larger", () => this.drawing.resize(1.2)).id = "larger";
		const full = button(this.sizes, "Full", "Full screen", () => this.grow());
		full.id = "full";
		// Without full screen, a frame cannot grow. The page still can: the stage then fills its window.
		full.hidden = !document.fullscreenEnabled && window.top !== window;
		document.addEventListener("fullscreenchange", () => this.fill(document.fullscreenElement !== null));
		place.addEventListener("keydown", (event) => this.pressed(event));
		// If the next preview has removed the focused element, only the document gets the keys.
		document.addEventListener("keydown", (event) => {
			const again = { z: event.shiftKey, y: true }[event.key.toLowerCase()];
			const isTaken = event.defaultPrevented || (event.target as Element).closest("dialog, [contenteditable=true]");
			if (again !== undefined && (event.ctrlKey || event.metaKey) && !isTaken) {
				event.preventDefault();
				host.undo(again);
			}
		});
		this.open(place.clientWidth >= WIDE);
	}

	show({ svg, here, layouts, layout, plays, cursor }: Drawn): void {
		const isOther = this.drawing.show(svg, here);
		this.offer(layouts, layout);
		this.plays.show(plays, isOther);
		this.timeline.at(cursor);
	}

	/** Show the steps of the record, and select the one at the cursor. */
	tell(steps: readonly Step[], cursor: Drawn["cursor"]): void {
		this.timeline.tell(steps);
		this.timeline.at(cursor);
	}

	clear(): void {
		this.drawing.clear();
		this.plays.show([], true);
	}

	private offer(layouts: readonly string[], layout = layouts[0]): void {
		this.layout.hidden = layouts.length < 2;
		this.layout.replaceChildren(...layouts.map((name) => new Option(name, name, false, name === layout)));
	}

	private open(wide: boolean): void {
		this.moves.hidden = !wide;
		this.listing.ariaExpanded = String(wide);
		this.timeline.list();
	}

	/** Enter or leave full screen. */
	private grow(): void {
		const on = !this.place.classList.contains("full");
		this.fill(on);
		const done = on ? this.place.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
		Promise.resolve(done).catch(() => {});
	}

	private fill(on: boolean): void {
		this.place.classList.toggle("full", on);
	}

	private pressed(event: KeyboardEvent): void {
		const target = event.target as Element;
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
		const isTaken = target.closest("select, input, pre") || (event.key === " " && target.closest("button"));
		if (!isPlain || isTaken) {
			return;
		}
		const size = { "+": 1.2, "-": 1 / 1.2, "0": 0 }[event.key];
		if (size !== undefined) {
			this.drawing.resize(size);
		} else if (event.key === "f") {
			this.grow();
		} else if (!this.timeline.pressed(event.key)) {
			return;
		}
		event.preventDefault();
	}
}

function bar(place: HTMLElement, id: string, label: string): HTMLElement {
	const made = add(place, "div", id);
	return Object.assign(made, { id, role: "toolbar", ariaLabel: label });
}
