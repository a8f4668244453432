// The page: an editor, the picture beside it, and what brings records in and out.

import { startCompletion } from "@codemirror/autocomplete";
import { redoDepth, undoDepth } from "@codemirror/commands";
import { openLintPanel } from "@codemirror/lint";
import { formatDocument } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import { EditorView, type KeyBinding, type ViewUpdate } from "@codemirror/view";
import type { PublishDiagnosticsParams, ShowMessageParams } from "vscode-languageserver-protocol";
import { act, findings, outline } from "./acting";
import { addressed, share } from "./address";
import { beginnings } from "./beginning";
import { Client, capabilities, Server } from "./client";
import { language } from "./colours";
import { extensions, nonce } from "./editor";
import { exported } from "./exporting";
import { chosen, imported, read, saved } from "./files";
import { Footer } from "./footer";
import { Keeping } from "./keeping";
import { keys } from "./keys";
import { leaving, left } from "./leaving";
import { loading } from "./loading";
import { menu } from "./menu";
import { type File as Companion, FIRST, NOTATIONS, notationOf, type Record } from "./notations";
import { Picture } from "./picture";
import { FOLDER } from "./protocol";
import { highlights, refresh } from "./reading";
import { records } from "./records";
import { sanitized } from "./sanitize";
import { remember, remembered } from "./small";
import { soon } from "./soon";
import { Trail } from "./trail";
import { Welcome } from "./welcome";

/** Whether this is a frame in another page: a record to look at and to go through. */
const EMBED = new URLSearchParams(location.search).has("embed");
/** Where the browser remembers how the page looks. */
const THEME = "kibitz.theme";
const THEMES = ["auto", "light", "dark"];
let theme = remembered("localStorage", THEME) ?? "auto";
/** Milliseconds after the server has spoken until all else is asked anew, and of quiet until what is the same is marked. */
const [SOON, REST] = [40, 200];

function element<T extends HTMLElement>(id: string): T {
	return document.getElementById(id) as T;
}

/** What is open, and how it stands in the editor. */
type Open = {
	id?: string | undefined;
	name: string;
	/** What ended the lines of the file that was opened. */
	ending: string;
	/** The files beside the record. */
	companions: readonly Companion[];
	state: EditorState;
};
let { name, ending, companions }: Omit<Open, "state"> = { name: "", ending: "\n", companions: [] };
const trail = new Trail<Open>();
const uriOf = (name: string) => `file://${FOLDER}/${encodeURIComponent(name)}`;

const footer = new Footer(element("findings"), () => !view.state.doc.toString().trim());
const server = new Server();
const client = new Client({
	rootUri: `file://${FOLDER}`,
	sanitizeHTML: sanitized,
	notificationHandlers: {
		"window/showMessage": (_, { message }: ShowMessageParams) => {
			menu("kibitz", [{ label: message }]);
			return true;
		},
	},
	extensions: [findings(told), leaving, footer.extension, capabilities],
});
client.connect(server.transport);
const view = new EditorView({ parent: element("editor"), extensions: nonce });
const picture = new Picture(
	element("looking"),
	view,
	() => theme,
	() => turn("text"),
);
const welcome = new Welcome(element("welcome"), element("guide"), view);
const keeping = new Keeping(record, (why) => {
	element("keeping").textContent = why;
});

const KEYS: readonly KeyBinding[] = [
	{ key: "Mod-.", run: does(() => act(view)) },
	{ key: "Mod-Shift-o", run: does(() => outline(view)), preventDefault: true },
	{ key: "Alt-ArrowLeft", run: does(() => picture.draw("previous")), preventDefault: true },
	{ key: "Alt-ArrowRight", run: does(() => picture.draw("next")), preventDefault: true },
	{ key: "Mod-s", run: does(() => save()), preventDefault: true },
	{ key: "Mod-o", run: does(() => browse()), preventDefault: true },
	{ key: "Mod-z", run: ({ state }) => !undoDepth(state) && goTo(trail.undo(here())) },
	{ key: "Mod-y", mac: "Mod-Shift-z", run: ({ state }) => !redoDepth(state) && goTo(trail.redo(here())) },
	{ linux: "Ctrl-Shift-z", run: ({ state }) => !redoDepth(state) && goTo(trail.redo(here())) },
];

/** Opens a record; undo leads back to the one that is open now. With an `id` it is kept already. */
function show(record: Record, id?: string): void {
	if (name) {
		trail.leave(here());
		welcome.close();
	}
	const notation = notationOf(record.name);
	const known = notation ? [language(notation), client.plugin(uriOf(record.name), notation.id)] : [];
	const state = EditorState.create({
		doc: record.text,
		// At the end of what is written, where the picture shows all of it.
		selection: { anchor: record.text.replaceAll("\r\n", "\n").trimEnd().length },
		extensions: [extensions(known, KEYS), EditorState.readOnly.of(EMBED), EditorView.updateListener.of(changed)],
	});
	const ending = /\r\n/.test(record.text) ? "\r\n" : "\n";
	goTo({ id, name: record.name, ending, companions: record.beside ?? [], state });
}

/** Opens what somebody has chosen, to go on with it at once. */
function turnTo(record: Record, id?: string): void {
	if (id === undefined || id !== keeping.id) {
		show(record, id);
	}
	view.focus();
}

/** Opens an example, or a new record with what can stand there. */
function begin(record: Record, isNew: boolean): void {
	turn(isNew ? "text" : "picture");
	turnTo(record);
	if (isNew) {
		startCompletion(view);
	}
}

function here(): Open {
	return { id: keeping.id, name, ending, companions, state: view.state };
}

/** Puts something into the editor in place of what is open; false where there is nothing. */
function goTo(one: Open | undefined): boolean {
	if (one) {
		keeping.open(one.id);
		({ name, ending } = one);
		lay(one.companions);
		document.title = `${name} · kibitz`;
		picture.clear();
		view.setState(one.state);
		picture.preview(NOTATIONS.find(({ example }) => example?.text === one.state.doc.toString())?.example);
		// The picture shows the record as it stands at the cursor.
		view.dispatch({ effects: EditorView.scrollIntoView(one.state.selection.main) });
		footer.clear();
		forget();
	}
	return Boolean(one);
}

/** Opens a record from outside, and keeps it; one that is kept already is not kept twice. */
async function bring(record: Record): Promise<void> {
	if (EMBED) {
		show(record);
		return;
	}
	const same = ({ name, text, beside }: Record) => JSON.stringify([name, text, beside]);
	const all = await keeping.all();
	show(record, all.find((one) => same(one) === same(record))?.id);
	keeping.keep();
}

/** Takes the record out of the address, which no longer tells what is written. */
function forget(): void {
	if (location.hash) {
		window.history.replaceState(null, "", location.pathname + location.search);
	}
}

/** A command of the editor. */
function does(work: () => unknown): () => boolean {
	return () => {
		work();
		return true;
	};
}

function record(): Record {
	const written = { name, text: view.state.doc.toString().replaceAll("\n", ending) };
	return companions.length ? { ...written, beside: companions } : written;
}

function changed({
	docChanged,
	selectionSet,
	viewportChanged,
	changes,
	startState,
	transactions,
	state,
}: ViewUpdate): void {
	if (docChanged || selectionSet) {
		// Only once it is quiet: an answer about a cursor that has moved on is of no use.
		soon("highlights", REST, () => highlights.refresh(view));
	}
	if (docChanged) {
		let replaced = startState.doc.length > 0;
		changes.iterGaps(() => {
			replaced = false;
		});
		if (replaced && transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"))) {
			// All of it was replaced: another record begins, and that one stays as it was.
			keeping.open();
		}
		keeping.changed();
		footer.changed();
		forget();
	} else if (selectionSet) {
		soon("picture", SOON, () => picture.draw());
	} else if (viewportChanged && state.doc.length) {
		soon("refresh", SOON, () => refresh(view));
	}
}

/** The server has told what is wrong: it knows the text of now, so everything else can be asked. */
function told({ diagnostics }: PublishDiagnosticsParams): void {
	element("loading").hidden = true;
	footer.found(diagnostics);
	welcome.told(diagnostics);
	soon("refresh", SOON, () => refresh(view));
	soon("picture", SOON, () => picture.draw());
	navigator.serviceWorker?.register("sw.js").catch(() => {});
}

const browse = async () => take(await chosen());

/** Opens a record of some files with what may lie beside it; without one, what a program keeps of a game, or these lie beside the record that is open. */
async function take(files: readonly File[]): Promise<void> {
	const { record, beside } = await read(files);
	const [only, ...more] = beside;
	const found = record ?? (only && !more.length ? await imported(only, client) : undefined);
	if (found) {
		await bring(found);
	} else if (beside.length) {
		lay([...companions.filter(({ name }) => !beside.some((one) => one.name === name)), ...beside]);
		keeping.keep();
		const changes = beside.map(({ name }) => ({ uri: uriOf(name), type: 1 }));
		client.notification("workspace/didChangeWatchedFiles", { changes });
	} else if (files[0]) {
		const suffixes = NOTATIONS.map(({ id }) => `.${id}`).join(", ");
		menu("Open", [
			{ label: `${files[0].name} is no record: kibitz reads ${suffixes}, and .json beside them or by other programs.` },
		]);
	}
}

/** Puts files beside the record, and says so. */
function lay(files: readonly Companion[]): void {
	companions = files;
	server.lay(files);
	element("name").textContent = [name, ...files.map((one) => one.name)].join(" + ");
}

function save(): void {
	left(view);
	saved(record().name, record().text);
}

function dress(chosen: string): void {
	theme = chosen;
	document.documentElement.dataset.theme = theme;
	remember("localStorage", THEME, theme);
	picture.draw();
}

/** Shows one of picture and text where there is no room for both. */
function turn(to: "picture" | "text"): void {
	document.body.dataset.tab = to;
	for (const name of ["picture", "text"]) {
		element(`${name}-tab`).ariaPressed = String(name === to);
	}
	if (to === "text") {
		view.requestMeasure();
	}
}

/** Lists what is needed less often. */
function more(): void {
	const choice = (label: string, detail: string, choose: () => unknown) => ({ label, detail, choose });
	const exporting = (form: "svg" | "replay" | "csv") => () => exported(form, record(), server, picture, theme);
	const dressed = THEMES.filter((one) => one !== theme);
	menu("More", [
		choice("Do …", "Ctrl+.", () => act(view)),
		choice("Outline", "Ctrl+Shift+O", () => outline(view)),
		choice("Format", "Shift+Alt+F", () => formatDocument(view)),
		choice("Save as a file", "Ctrl+S", save),
		choice("Export the picture", "SVG", exporting("svg")),
		choice("Export a replay", "HTML", exporting("replay")),
		choice("Export a table", "CSV", exporting("csv")),
		...dressed.map((one) => choice(`Colours: ${one}`, "", () => dress(one))),
		choice("Keys", "", keys),
	]);
}

function wire(): void {
	loading(element("loading"), server);
	dress(theme);
	turn("picture");
	const clicks: { [id: string]: () => unknown } = {
		new: () => beginnings(begin),
		open: () => records(keeping, (one) => turnTo(one, one.id), browse),
		share: () => share(record(), save),
		more,
		findings: () => {
			turn("text");
			openLintPanel(view);
		},
		"picture-tab": () => turn("picture"),
		"text-tab": () => turn("text"),
	};
	for (const [id, work] of Object.entries(clicks)) {
		element(id).onclick = work;
	}
	document.body.ondragover = (event) => event.preventDefault();
	document.body.ondrop = (event) => {
		event.preventDefault();
		take([...(event.dataTransfer?.files ?? [])]);
	};
	window.onhashchange = arrive;
}

/** Opens the record in the address; whether there is one. */
async function arrive(): Promise<boolean> {
	const { hash } = location;
	const found = await addressed();
	if (found) {
		await bring(found);
		// It still tells what is written.
		window.history.replaceState(null, "", hash);
	}
	return Boolean(found);
}

async function start(): Promise<void> {
	wire();
	if (EMBED) {
		document.body.className = "embed";
		const whole = element<HTMLAnchorElement>("whole");
		whole.href = location.pathname + location.hash;
		await arrive();
		return;
	}
	if (!(await arrive())) {
		const latest = await keeping.latest();
		show(latest ?? FIRST, latest?.id);
		if (!latest) {
			welcome.open((record) => begin(record, false));
		}
	}
	view.focus();
}

start();
