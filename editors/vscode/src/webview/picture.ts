import { add, button } from "../../../stage/made";
import type { Play } from "../../../stage/play";
import { Stage } from "../../../stage/stage";
import type { FromPicture, SavedAs, ToPicture } from "../messages";

declare function acquireVsCodeApi(): { postMessage(message: FromPicture): void; setState(state: object): void };

const editor = acquireVsCodeApi();
/** The forms in which a preview can be saved, with their labels. */
const FORMS: { [form in SavedAs]: string } = { svg: "SVG", png: "PNG", html: "HTML", replay: "Replay" };
/** Resolves the pending request for moves. */
let asking: ((plays: Play[]) => void) | undefined;
const stage = new Stage(element("stage"), {
	ask(taken) {
		// The previous request is obsolete.
		asking?.([]);
		editor.postMessage({ kind: "taken", taken });
		return new Promise((resolve) => {
			asking = resolve;
		});
	},
	write: (play) => editor.postMessage({ kind: "play", play }),
	undo: (again) => editor.postMessage({ kind: "undo", again }),
	go: (span) => editor.postMessage({ kind: "jump", span }),
	step: (way) => editor.postMessage({ kind: "step", way }),
	to: (number) => editor.postMessage({ kind: "to", number }),
	lay: (layout) => editor.postMessage({ kind: "layout", layout }),
});
const note = element("note");
const lock = button(stage.bar, "Lock", "Lock to this record", () => editor.postMessage({ kind: "lock" }));
lock.id = "lock";
button(stage.bar, "Copy", "Copy the preview as text", () => editor.postMessage({ kind: "copy" })).id = "copy";
const save = add(stage.bar, "select");
Object.assign(save, { id: "save", title: "Save as a file", ariaLabel: "Save" });
save.append(new Option("Save…", ""), ...Object.entries(FORMS).map(([id, name]) => new Option(name, id)));
save.addEventListener("change", () => {
	editor.postMessage({ kind: "save", form: save.value as SavedAs });
	save.value = "";
});

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
	const { uri, locked, svg, here, layouts, layout, plays = [], cursor } = data;
	editor.setState({ uri });
	lock.ariaPressed = String(locked);
	stage.show({ svg, here, layouts, layout, plays, cursor });
});
editor.postMessage({ kind: "ready" });

/** Render a drawing as PNG at twice its size. */
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

function element(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (!found) {
		throw new Error(`no #${id}`);
	}
	return found;
}
