// The steps of a record: a slider with chapters and problems, the list of moves, and the problems of each step.

import { add, button } from "./made";
import type { Point, Step, Way } from "./play";

/** Number of listed steps before and after the current one. */
const LISTED = 120;
/** Maximum number of problems and of chapters that the slider marks. */
const [PROBLEMS, CHAPTERS] = [500, 60];
/** Milliseconds per step at each playback speed. */
const SPEEDS = { slow: 2000, normal: 1000, fast: 400 };
const SIGNS = { error: "✗", warning: "⚠" };
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
	/** The number of the first step of each chapter. */
	private chapters: readonly number[] = [];
	private here = -1;
	private timer: ReturnType<typeof setInterval> | undefined;
	private readonly line: HTMLInputElement;
	private readonly marks: HTMLElement;
	private readonly count: HTMLOutputElement;
	private readonly speed: HTMLSelectElement;
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
		this.line = add(way, "input");
		Object.assign(this.line, { type: "range", min: "0", ariaLabel: "Step" });
		this.line.oninput = () => this.to(Number(this.line.value));
		this.marks = add(way, "div", "marks");
		this.marks.ariaHidden = "true";
		this.count = add(bar, "output");
		this.speed = add(bar, "select");
		this.speed.ariaLabel = "Speed";
		this.speed.append(...Object.entries(SPEEDS).map(([name, pause]) => new Option(name, String(pause))));
		this.speed.value = String(SPEEDS.normal);
		this.speed.onchange = () => this.run(true);
		this.tell([]);
	}

	/** Replace the steps, and stop the playback. */
	tell(steps: readonly Step[]): void {
		this.run(false);
		this.steps = steps;
		this.here = -1;
		this.line.max = String(Math.max(steps.length - 1, 0));
		this.chapters = [...steps.keys()].filter(
			(at) => steps[at]?.chapter && steps[at]?.chapter !== steps[at - 1]?.chapter,
		);
		this.marks.replaceChildren();
		const mark = (kind: string, number: number) => {
			add(this.marks, "i", kind).style.left = `${(100 * number) / Math.max(steps.length - 1, 1)}%`;
		};
		for (const at of this.chapters.length > CHAPTERS ? [] : this.chapters.slice(1)) {
			mark("chapter", at);
		}
		const wrong = steps.flatMap(({ worst }, at) => (worst ? [{ worst, at }] : []));
		for (const { worst, at } of wrong.slice(0, PROBLEMS)) {
			mark(worst, at);
		}
		this.line.parentElement?.classList.toggle("idle", steps.length < 2);
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
		this.list();
		this.said.replaceChildren();
		if (step) {
			add(this.said, "span", "told", (step.told.length ? step.told : [step.text]).join(" · "));
			for (const one of step.worst ? step.wrong : []) {
				add(this.said, "span", `wrong ${step.worst}`, signed(step, one));
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
			PageUp: () => this.to(this.chapters.findLast((at) => at < this.here) ?? 0),
			PageDown: () => this.to(this.chapters.find((at) => at > this.here) ?? this.steps.length - 1),
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
		const find = () => this.moves.querySelector<HTMLElement>(`[data-number="${this.here}"]`);
		if (!find()) {
			this.fill(Math.max(this.here - LISTED, 0), this.here + LISTED);
		}
		for (const one of this.moves.querySelectorAll("[aria-current]")) {
			one.ariaCurrent = null;
		}
		const here = find();
		if (here) {
			here.ariaCurrent = "step";
			here.scrollIntoView({ block: "nearest" });
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
			const one = button(this.moves, "", "", () => this.to(from + index));
			one.dataset.number = String(from + index);
			one.className = step.worst ?? "";
			add(one, "b", "", signed(step, step.text));
			add(one, "span", "", step.told.join(" · "));
		}
	}

	private go(way: Way | "play"): void {
		const on = way === "play" && !this.timer;
		this.run(on);
		if (way !== "play") {
			this.going.step(way);
		} else if (on && this.here >= this.steps.length - 1) {
			this.going.to(0);
		}
	}

	private to(number: number): void {
		this.run(false);
		this.going.to(number);
	}

	private run(on: boolean): void {
		clearInterval(this.timer);
		this.timer = on ? setInterval(() => this.next(), Number(this.speed.value)) : undefined;
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

/** Return a text with the sign of the step's problem, if there is one. */
function signed({ worst }: Step, text: string): string {
	return worst ? `${SIGNS[worst]} ${text}` : text;
}

/** Return the number of the step at a point, or -1 without steps. The start of a step belongs to it. */
function stepAt(steps: readonly Step[], { line, character }: Point): number {
	const number = steps.findLastIndex(({ range: { start } }) =>
		start.line === line ? start.character <= character : start.line < line,
	);
	return steps.length ? Math.max(number, 0) : -1;
}
