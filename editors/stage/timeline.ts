// The steps of a record: a slider, the chapters, the list of moves, and the problems of each step.

import { add, button } from "./made";
import type { Point, Step, Way } from "./play";

/** Number of listed steps before and after the current one. */
const LISTED = 120;
/** Maximum number of listed chapters (and of marked problems), and of chapters that the slider marks. */
const [CHAPTERS, MARKED] = [500, 60];
/** Milliseconds per step at each playback speed. */
const SPEEDS: readonly [string, number][] = [
	["slow", 2000],
	["normal", 1000],
	["fast", 400],
];
const SIGNS = { error: "✗", warning: "⚠" } as const;
const WAYS: readonly [Way | "play", string, string][] = [
	["first", "«", "First step"],
	["previous", "‹", "Step back"],
	["play", "▶", "Play"],
	["next", "›", "Next step"],
	["last", "»", "Last step"],
];

export type Going = {
	/** Go from the current step to another one. */
	step(way: Way): void;
	/** Go to the step with a number, from 0. */
	to(number: number): void;
};

export class Timeline {
	private steps: readonly Step[] = [];
	private here = -1;
	private timer: ReturnType<typeof setInterval> | undefined;
	private readonly line = document.createElement("input");
	private readonly marks = document.createElement("div");
	private readonly count = document.createElement("output");
	private readonly chapter = document.createElement("select");
	private readonly speed = document.createElement("select");
	private readonly play: HTMLButtonElement;

	constructor(
		bar: HTMLElement,
		private readonly moves: HTMLElement,
		private readonly said: HTMLElement,
		private readonly going: Going,
	) {
		for (const [way, sign, label] of WAYS) {
			button(bar, sign, label, () => this.go(way)).dataset.step = way;
		}
		this.play = bar.querySelector("[data-step=play]") as HTMLButtonElement;
		const way = add(bar, "div", "way");
		Object.assign(this.line, { type: "range", min: "0", ariaLabel: "Step" });
		this.marks.className = "marks";
		this.marks.ariaHidden = "true";
		way.append(this.line, this.marks);
		this.line.addEventListener("input", () => this.to(Number(this.line.value)));
		this.chapter.className = "chapters";
		this.chapter.ariaLabel = "Chapter";
		this.chapter.addEventListener("change", () => this.to(Number(this.chapter.value)));
		this.speed.ariaLabel = "Speed";
		this.speed.append(...SPEEDS.map(([name, pause]) => new Option(name, String(pause), name === "normal")));
		this.speed.value = "1000";
		this.speed.addEventListener("change", () => this.timer && this.run(true));
		bar.append(this.count, this.chapter, this.speed);
		moves.addEventListener("click", ({ target }) => {
			const number = (target as Element).closest<HTMLElement>("[data-number]")?.dataset.number;
			if (number !== undefined) {
				this.to(Number(number));
			}
		});
		this.tell([]);
	}

	/** Replace the steps, and stop the playback. */
	tell(steps: readonly Step[]): void {
		this.run(false);
		this.steps = steps;
		this.here = -1;
		this.line.max = String(Math.max(steps.length - 1, 0));
		const starts = chaptersOf(steps);
		this.chapter.replaceChildren(...starts.slice(0, CHAPTERS).map(([name, at]) => new Option(name, String(at))));
		const share = (number: number) => `${(100 * number) / Math.max(steps.length - 1, 1)}%`;
		const mark = (kind: string, number: number) => {
			add(this.marks, "i", kind).style.left = share(number);
		};
		this.marks.replaceChildren();
		for (const [, at] of starts.length > MARKED ? [] : starts.slice(1)) {
			mark("chapter", at);
		}
		const wrong = steps.flatMap(({ worst }, number): [string, number][] => (worst ? [[worst, number]] : []));
		for (const [kind, number] of wrong.slice(0, CHAPTERS)) {
			mark(kind, number);
		}
		this.line.parentElement?.classList.toggle("idle", steps.length < 2);
		this.chapter.classList.toggle("idle", starts.length < 2);
		this.play.disabled = steps.length < 2;
		this.moves.replaceChildren();
		this.said.replaceChildren();
	}

	/** Select and describe the step at the cursor, or the last one without a cursor. */
	at(cursor: Point | undefined): void {
		const number = cursor ? stepAt(this.steps, cursor) : this.steps.length - 1;
		const step = this.steps[number];
		this.count.textContent = step ? `${number + 1} / ${this.steps.length}` : "";
		if (number === this.here) {
			return;
		}
		this.here = number;
		this.line.value = String(number);
		this.line.ariaValueText = step ? [`${number + 1}`, step.chapter, ...step.told].filter(Boolean).join(". ") : "";
		const starts = chaptersOf(this.steps);
		this.chapter.value = String(starts.findLast(([, at]) => at <= number)?.[1] ?? 0);
		this.list();
		this.said.replaceChildren();
		if (step) {
			add(this.said, "span", "told", (step.told.length ? step.told : [step.text]).join(" · "));
			const { worst } = step;
			if (worst) {
				for (const one of step.wrong) {
					add(this.said, "span", `wrong ${worst}`, `${SIGNS[worst]} ${one}`);
				}
			}
		}
	}

	/** Handle a key, and return whether it has a function. */
	pressed(key: string): boolean {
		const work: (() => void) | undefined = {
			ArrowLeft: () => this.go("previous"),
			ArrowRight: () => this.go("next"),
			",": () => this.go("previous"),
			".": () => this.go("next"),
			Home: () => this.go("first"),
			End: () => this.go("last"),
			PageUp: () => this.turn(-1),
			PageDown: () => this.turn(1),
			" ": () => this.go("play"),
		}[key];
		work?.();
		return Boolean(work);
	}

	/** Mark the current step in the list and scroll to it. Fill the list if the step is not in it. */
	list(): void {
		if (this.moves.hidden) {
			return;
		}
		const seen = this.moves.querySelector(`[data-number="${this.here}"]`);
		if (!seen) {
			this.fill(Math.max(this.here - LISTED, 0), this.here + LISTED);
		}
		for (const one of this.moves.querySelectorAll<HTMLElement>("[data-number]")) {
			const isHere = one.dataset.number === String(this.here);
			one.ariaCurrent = isHere ? "step" : null;
			if (isHere) {
				const { offsetTop, offsetHeight } = one;
				const { scrollTop, clientHeight } = this.moves;
				if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
					this.moves.scrollTop = offsetTop - clientHeight / 3;
				}
			}
		}
	}

	private fill(from: number, to: number): void {
		this.moves.replaceChildren();
		let chapter = "";
		for (const [index, step] of this.steps.slice(from, to + 1).entries()) {
			if (step.chapter && step.chapter !== chapter) {
				chapter = step.chapter;
				add(this.moves, "h2", "", chapter);
			}
			const one = button(this.moves, "", "", () => {});
			one.dataset.number = String(from + index);
			one.className = step.worst ?? "";
			add(one, "b", "", `${step.worst ? `${SIGNS[step.worst]} ` : ""}${step.text}`);
			add(one, "span", "", step.told.join(" · "));
		}
	}

	private go(way: Way | "play"): void {
		if (way === "play") {
			this.run(!this.timer);
		} else {
			this.run(false);
			this.going.step(way);
		}
	}

	private to(number: number): void {
		this.run(false);
		this.going.to(number);
	}

	/** Go to the previous or next start of a chapter, else to the first or last step. */
	private turn(direction: 1 | -1): void {
		const starts = chaptersOf(this.steps).map(([, at]) => at);
		const [before, behind] = [starts.findLast((at) => at < this.here), starts.find((at) => at > this.here)];
		this.to((direction < 0 ? before : behind) ?? (direction < 0 ? 0 : this.steps.length - 1));
	}

	private run(on: boolean): void {
		clearInterval(this.timer);
		this.timer = undefined;
		if (on) {
			if (this.here >= this.steps.length - 1) {
				this.going.to(0);
			}
			this.timer = setInterval(() => this.next(), Number(this.speed.value));
		}
		this.speed.hidden = !on;
		this.play.textContent = on ? "❚❚" : "▶";
		this.play.ariaLabel = this.play.title = on ? "Pause" : "Play";
	}

	private next(): void {
		if (this.here < this.steps.length - 1) {
			this.going.to(this.here + 1);
		} else {
			this.run(false);
		}
	}
}

/** Return the number of the step at a point, or -1 without steps. The start of a step belongs to it. */
function stepAt(steps: readonly Step[], { line, character }: Point): number {
	const number = steps.findLastIndex(({ range: { start } }) =>
		start.line === line ? start.character <= character : start.line < line,
	);
	return steps.length ? Math.max(number, 0) : -1;
}

/** Return the names of the chapters with the numbers of their first steps. */
function chaptersOf(steps: readonly Step[]): [string, number][] {
	return steps.flatMap(({ chapter }, number): [string, number][] =>
		chapter && chapter !== steps[number - 1]?.chapter ? [[chapter, number]] : [],
	);
}
