// The plays of a preview. The user takes them at their places, by click, tap, drag or key, or from a list below. The
// server sends the plays and the text that each writes. This code is independent of notations and editors.

import { add, button } from "./made";
import type { Play } from "./play";

/** Return the plays that follow those taken, or undefined if the server has no answer. */
type Ask = (taken: readonly string[]) => Promise<readonly Play[] | undefined>;

/** Maximum number of plays in the list, without those of the grid. */
const LISTED = 24;
const PLACE = "data-place";
/** The attribute of elements that have plays: `first`, or `next` after a play was taken. */
const OPEN = "data-open";
/** The class of the digits in a preview. */
const DIGIT = "digit";

export class Plays {
	private first: readonly Play[] = [];
	private offered: readonly Play[] = [];
	private taken: readonly string[] = [];
	/** The last plays shown, as JSON. It is empty after a play with edits was taken. */
	private told = "";
	/** The place where the pointer went down. */
	private held: string | undefined;

	constructor(
		private readonly list: HTMLElement,
		private readonly ask: Ask,
		private readonly write: (play: Play) => void,
		private readonly picture: ShadowRoot,
		/** Called after the plays of the preview may have changed. */
		private readonly settle: () => void,
	) {
		list.addEventListener("keydown", (event) => this.pressed(event));
		picture.addEventListener("keydown", (event) => this.pressed(event as KeyboardEvent), true);
		picture.addEventListener("pointerdown", (event) => {
			this.held = placeOf(event.target);
		});
		// Dragging from a play that leads to more plays must not scroll the page.
		const stay = (event: Event) =>
			event.cancelable && this.here(this.held).some(({ edits }) => !edits) && event.preventDefault();
		picture.host.addEventListener("touchmove", stay, { passive: false });
		picture.addEventListener("pointerup", (event) => {
			const { clientX, clientY } = event as PointerEvent;
			// The target of a touch stays the element where it began. Only the coordinates show where it ends.
			const [from, to] = [this.held, placeOf(picture.elementFromPoint(clientX, clientY))];
			this.held = undefined;
			if (from !== undefined && to !== undefined && from !== to) {
				void this.drag(from, to);
			}
		});
	}

	/** Offer the plays of a preview. If they have not changed, the plays taken so far stay taken. */
	show(plays: readonly Play[], isRedrawn: boolean): void {
		const told = JSON.stringify(plays);
		if (told !== this.told) {
			this.told = told;
			this.first = plays;
			this.taken = [];
			this.offer(plays);
		} else if (isRedrawn) {
			this.offer(this.offered);
		}
	}

	/** Take the play at an element, or list its plays if there are several. Return whether there are any. */
	at(target: EventTarget | null): boolean {
		const element = (target as Element | null)?.closest?.(`[${OPEN}]`);
		const here = element ? this.here(placeOf(element)) : [];
		const [only] = here;
		if (only && here.length === 1) {
			void this.take(only);
		} else if (only) {
			this.fill(here, true);
			this.list.querySelector<HTMLElement>("button")?.focus();
		}
		return Boolean(only);
	}

	private here(place: string | undefined): readonly Play[] {
		return place === undefined ? [] : this.offered.filter((one) => one.place === place);
	}

	/** Take the play at the first place, then the play at the second. Go back if the second has none. */
	private async drag(from: string, to: string): Promise<void> {
		const [first] = this.element(from)?.hasAttribute(OPEN) ? this.here(from) : [];
		if (first && !first.edits && (await this.take(first))) {
			const there = this.here(to);
			if (there.length) {
				this.at(this.element(to));
			} else {
				this.back();
			}
		}
	}

	/** Take a play, and return whether it has led to more plays. */
	private async take(play: Play): Promise<boolean> {
		if (!this.offered.includes(play)) {
			return false;
		}
		if (play.edits) {
			// No play is taken twice. The plays stay visible until the next preview: removing them would mean drawing twice.
			this.told = "";
			this.offered = [];
			this.write(play);
			return false;
		}
		const taken = [...this.taken, play.key];
		const { first } = this;
		const next = await this.ask(taken);
		// The answer does not apply if the preview has new plays by now.
		if (!next?.length || first !== this.first) {
			return false;
		}
		this.taken = taken;
		this.offer(next);
		return true;
	}

	private back(): void {
		this.taken = [];
		this.offer(this.first);
	}

	private offer(plays: readonly Play[]): void {
		this.offered = plays;
		for (const one of this.picture.querySelectorAll(`.${DIGIT}`)) {
			one.remove();
		}
		const there = new Set<string>();
		for (const element of this.picture.querySelectorAll<SVGGElement>(`[${PLACE}]`)) {
			const place = placeOf(element) ?? "";
			const here = this.here(place);
			const titles = here.map(({ title }) => title);
			// Elements with a span already have a name.
			const isNamed = element.hasAttribute("data-span");
			const label = titles.length > 3 ? `${titles.length} things can be done here` : titles.join("; ");
			if (titles.length || element.hasAttribute(OPEN)) {
				element.toggleAttribute(OPEN, titles.length > 0);
				element.role = titles.length ? "button" : isNamed ? "link" : "img";
				element[isNamed ? "ariaDescription" : "ariaLabel"] = label || null;
			}
			if (titles.length) {
				element.setAttribute(OPEN, this.taken.length ? "next" : "first");
				if (!there.has(place) && here[0]?.number) {
					badge(element, here[0].number);
				}
				there.add(place);
			}
		}
		this.fill(
			plays.filter(({ place }) => place === undefined || !there.has(place)),
			this.taken.length > 0,
		);
		this.settle();
	}

	/** Fill the list, with a Back button if `back` is true. */
	private fill(plays: readonly Play[], back: boolean): void {
		this.list.replaceChildren();
		const offer = (parent: HTMLElement, play: Play) =>
			button(parent, (play.number ? `${play.number} · ` : "") + play.title, "", () => void this.take(play));
		const listed = plays.filter(({ cell }) => !cell);
		for (const play of listed.slice(0, LISTED)) {
			offer(this.list, play);
		}
		if (back) {
			button(this.list, "Back", "", () => this.back());
		}
		if (listed.length > LISTED) {
			this.list.append(`… and ${listed.length - LISTED} more`);
		}
		if (listed.length < plays.length) {
			const grid = add(this.list, "div", "grid");
			for (const play of plays) {
				const [row, column] = play.cell ?? [];
				if (row !== undefined && column !== undefined) {
					offer(grid, play).style.gridArea = `${row + 1} / ${column + 1}`;
				}
			}
		}
		this.list.hidden = !this.list.childElementCount;
	}

	private element(place: string): Element | null {
		return this.picture.querySelector(`[${PLACE}="${CSS.escape(place)}"]`);
	}

	private pressed(event: KeyboardEvent): void {
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
		const play = isPlain && this.offered.find(({ number }) => number === event.key);
		if (play) {
			void this.take(play);
		} else if (event.key === "Escape" && this.taken.length) {
			this.back();
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}
}

/** Draw the digit of a play in the corner of its element, on top of the preview. */
function badge(part: SVGGElement, number: string): void {
	const { x, y } = part.getBBox();
	const made = document.createElementNS("http://www.w3.org/2000/svg", "text");
	const transform = part.getAttribute("transform") ?? "";
	for (const [name, value] of Object.entries({ class: DIGIT, x: x + 3, y: y + 12, transform })) {
		made.setAttribute(name, String(value));
	}
	made.ariaHidden = "true";
	made.textContent = number;
	part.ownerSVGElement?.append(made);
}

function placeOf(target: EventTarget | null): string | undefined {
	return (target as Element | null)?.closest?.(`[${PLACE}]`)?.getAttribute(PLACE) ?? undefined;
}
