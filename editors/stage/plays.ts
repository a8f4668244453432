// What can be done in a picture: at its places, by click, tap, drag or key, and in a list beside it. The server says what
// there is and which text each writes; nothing here knows a notation, nor which editor this is in.

import type { Play } from "./play";

/** What can be done behind the plays that have been taken; nothing where nobody knows any more. */
type Ask = (taken: readonly string[]) => Promise<readonly Play[] | undefined>;

/** The number of plays in the list, without those of the grid: nobody reads a longer one. */
const LISTED = 24;
const PLACE = "data-place";
/** What something can be done at: `first`, or `next` behind what has been taken. */
const OPEN = "data-open";
/** What shows a number in a picture. */
const DIGIT = "digit";

export class Plays {
	private first: readonly Play[] = [];
	private offered: readonly Play[] = [];
	private taken: readonly string[] = [];
	/** What was told last, as long as nothing of it has been done. */
	private told = "";
	/** Where the finger went down. */
	private held: string | undefined;

	constructor(
		private readonly list: HTMLElement,
		private readonly ask: Ask,
		private readonly write: (play: Play) => void,
		private readonly picture: ShadowRoot,
		/** Told that other things can be done in the picture. */
		private readonly settle: () => void,
	) {
		list.addEventListener("keydown", (event) => this.pressed(event));
		picture.addEventListener("keydown", (event) => this.pressed(event as KeyboardEvent), true);
		picture.addEventListener("pointerdown", (event) => {
			this.held = placeOf(event.target);
		});
		// What can be drawn from here to there would else be a page that is moved.
		const stay = (event: Event) => this.leads && event.cancelable && event.preventDefault();
		picture.host.addEventListener("touchmove", stay, { passive: false });
		picture.addEventListener("pointerup", (event) => {
			const { clientX, clientY } = event as PointerEvent;
			// A finger stays with what it went down on: where it leaves the glass is told by nothing but its coordinates.
			const [from, to] = [this.held, placeOf(picture.elementFromPoint(clientX, clientY))];
			this.held = undefined;
			if (from !== undefined && to !== undefined && from !== to) {
				void this.drag(from, to);
			}
		});
	}

	/** Tells what can be done in a picture. Where that is the same as before, whoever is about to do something goes on with it. */
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

	/** Takes what has a number; whether there is such a thing. */
	private number(key: string): boolean {
		const play = this.offered.find(({ number }) => number === key);
		if (play) {
			void this.take(play);
		}
		return Boolean(play);
	}

	/** Does what can be done at something; whether there was anything. Of several the list asks which. */
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

	/** Whether what the finger went down on leads on. */
	private get leads(): boolean {
		return this.here(this.held).some(({ edits }) => !edits);
	}

	/** From one place to another is one and then the other. */
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

	/** Takes a play; whether it leads on. */
	private async take(play: Play): Promise<boolean> {
		if (!this.offered.includes(play)) {
			return false;
		}
		if (play.edits) {
			// Nothing is done twice. What is shown stays until the next picture is there: to take it away would be to draw twice.
			this.told = "";
			this.offered = [];
			this.write(play);
			return false;
		}
		const taken = [...this.taken, play.key];
		const { first } = this;
		const next = await this.ask(taken);
		// Of a picture that has been drawn meanwhile this says nothing.
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
		for (const element of this.picture.querySelectorAll(`[${PLACE}]`)) {
			const place = element.getAttribute(PLACE) ?? "";
			const here = this.here(place);
			const titles = here.map(({ title }) => title);
			if (element.hasAttribute(OPEN)) {
				element.removeAttribute(OPEN);
				element.removeAttribute("aria-label");
				element.removeAttribute("aria-description");
				element.setAttribute("role", element.hasAttribute("data-span") ? "link" : "img");
			}
			if (titles.length) {
				if (!there.has(place) && here[0]?.number) {
					badge(element as SVGGElement, here[0].number);
				}
				there.add(place);
				element.setAttribute(OPEN, this.taken.length ? "next" : "first");
				element.setAttribute("role", "button");
				element.setAttribute(
					// What is drawn has its own name.
					element.hasAttribute("data-span") ? "aria-description" : "aria-label",
					titles.length > 3 ? `${titles.length} things can be done here` : titles.join("; "),
				);
			}
		}
		this.fill(
			plays.filter(({ place }) => place === undefined || !there.has(place)),
			this.taken.length > 0,
		);
		this.settle();
	}

	/** Fills the list, with a way back where there is one. */
	private fill(plays: readonly Play[], back: boolean): void {
		const made = (play: Play) => button(play, () => void this.take(play));
		const listed = plays.filter(({ cell }) => !cell);
		const buttons = listed.slice(0, LISTED).map(made);
		if (back) {
			buttons.push(button({ key: "", title: "Back" }, () => this.back()));
		}
		const more = listed.length > LISTED ? [`… and ${listed.length - LISTED} more`] : [];
		const grid = document.createElement("div");
		grid.className = "grid";
		for (const play of plays.filter(({ cell }) => cell)) {
			const [row, column] = play.cell as [number, number];
			const one = made(play);
			one.style.gridArea = `${row + 1} / ${column + 1}`;
			grid.append(one);
		}
		this.list.replaceChildren(...buttons, ...more, ...(grid.childElementCount ? [grid] : []));
		this.list.hidden = !this.list.childElementCount;
	}

	private element(place: string): Element | null {
		return this.picture.querySelector(`[${PLACE}="${CSS.escape(place)}"]`);
	}

	private pressed(event: KeyboardEvent): void {
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
		if (isPlain && this.number(event.key)) {
			// It has been taken.
		} else if (event.key === "Escape" && this.taken.length) {
			this.back();
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}
}

function button({ number, title }: Play, work: () => void): HTMLButtonElement {
	const made = document.createElement("button");
	made.type = "button";
	made.textContent = number ? `${number} · ${title}` : title;
	made.addEventListener("click", work);
	return made;
}

/** Shows the number of what can be done at a part of a picture, in its corner, above all that is drawn. */
function badge(part: SVGGElement, number: string): void {
	const { x, y } = part.getBBox();
	const made = document.createElementNS("http://www.w3.org/2000/svg", "text");
	const place = { class: DIGIT, x: String(x + 3), y: String(y + 12), transform: part.getAttribute("transform") ?? "" };
	for (const [name, value] of Object.entries(place)) {
		made.setAttribute(name, value);
	}
	made.ariaHidden = "true";
	made.textContent = number;
	part.ownerSVGElement?.append(made);
}

function placeOf(target: EventTarget | null): string | undefined {
	return (target as Element | null)?.closest?.(`[${PLACE}]`)?.getAttribute(PLACE) ?? undefined;
}
