// The preview with its toolbar, timeline and plays, in the page and in the panel of VS Code. This code is independent
// of notations and editors.

import { Drawing, ZOOM } from "./drawing";
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
	private readonly drawing: Drawing;
	private readonly plays: Plays;
	private readonly timeline: Timeline;
	private readonly layout: HTMLSelectElement;
	private readonly listing: HTMLButtonElement;
	private readonly moves: HTMLElement;

	constructor(
		private readonly place: HTMLElement,
		host: Host,
	) {
		place.classList.add("stage");
		this.bar = part(place, "bar", "toolbar", "Steps and size");
		const body = add(place, "div", "body");
		const drawn = part(body, "drawing", "group", "Picture");
		drawn.ariaDescription = HELP;
		this.moves = part(body, "moves", "group", "What happened");
		const said = add(place, "p", "said");
		// Screen readers announce steps only while the stage has the focus: while typing, the user hears the typed text.
		Object.assign(said, { role: "status", ariaLive: "off" });
		place.addEventListener("focusin", () => Object.assign(said, { ariaLive: "polite" }));
		place.addEventListener("focusout", () => Object.assign(said, { ariaLive: "off" }));
		const list = part(place, "plays", "toolbar", "Moves");
		list.hidden = true;
		this.drawing = new Drawing(drawn, (target, isSource) => {
			const number = target.closest("[data-number]")?.getAttribute("data-number");
			if ((isSource || !this.plays.at(target)) && number) {
				host.go(Number(number));
			}
		});
		this.plays = new Plays(list, host.ask, host.write, this.drawing.root, () => this.drawing.settle());
		this.timeline = new Timeline(this.bar, this.moves, said, host);
		this.listing = button(this.bar, "Moves", "", () => this.open(Boolean(this.moves.hidden)));
		this.layout = add(this.bar, "select");
		Object.assign(this.layout, { id: "layout", title: "Layout", ariaLabel: "Layout", hidden: true });
		this.layout.onchange = () => host.lay(this.layout.value);
		const sizes = add(this.bar, "span", "sizes");
		button(sizes, "−", "Smaller", () => this.drawing.resize(1 / ZOOM)).id = "smaller";
		button(sizes, "Fit", "", () => this.drawing.resize(0)).id = "fit";
		button(sizes, "+", "Larger", () => this.drawing.resize(ZOOM)).id = "larger";
		const full = button(sizes, "Full", "Full screen", () => this.grow());
		full.id = "full";
		// Without full screen, a frame cannot grow. The page still can: the stage then fills its window.
		full.hidden = !document.fullscreenEnabled && window.top !== window;
		document.addEventListener("fullscreenchange", () =>
			place.classList.toggle("full", document.fullscreenElement !== null),
		);
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
		this.layout.hidden = layouts.length < 2;
		this.layout.replaceChildren(...layouts.map((name) => new Option(name)));
		this.layout.value = layout ?? layouts[0] ?? "";
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
		this.tell([], undefined);
	}

	private open(wide: boolean): void {
		this.moves.hidden = !wide;
		this.listing.ariaExpanded = String(wide);
		this.timeline.list();
	}

	/** Enter or leave full screen. */
	private grow(): void {
		const on = this.place.classList.toggle("full");
		const done = on ? this.place.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
		Promise.resolve(done).catch(() => {});
	}

	private pressed(event: KeyboardEvent): void {
		const target = event.target as Element;
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
		const isTaken = target.closest("select, input, pre") || (event.key === " " && target.closest("button"));
		if (!isPlain || isTaken) {
			return;
		}
		const size = { "+": ZOOM, "-": 1 / ZOOM, "0": 0 }[event.key];
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

function part(place: HTMLElement, id: string, role: string, label: string): HTMLElement {
	return Object.assign(add(place, "div", id), { id, role, ariaLabel: label });
}
