// The page: the editor, the preview, and the opening, saving and sharing of records.

import { startCompletion } from "@codemirror/autocomplete";
import { redoDepth, undoDepth } from "@codemirror/commands";
import { openLintPanel } from "@codemirror/lint";
import { formatDocument } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import { EditorView, type KeyBinding, type ViewUpdate } from "@codemirror/view";
import type { PublishDiagnosticsParams, ShowMessageParams } from "vscode-languageserver-protocol";
import { act, mark, outline } from "./acting";
import { addressed, forget, share } from "./address";
import { beginnings, keys, records } from "./choosing";
import { Client, capabilities, left, Server } from "./client";
import { language } from "./colours";
import { extensions, nonce } from "./editor";
import { chosen, exported, imported, read, saved } from "./files";
import { Footer, type Status } from "./footer";
import { Keeping, remember, remembered } from "./keeping";
import { menu } from "./menu";
import { type File as Companion, FIRST, NOTATIONS, notationOf, type Record } from "./notations";
import { Picture } from "./picture";
import { FOLDER } from "./protocol";
import { highlights, refresh } from "./reading";
import { soon } from "./soon";
import { Welcome } from "./welcome";

/** Whether this is a read-only frame in another page. */
const EMBED = new URLSearchParams(location.search).has("embed");
/** The storage key of the colour theme, and the themes. */
const [THEME, THEMES] = ["kibitz.theme", ["auto", "light", "dark"]];
let theme = remembered("localStorage", THEME) ?? "auto";
/** Milliseconds of quiet until decorations and preview are refreshed, and until occurrences are highlighted. */
const [SOON, REST] = [40, 200];

function element<T extends HTMLElement>(id: string): T {
	return document.getElementById(id) as T;
}

/** An open record with its id if it is saved, the line ending of its file, and its editor state. */
type Open = Omit<Record, "text"> & { id?: string | undefined; ending: string; state: EditorState };
let open: Omit<Open, "state"> = { name: "", ending: "\n" };
/** The records opened before and after this one in this tab. Undo and redo go to them beyond the changes of this one. */
const [back, forth]: [Open[], Open[]] = [[], []];
const uriOf = (name: string) => `file://${FOLDER}/${encodeURIComponent(name)}`;

const footer = new Footer(element("findings"), () => !view.state.doc.toString().trim());
const server = new Server(footer);
const client = new Client({
	rootUri: `file://${FOLDER}`,
	notificationHandlers: {
		"window/showMessage": heard(({ message }: ShowMessageParams) => menu("kibitz", [{ label: message }])),
		"textDocument/publishDiagnostics": heard((found: PublishDiagnosticsParams) => isCurrent(found) && told(found)),
		"kibitz/status": heard((status: Status) => isCurrent(status) && footer.status(status)),
	},
	extensions: [capabilities],
});
client.connect(server.transport);
const view = new EditorView({ parent: element("editor"), extensions: nonce });
const picture = new Picture(element("looking"), view, { theme: () => theme, read: () => turn("text") });
const welcome = new Welcome(element("welcome"), element("guide"), view);
const keeping = new Keeping(record, (why) => {
	element("keeping").textContent = why;
});

/** Return a handler of notifications. */
function heard<T>(work: (params: T) => unknown): (_: unknown, params: T) => boolean {
	return (_, params) => does(() => work(params))();
}

/** Return whether a notification is about the open record as the server has it last. */
function isCurrent({ uri, version }: { uri: string; version?: number }): boolean {
	const file = client.workspace.getFile(uri);
	return file !== null && file.version === version;
}

const KEYS: readonly KeyBinding[] = [
	{ key: "Mod-.", run: does(() => act(view)) },
	{ key: "Mod-Shift-o", run: does(() => outline(view)) },
	{ key: "Alt-ArrowLeft", run: does(() => picture.draw("previous")) },
	{ key: "Alt-ArrowRight", run: does(() => picture.draw("next")) },
	{ key: "Mod-s", run: does(() => save()) },
	{ key: "Mod-o", run: does(() => browse()) },
	{ key: "Mod-z", run: ({ state }) => !undoDepth(state) && goAlong(back, forth) },
	{ key: "Mod-y", mac: "Mod-Shift-z", run: ({ state }) => !redoDepth(state) && goAlong(forth, back) },
	{ linux: "Ctrl-Shift-z", run: ({ state }) => !redoDepth(state) && goAlong(forth, back) },
];

/** Open a record. Undo leads back to the current one. A record with an `id` is already saved. */
function show(record: Record, id?: string): void {
	if (open.name) {
		back.push(here());
		forth.length = 0;
		welcome.close();
	}
	const notation = notationOf(record.name);
	const known = notation ? [language(notation), client.plugin(uriOf(record.name), notation.id)] : [];
	const state = EditorState.create({
		doc: record.text,
		// At the end of the text, where the preview shows the whole record.
		selection: { anchor: record.text.replaceAll("\r\n", "\n").trimEnd().length },
		extensions: [extensions(known, KEYS), EditorState.readOnly.of(EMBED), EditorView.updateListener.of(changed)],
	});
	const { text, ...rest } = record;
	goTo({ ...rest, id, ending: /\r\n/.test(text) ? "\r\n" : "\n", state });
}

/** Open a chosen record unless it is already open, and focus the editor. */
function turnTo(record: Record, id?: string): void {
	if (id === undefined || id !== keeping.id) {
		show(record, id);
	}
	view.focus();
}

/** Open an example, or a new record with the completion list. */
function begin(record: Record, isNew: boolean): void {
	turn(isNew ? "text" : "picture");
	turnTo(record);
	if (isNew) {
		startCompletion(view);
	}
}

function here(): Open {
	return { ...open, id: keeping.id, state: view.state };
}

/** Go to the last of some records, and remember this one among others. Return false if there is none. */
function goAlong(from: Open[], to: Open[]): boolean {
	const found = from.pop();
	if (found) {
		to.push(here());
		goTo(found);
	}
	return Boolean(found);
}

/** Show a record in the editor instead of the open one. */
function goTo(one: Open): void {
	keeping.open(one.id);
	open = one;
	lay(one.beside ?? []);
	document.title = `${one.name} · kibitz`;
	picture.clear();
	view.setState(one.state);
	picture.preview(NOTATIONS.find(({ example }) => example?.text === one.state.doc.toString())?.example);
	// The preview shows the record at the cursor, so the cursor must be in view, too.
	view.dispatch({ effects: EditorView.scrollIntoView(one.state.selection.main) });
	footer.clear();
	forget();
}

/** Open and save a record from outside. If the same record is already saved, open that one. */
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

/** Return an editor command that does some work and always handles its key. */
function does(work: () => unknown): () => boolean {
	return () => {
		work();
		return true;
	};
}

function record(): Record {
	const { name, ending, beside } = open;
	const written = { name, text: view.state.doc.toString().replaceAll("\n", ending) };
	return beside?.length ? { ...written, beside } : written;
}

function changed(update: ViewUpdate): void {
	const { docChanged, selectionSet, viewportChanged, changes, startState, transactions } = update;
	if (docChanged || selectionSet) {
		// Wait until the cursor rests: an answer about an earlier position is useless.
		soon("highlights", REST, () => highlights.refresh(view));
	}
	if (docChanged) {
		let isReplaced = startState.doc.length > 0;
		changes.iterGaps(() => {
			isReplaced = false;
		});
		if (isReplaced && transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"))) {
			// The user has replaced the whole text: save it as a new record, and leave the old one as it was.
			keeping.open();
		}
		keeping.changed();
		footer.changed();
		forget();
	} else if (selectionSet) {
		soon("picture", SOON, () => picture.draw());
	} else if (viewportChanged) {
		soon("refresh", SOON, () => refresh(view));
	}
}

/** Handle new diagnostics. The server knows the current text now, so everything else can be requested. */
function told({ diagnostics }: PublishDiagnosticsParams): void {
	mark(view, diagnostics);
	footer.findings = diagnostics;
	welcome.told(diagnostics);
	soon("refresh", SOON, () => refresh(view));
	soon("picture", SOON, () => picture.draw());
	navigator.serviceWorker?.register("sw.js").catch(() => {});
}

const browse = async () => take(await chosen());

/** Open the record among some files, or import another program's file, or add companion files to the open record. */
async function take(files: readonly File[]): Promise<void> {
	const { record, beside } = await read(files);
	const [only, ...more] = beside;
	const found = record ?? (only && !more.length ? await imported(only, client) : undefined);
	if (found) {
		await bring(found);
	} else if (beside.length) {
		const others = open.beside?.filter(({ name }) => !beside.some((one) => one.name === name)) ?? [];
		lay([...others, ...beside]);
		keeping.keep();
		const changes = beside.map(({ name }) => ({ uri: uriOf(name), type: 1 }));
		client.notification("workspace/didChangeWatchedFiles", { changes });
	} else if (files[0]) {
		const suffixes = NOTATIONS.map(({ id }) => `.${id}`).join(", ");
		menu("Open", [
			{
				label: `${files[0].name} is not a record: kibitz reads ${suffixes}, and .json files next to them or of other programs.`,
			},
		]);
	}
}

/** Replace the companion files of the record, and show their names. */
function lay(beside: readonly Companion[]): void {
	open = { ...open, beside };
	server.lay(beside);
	element("name").textContent = [open, ...beside].map(({ name }) => name).join(" + ");
}

function save(): void {
	left(view);
	saved(record().name, record().text);
}

function dress(chosen: string): void {
	theme = chosen;
	document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
	remember("localStorage", THEME, theme);
	picture.draw();
}

/** Bring the preview or the text to the front if the page is too narrow for both. */
function turn(to: "picture" | "text"): void {
	document.body.dataset.tab = to;
	for (const name of ["picture", "text"]) {
		element(`${name}-tab`).ariaPressed = String(name === to);
	}
	if (to === "text") {
		view.requestMeasure();
	}
}

/** Open the menu of less frequent commands. */
function more(): void {
	const choice = (label: string, detail: string, choose: () => unknown) => ({ label, detail, choose });
	menu("More", [
		choice("Do …", "Ctrl+.", () => act(view)),
		choice("Outline", "Ctrl+Shift+O", () => outline(view)),
		choice("Format", "Shift+Alt+F", () => formatDocument(view)),
		choice("Save as a file", "Ctrl+S", save),
		choice("Export the preview", "SVG", async () => exported(record(), await picture.answer({}))),
		choice("Export a replay", "HTML", async () => exported(record(), await picture.answer({ format: "replay" }))),
		choice("Export a table", "CSV", async () => exported(record(), await server.export(record()))),
		...THEMES.filter((one) => one !== theme).map((one) => choice(`Colours: ${one}`, "", () => dress(one))),
		choice("Keys", "", keys),
	]);
}

function wire(): void {
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

/** Open the record in the address, and return whether there is one. */
async function arrive(): Promise<boolean> {
	const { hash } = location;
	const found = await addressed();
	if (found) {
		await bring(found);
		// `bring` has removed the fragment, which still matches the text.
		window.history.replaceState(null, "", hash);
	}
	return Boolean(found);
}

async function start(): Promise<void> {
	wire();
	if (EMBED) {
		document.body.className = "embed";
		element<HTMLButtonElement>("findings").disabled = true;
		element<HTMLAnchorElement>("whole").href = location.pathname + location.hash;
	}
	if (!(await arrive()) && !EMBED) {
		const latest = await keeping.latest();
		show(latest ?? FIRST, latest?.id);
		if (!latest) {
			welcome.open((record) => begin(record, false));
		}
	}
	view.focus();
}

start();
