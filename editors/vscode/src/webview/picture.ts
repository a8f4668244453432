import type { Play } from "../../../stage/play";
import { Plays } from "../../../stage/plays";
import type { Bar, FromPicture, Glyph, SavedAs, ToPicture } from "../messages";
import { type Part, partsOf } from "./parts";

declare function acquireVsCodeApi(): { postMessage(message: FromPicture): void; setState(state: object): void };

const editor = acquireVsCodeApi();
const picture = element("picture");
const note = element("note");
const ruler = element("ruler");
const drawing = element("drawing");
/** What the drawing looks like: a policy forbids styles within the page, but not those that a script makes. */
const look = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, look];
/** The elements of what stands for something. */
let shown: (HTMLElement | SVGElement)[] = [];
/** Who waits for what can be done behind what has been taken. */
let asking: ((plays: Play[]) => void) | undefined;
const plays = new Plays(
	element("plays"),
	(taken) => {
		// Who has asked before hears that it has become pointless.
		asking?.([]);
		editor.postMessage({ kind: "taken", taken });
		return new Promise((resolve) => {
			asking = resolve;
		});
	},
	(play) => editor.postMessage({ kind: "play", play }),
);
plays.listen(drawing);
/** How large the drawing is; 0 is as wide as the panel. */
let zoom = 0;

window.addEventListener("message", ({ data }: MessageEvent<ToPicture>) => {
	if (data.kind === "render") {
		void render(data.svg);
		return;
	}
	if (data.kind === "plays") {
		asking?.(data.plays);
		return;
	}
	document.body.classList.toggle("stale", data.kind === "note");
	note.hidden = data.kind !== "note";
	if (data.kind === "note") {
		note.textContent = data.note;
		return;
	}
	editor.setState({ uri: data.uri });
	showBar(data.bar, data.layouts);
	drawing.hidden = data.svg === undefined;
	picture.hidden = !drawing.hidden;
	if (data.svg !== undefined) {
		picture.replaceChildren();
		show(data.svg, data.here);
		plays.show(drawing, data.plays ?? []);
	} else {
		drawing.replaceChildren();
		plays.show(drawing, []);
		draw(data.text ?? "", data.spans, data.here);
	}
});

for (const act of ["previous", "next", "form", "lock", "copy"] as const) {
	element(act).addEventListener("click", () => editor.postMessage({ kind: act }));
}
const layout = element("layout") as HTMLSelectElement;
layout.addEventListener("change", () => editor.postMessage({ kind: "layout", layout: layout.value }));
const save = element("save") as HTMLSelectElement;
save.addEventListener("change", () => {
	editor.postMessage({ kind: "save", form: save.value as SavedAs });
	save.value = "";
});
for (const [id, factor] of Object.entries({ smaller: 1 / 1.2, larger: 1.2, fit: 0 })) {
	element(id).addEventListener("click", () => {
		const frame = drawing.firstElementChild?.getBoundingClientRect().width ?? 0;
		zoom = factor && (zoom || frame / size()) * factor;
		scale();
	});
}

/** How wide the drawing is by itself. */
function size(): number {
	return (drawing.firstElementChild as SVGSVGElement | null)?.viewBox.baseVal.width || 1;
}

/** Fits the drawing into the panel, unless it is zoomed: never so small that it can't be read, nor so large that it looks coarse. */
function scale(): void {
	const frame = drawing.firstElementChild as SVGSVGElement | null;
	if (frame) {
		const room = window.innerHeight - element("bar").offsetHeight - 40;
		const fits = room / (frame.viewBox.baseVal.height || 1) > 0.5;
		frame.style.width = zoom ? `${size() * zoom}px` : "100%";
		frame.style.maxWidth = zoom ? "none" : `${size() * 1.3}px`;
		frame.style.maxHeight = zoom || !fits ? "none" : `${room}px`;
	}
}

function showBar({ form, layout: chosen, locked }: Bar, layouts: string[]): void {
	element("form").textContent = form === "svg" ? "Text" : "Picture";
	element("zoom").hidden = form !== "svg";
	element("lock").ariaPressed = String(locked);
	layout.hidden = layouts.length === 0;
	layout.replaceChildren(...layouts.map((name) => new Option(name, name, false, name === chosen)));
}

/** Shows a drawing. It is read as XML and not run: the policy of the page forbids scripts within it. */
function show(svg: string, current: number[]): void {
	const focused = numberOf(document.activeElement);
	const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
	const style = root.querySelector("style");
	look.replaceSync(style?.textContent ?? "");
	style?.remove();
	root.removeAttribute("width");
	root.removeAttribute("height");
	drawing.replaceChildren(document.adoptNode(root));
	scale();
	shown = [...drawing.querySelectorAll<SVGElement>("[data-span]")];
	for (const [index, one] of shown.entries()) {
		one.dataset.glyph = String(index);
		one.classList.add("glyph");
		one.tabIndex = -1;
		if (current.includes(index)) {
			one.classList.add("current");
			one.ariaCurrent = "true";
		}
	}
	settle(focused);
}

/** A drawing as PNG, twice as large as it is. */
async function render(svg: string): Promise<void> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = image.naturalWidth * 2;
	canvas.height = image.naturalHeight * 2;
	canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
	editor.postMessage({ kind: "png", data: canvas.toDataURL("image/png").split(",")[1] ?? "" });
}

for (const view of [picture, drawing]) {
	listen(view);
}

function listen(view: HTMLElement): void {
	view.addEventListener("click", ({ target }) => {
		// Who selects text to copy it does not want to go elsewhere.
		if (getSelection()?.isCollapsed !== false) {
			choose(target);
		}
	});

	view.addEventListener("keydown", (event) => {
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

	view.addEventListener("focusin", ({ target }) => {
		for (const one of shown) {
			one.tabIndex = one === target ? 0 : -1;
		}
	});
}

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
	scale();
	const style = getComputedStyle(document.body);
	const room = document.body.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
	const column = ruler.getBoundingClientRect().width / (ruler.textContent?.length ?? 1);
	editor.postMessage({ kind: "room", columns: Math.max(20, Math.floor(room / column)) });
}

/** Sentences and titles go on below at the edge of the panel; what is drawn would fall apart. */
const SENTENCE = /\p{L}{2} \p{L}/u;
const DRAWN = /\S {2,}\S|[\u2500-\u259f]/;

function draw(text: string, glyphs: Glyph[], current: number[]): void {
	const focused = numberOf(document.activeElement);
	shown = [];
	const lines = text.split("\n").map((line, number) => {
		const parts = partsOf(line, number, glyphs).map((part) => drawn(part, current));
		const row = document.createElement("div");
		row.classList.toggle("prose", SENTENCE.test(line) && !DRAWN.test(line));
		row.append(...parts, "\n");
		return row;
	});
	picture.replaceChildren(...lines);
	settle(focused);
}

/** Marks where keys begin, and brings what belongs to the cursor into view. */
function settle(focused: number | undefined): void {
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
	const index = shown.indexOf(target as HTMLElement | SVGElement);
	return index < 0 ? undefined : index;
}

function choose(target: EventTarget | null): void {
	if (plays.at(target)) {
		return;
	}
	const glyph = (target as Element | null)?.closest<HTMLElement | SVGElement>("[data-glyph]")?.dataset.glyph;
	if (glyph !== undefined) {
		editor.postMessage({ kind: "jump", glyph: Number(glyph) });
	}
}

const MOVES: Record<string, (from: number) => HTMLElement | SVGElement | undefined> = {
	ArrowRight: (from) => shown[from + 1],
	ArrowLeft: (from) => shown[from - 1],
	ArrowDown: (from) => nearest(from, 1),
	ArrowUp: (from) => nearest(from, -1),
	Home: () => shown[0],
	End: () => shown.at(-1),
};

/** The glyph above or below that is closest, on the next line that has any. */
function nearest(from: number, direction: 1 | -1): HTMLElement | SVGElement | undefined {
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
