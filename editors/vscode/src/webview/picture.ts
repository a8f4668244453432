import { nearest } from "../../../stage/drawing";
import { add, button } from "../../../stage/made";
import type { Play } from "../../../stage/play";
import { Stage } from "../../../stage/stage";
import type { Bar, FromPicture, Glyph, SavedAs, ToPicture } from "../messages";
import { type Part, partsOf } from "./parts";

declare function acquireVsCodeApi(): { postMessage(message: FromPicture): void; setState(state: object): void };

const editor = acquireVsCodeApi();
/** The forms in which a picture can be saved, and what they are called. */
const FORMS: { [form in SavedAs]: string } = { svg: "SVG", png: "PNG", html: "HTML", replay: "Replay" };
/** Who waits for what can be done behind what has been taken. */
let asking: ((plays: Play[]) => void) | undefined;
const stage = new Stage(element("stage"), {
	ask(taken) {
		// Who has asked before hears that it has become pointless.
		asking?.([]);
		editor.postMessage({ kind: "taken", taken });
		return new Promise((resolve) => {
			asking = resolve;
		});
	},
	write: (play) => editor.postMessage({ kind: "play", play }),
	undo: (again) => editor.postMessage({ kind: "undo", again }),
	go: (glyph) => editor.postMessage({ kind: "jump", glyph }),
	step: (way) => editor.postMessage({ kind: "step", way }),
	to: (number) => editor.postMessage({ kind: "to", number }),
	lay: (layout) => editor.postMessage({ kind: "layout", layout }),
});
const note = element("note");
const ruler = element("ruler");
/** The picture as text, which takes the place of the one that is drawn. */
const picture = add(stage.body, "pre");
Object.assign(picture, { id: "picture", ariaLabel: "Picture of the record", hidden: true });
const form = act("form", "", "Whether the picture is drawn or written");
const lock = act("lock", "Lock", "Stay with this record");
act("copy", "Copy", "Copy the picture as text");
const save = add(stage.bar, "select");
Object.assign(save, { id: "save", title: "Save as a file", ariaLabel: "Save" });
save.append(new Option("Save…", ""), ...Object.entries(FORMS).map(([id, name]) => new Option(name, id)));
save.addEventListener("change", () => {
	editor.postMessage({ kind: "save", form: save.value as SavedAs });
	save.value = "";
});
/** The elements of what is written in the picture as text. */
let shown: HTMLElement[] = [];

window.addEventListener("message", ({ data }: MessageEvent<ToPicture>) => {
	switch (data.kind) {
		case "render":
			void render(data.svg);
			return;
		case "plays":
			asking?.(data.plays);
			return;
		case "steps":
			stage.tell(data.steps, data.cursor);
			return;
	}
	document.body.classList.toggle("stale", data.kind === "note");
	note.hidden = data.kind !== "note";
	if (data.kind === "note") {
		note.textContent = data.note;
		return;
	}
	editor.setState({ uri: data.uri });
	showBar(data.bar);
	const { svg, here, layouts, plays = [], cursor } = data;
	picture.hidden = svg !== undefined;
	if (svg !== undefined) {
		picture.replaceChildren();
		stage.show({ svg, here, layouts, layout: data.bar.layout, plays, cursor });
	} else {
		stage.hide({ layouts, layout: data.bar.layout, cursor });
		draw(data.text ?? "", data.spans, here);
	}
});

/** A button of the bar that asks the editor for something. */
function act(kind: "form" | "lock" | "copy", text: string, title: string): HTMLButtonElement {
	const made = button(stage.bar, text, "", () => editor.postMessage({ kind }));
	return Object.assign(made, { id: kind, title });
}

function showBar({ form: shape, locked }: Bar): void {
	form.textContent = shape === "svg" ? "Text" : "Picture";
	lock.ariaPressed = String(locked);
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

picture.addEventListener("click", ({ target }) => {
	// Who selects text to copy it does not want to go elsewhere.
	if (getSelection()?.isCollapsed !== false) {
		choose(target);
	}
});
picture.addEventListener("keydown", (event) => {
	const index = shown.indexOf(event.target as HTMLElement);
	if (event.key === "Enter" || event.key === " ") {
		choose(event.target);
	} else if (index >= 0 && event.key in MOVES) {
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
	const room = stage.body.clientWidth - 2 * EDGE;
	const column = ruler.getBoundingClientRect().width / (ruler.textContent?.length ?? 1);
	editor.postMessage({ kind: "room", columns: Math.max(20, Math.floor(room / column)) });
}

/** Pixels beside the picture as text. */
const EDGE = 16;
/** Sentences and titles go on below at the edge of the panel; what is drawn would fall apart. */
const SENTENCE = /\p{L}{2} \p{L}/u;
const DRAWN = /\S {2,}\S|[\u2500-\u259f]/;

function draw(text: string, glyphs: Glyph[], current: number[]): void {
	const focused = shown.indexOf(document.activeElement as HTMLElement);
	shown = [];
	const lines = text.split("\n").map((line, number) => {
		const parts = partsOf(line, number, glyphs).map((part) => drawn(part, current));
		const row = document.createElement("div");
		row.classList.toggle("prose", SENTENCE.test(line) && !DRAWN.test(line));
		row.append(...parts, "\n");
		return row;
	});
	picture.replaceChildren(...lines);
	const first = shown.find((one) => one.classList.contains("current"));
	const stop = first ?? shown[0];
	if (stop) {
		stop.tabIndex = 0;
	}
	if (focused >= 0) {
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

function choose(target: EventTarget | null): void {
	const glyph = (target as Element | null)?.closest<HTMLElement>("[data-glyph]")?.dataset.glyph;
	if (glyph !== undefined) {
		editor.postMessage({ kind: "jump", glyph: Number(glyph) });
	}
}

const MOVES: Record<string, (from: number) => HTMLElement | undefined> = {
	ArrowRight: (from) => shown[from + 1],
	ArrowLeft: (from) => shown[from - 1],
	ArrowDown: (from) => nearest(shown, from, 1),
	ArrowUp: (from) => nearest(shown, from, -1),
	Home: () => shown[0],
	End: () => shown.at(-1),
};
