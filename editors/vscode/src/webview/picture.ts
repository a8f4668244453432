import type { FromPicture, Glyph, ToPicture } from "../messages";
import { type Part, partsOf } from "./parts";

declare function acquireVsCodeApi(): { postMessage(message: FromPicture): void; setState(state: object): void };

const editor = acquireVsCodeApi();
const picture = element("picture");
const note = element("note");
const ruler = element("ruler");
/** The elements of each glyph. */
let shown: HTMLElement[] = [];

window.addEventListener("message", ({ data }: MessageEvent<ToPicture>) => {
	document.body.classList.toggle("stale", data.kind === "note");
	note.hidden = data.kind !== "note";
	if (data.kind === "note") {
		note.textContent = data.note;
		return;
	}
	editor.setState({ uri: data.uri });
	draw(data.text, data.glyphs, data.current);
});

picture.addEventListener("click", ({ target }) => {
	// Who selects text to copy it does not want to go elsewhere.
	if (getSelection()?.isCollapsed !== false) {
		choose(target);
	}
});

picture.addEventListener("keydown", (event) => {
	const index = numberOf(event.target);
	if (event.key === "Enter" || event.key === " ") {
		choose(event.target);
	} else if (index !== undefined && event.key in MOVES) {
		MOVES[event.key]?.(index)?.focus();
	} else {
		return;
	}
	event.preventDefault();
});

picture.addEventListener("focusin", ({ target }) => {
	for (const one of shown) {
		one.tabIndex = one === target ? 0 : -1;
	}
});

new ResizeObserver(measure).observe(document.body);

function element(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (!found) {
		throw new Error(`no #${id}`);
	}
	return found;
}

/** Says how many columns there is room for. */
function measure(): void {
	const style = getComputedStyle(document.body);
	const room = document.body.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
	const column = ruler.getBoundingClientRect().width / (ruler.textContent?.length ?? 1);
	editor.postMessage({ kind: "room", columns: Math.max(20, Math.floor(room / column)) });
}

function draw(text: string, glyphs: Glyph[], current: number[]): void {
	const focused = numberOf(document.activeElement);
	shown = [];
	const lines = text.split("\n").map((line, number) => {
		const parts = partsOf(line, number, glyphs).map((part) => drawn(part, current));
		const row = document.createElement("div");
		row.append(...parts, "\n");
		return row;
	});
	picture.replaceChildren(...lines);
	const first = shown.find((one) => one.classList.contains("current"));
	const stop = first ?? shown[0];
	if (stop) {
		stop.tabIndex = 0;
	}
	if (focused !== undefined) {
		shown[Math.min(focused, shown.length - 1)]?.focus();
	} else {
		first?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}
}

/** One part of a line. Text is only ever set as text, whatever is in it. */
function drawn({ cells, glyph }: Part, current: number[]): HTMLElement {
	const node = document.createElement("span");
	for (const { text, width, red } of cells) {
		if (width === 0 && !red) {
			node.append(text);
			continue;
		}
		const cell = document.createElement("span");
		cell.textContent = text;
		cell.className = `cell${width} ${red ? "red" : ""}`;
		node.append(cell);
	}
	if (glyph !== undefined) {
		node.className = "glyph";
		node.role = "link";
		node.tabIndex = -1;
		node.dataset.glyph = String(glyph);
		if (current.includes(glyph)) {
			node.classList.add("current");
			node.ariaCurrent = "true";
		}
		shown.push(node);
	}
	return node;
}

/** The place of a glyph's element among all of them. */
function numberOf(target: EventTarget | null): number | undefined {
	const index = shown.indexOf(target as HTMLElement);
	return index < 0 ? undefined : index;
}

function choose(target: EventTarget | null): void {
	const glyph = (target as HTMLElement | null)?.closest<HTMLElement>("[data-glyph]")?.dataset.glyph;
	if (glyph !== undefined) {
		editor.postMessage({ kind: "jump", glyph: Number(glyph) });
	}
}

const MOVES: Record<string, (from: number) => HTMLElement | undefined> = {
	ArrowRight: (from) => shown[from + 1],
	ArrowLeft: (from) => shown[from - 1],
	ArrowDown: (from) => nearest(from, 1),
	ArrowUp: (from) => nearest(from, -1),
	Home: () => shown[0],
	End: () => shown.at(-1),
};

/** The glyph above or below that is closest, on the next line that has any. */
function nearest(from: number, direction: 1 | -1): HTMLElement | undefined {
	const start = shown[from]?.getBoundingClientRect();
	if (!start) {
		return undefined;
	}
	const others = shown.map((one) => ({ one, box: one.getBoundingClientRect() }));
	const beyond = others.filter(({ box }) => direction * (box.top - start.top) > start.height / 2);
	const distance = (box: DOMRect) => [Math.abs(box.top - start.top), Math.abs(box.left - start.left)] as const;
	beyond.sort((left, right) => {
		const [down, across] = distance(left.box);
		const [otherDown, otherAcross] = distance(right.box);
		return down - otherDown || across - otherAcross;
	});
	return beyond[0]?.one;
}
