// The page: an editor, the picture beside it, and what brings records in and out.

import { autocompletion, closeBrackets, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from "@codemirror/language";
import { lintKeymap, openLintPanel } from "@codemirror/lint";
import {
	findReferencesKeymap,
	formatDocument,
	formatKeymap,
	hoverTooltips,
	jumpToDefinitionKeymap,
	renameKeymap,
	signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, type ViewUpdate } from "@codemirror/view";
import type { PublishDiagnosticsParams, ShowMessageParams } from "vscode-languageserver-protocol";
import { act, findings, outline } from "./acting";
import { Client, Server, syncSoon } from "./client";
import { language, style } from "./colours";
import { chosen, fragment, saved, unpacked } from "./files";
import { KEYS } from "./keys";
import { menu } from "./menu";
import { FIRST, NOTATIONS, type Notation, notationOf, type Record } from "./notations";
import { Picture, type Step } from "./picture";
import { colours, folds, hints, lenses, refresh } from "./reading";
import { sanitized } from "./sanitize";
import { summary } from "./summary";
import { completions, ghost } from "./writing";

/** Where a record is kept that has not been saved, and how the page looks. */
const [DRAFT, THEME] = ["kibitz.record", "kibitz.theme"];
/** What styles of CodeMirror carry, so that the policy of the page lets them in. */
const NONCE = "kibitz";
/** Milliseconds after the server has spoken until all else is asked anew, and after a key until the draft is kept. */
const [SOON, LATER] = [40, 500];

function element<T extends HTMLElement>(id: string): T {
	return document.getElementById(id) as T;
}

let name = "record.botc";
/** What ended the lines of the file that was opened. */
let ending = "\n";
const timers: { [what: string]: ReturnType<typeof setTimeout> | undefined } = {};

function soon(what: string, wait: number, work: () => void): void {
	clearTimeout(timers[what]);
	timers[what] = setTimeout(work, wait);
}

const server = new Server();
const client = new Client({
	sanitizeHTML: sanitized,
	notificationHandlers: {
		"window/showMessage": (_, { message }: ShowMessageParams) => {
			menu("kibitz", [{ label: message }]);
			return true;
		},
	},
	extensions: [
		findings(told),
		{
			clientCapabilities: {
				textDocument: {
					codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
					documentSymbol: { hierarchicalDocumentSymbolSupport: true },
					inlineCompletion: {},
					inlayHint: {},
					codeLens: {},
					foldingRange: { lineFoldingOnly: true },
				},
			},
		},
	],
});
client.connect(server.transport);
const view = new EditorView({ parent: element("editor"), extensions: EditorView.cspNonce.of(NONCE) });
const picture = new Picture(element("picture"), view, () => element<HTMLSelectElement>("theme").value);

function extensions(notation: Notation | undefined) {
	return [
		lineNumbers(),
		foldGutter(),
		codeFolding(),
		history(),
		drawSelection(),
		bracketMatching(),
		closeBrackets(),
		highlightActiveLine(),
		highlightSelectionMatches(),
		EditorView.lineWrapping,
		EditorView.cspNonce.of(NONCE),
		EditorView.contentAttributes.of({ "aria-label": "Record" }),
		autocompletion({
			override: [completions],
			icons: false,
			selectOnOpen: false,
			activateOnTypingDelay: 20,
			interactionDelay: 0,
		}),
		notation ? [language(notation), client.plugin(`file:///records/${encodeURIComponent(name)}`, notation.id)] : [],
		style,
		hoverTooltips(),
		signatureHelp(),
		syncSoon,
		ghost,
		folds,
		[colours, hints, lenses].map((one) => one.extension),
		keymap.of(
			[
				{ key: "Mod-.", run: does(() => act(view)) },
				{ key: "Mod-Shift-o", run: does(() => outline(view)), preventDefault: true },
				{ key: "Alt-ArrowLeft", run: does(() => picture.draw("previous")), preventDefault: true },
				{ key: "Alt-ArrowRight", run: does(() => picture.draw("next")), preventDefault: true },
				{ key: "Mod-s", run: does(() => save()), preventDefault: true },
				{ key: "Mod-o", run: does(() => open()), preventDefault: true },
				...[completionKeymap, lintKeymap, formatKeymap, renameKeymap, jumpToDefinitionKeymap, findReferencesKeymap],
				...[foldKeymap, searchKeymap, historyKeymap, defaultKeymap],
			].flat(),
		),
		EditorView.updateListener.of(changed),
	];
}

/** Opens a record in place of the one that is open. */
function show(record: Record): void {
	name = record.name;
	ending = /\r\n/.test(record.text) ? "\r\n" : "\n";
	element("name").textContent = name;
	document.title = `${name} · kibitz`;
	picture.clear();
	// At the end of what is written, where the picture shows all of it.
	const anchor = record.text.replaceAll("\r\n", "\n").trimEnd().length;
	const selection = { anchor };
	view.setState(EditorState.create({ doc: record.text, selection, extensions: extensions(notationOf(name)) }));
	element("findings").textContent = "";
	localStorage.setItem(DRAFT, JSON.stringify(record));
}

/** A command of the editor. */
function does(work: () => unknown): () => boolean {
	return () => {
		work();
		return true;
	};
}

const record = (): Record => ({ name, text: view.state.doc.toString().replaceAll("\n", ending) });

function changed({ docChanged, selectionSet, viewportChanged, view: { state } }: ViewUpdate): void {
	if (docChanged) {
		soon("draft", LATER, () => localStorage.setItem(DRAFT, JSON.stringify(record())));
		if (location.hash) {
			history_();
		}
	} else if (selectionSet) {
		soon("picture", SOON, () => picture.draw());
	} else if (viewportChanged && state.doc.length) {
		soon("refresh", SOON, () => refresh(view));
	}
}

/** The address no longer tells what is written. */
function history_(): void {
	window.history.replaceState(null, "", location.pathname + location.search);
}

/** The server has told what is wrong: it knows the text of now, so everything else can be asked. */
function told({ diagnostics }: PublishDiagnosticsParams): void {
	element("loading").hidden = true;
	const { text, worst } = summary(diagnostics);
	element("findings").textContent = text;
	element("findings").className = worst;
	soon("refresh", SOON, () => refresh(view));
	soon("picture", SOON, () => picture.draw());
	navigator.serviceWorker?.register("sw.js");
}

async function open(): Promise<void> {
	const file = await chosen();
	if (file) {
		read(file);
	}
}

async function read(file: File): Promise<void> {
	if (!notationOf(file.name)) {
		menu("Open", [
			{ label: `${file.name} is no record: kibitz reads ${NOTATIONS.map(({ id }) => `.${id}`).join(", ")}.` },
		]);
		return;
	}
	show({ name: file.name, text: await file.text() });
}

const save = () => saved(record().name, record().text);

async function share(): Promise<void> {
	window.history.replaceState(null, "", await fragment(record()));
	try {
		await navigator.clipboard.writeText(location.href);
		menu("Share", [
			{ label: "The address of this page now holds the record, and has been copied. No server gets to see it." },
		]);
	} catch {
		menu("Share", [
			{ label: "The address of this page now holds the record: copy it from above. No server gets to see it." },
		]);
	}
}

async function exported(form: string): Promise<void> {
	const stem = name.replace(/\.\w+$/, "");
	const theme = element<HTMLSelectElement>("theme").value;
	if (form === "csv") {
		const { name: source, text } = record();
		try {
			saved(`${stem}.csv`, await server.export(source, text), "text/csv");
		} catch (error) {
			menu("Export", [{ label: String((error as Error).message) }]);
		}
	} else if (form === "svg") {
		const answer = await picture.answer<{ svg: string }>({ format: "svg", theme });
		saved(`${stem}.svg`, answer?.svg ?? "", "image/svg+xml");
	} else {
		const answer = await picture.answer<{ html: string }>({ format: "replay", theme });
		saved(`${stem}.html`, answer?.html ?? "", "text/html");
	}
}

function dress(theme: string): void {
	document.documentElement.dataset.theme = theme;
	localStorage.setItem(THEME, theme);
	picture.draw();
}

function wire(): void {
	const begin = element<HTMLSelectElement>("begin");
	begin.append(new Option("New or example", ""));
	const groups = ["New", "Example"].map((label) => Object.assign(document.createElement("optgroup"), { label }));
	for (const { id, holds, example } of NOTATIONS) {
		groups[0]?.append(new Option(`New: ${holds} (.${id})`, `record.${id}`));
		if (example) {
			groups[1]?.append(new Option(`Example: ${holds}`, id));
		}
	}
	begin.append(...groups);
	begin.onchange = () => {
		const example = NOTATIONS.find(({ id }) => id === begin.value)?.example;
		show(example ?? { name: begin.value, text: "" });
		begin.value = "";
		view.focus();
		if (!example) {
			startCompletion(view);
		}
	};
	const theme = element<HTMLSelectElement>("theme");
	theme.value = localStorage.getItem(THEME) ?? "auto";
	theme.onchange = () => dress(theme.value);
	dress(theme.value);
	const form = element<HTMLSelectElement>("export");
	form.onchange = () => {
		exported(form.value);
		form.value = "";
	};
	const clicks: { [id: string]: () => unknown } = {
		open,
		save,
		share,
		format: () => formatDocument(view),
		act: () => act(view),
		outline: () => outline(view),
		findings: () => openLintPanel(view),
		keys: () =>
			menu(
				"Keys",
				KEYS.map(([key, what]) => ({ label: key, detail: what })),
			),
	};
	for (const [id, work] of Object.entries(clicks)) {
		element(id).onclick = work;
	}
	for (const button of document.querySelectorAll<HTMLElement>("[data-step]")) {
		button.onclick = () => picture.draw(button.dataset.step as Step);
	}
	const layout = element<HTMLSelectElement>("layout");
	picture.onlayouts = (layouts) => {
		layout.hidden = layouts.length < 2;
		if (layout.options.length !== layouts.length) {
			layout.replaceChildren(...layouts.map((one) => new Option(one, one)));
		}
	};
	layout.onchange = () => {
		picture.layout = layout.value;
		picture.draw();
	};
	document.body.ondragover = (event) => event.preventDefault();
	document.body.ondrop = (event) => {
		event.preventDefault();
		const file = event.dataTransfer?.files[0];
		if (file) {
			read(file);
		}
	};
	window.onhashchange = async () => {
		const found = await unpacked(location.hash);
		if (found) {
			show(found);
		}
	};
	server.onprogress = (share, what) => {
		element("loading").querySelector("progress")?.setAttribute("value", String(share));
		const line = element("loading").querySelector("span");
		if (line) {
			line.textContent = `${what} …`;
		}
	};
	server.onfailure = (why) => {
		element("loading").textContent = `The server can't be started: ${why}`;
		element("loading").className = "error";
	};
}

async function start(): Promise<void> {
	wire();
	const draft = localStorage.getItem(DRAFT);
	show((await unpacked(location.hash).catch(() => undefined)) ?? (draft && JSON.parse(draft)) ?? FIRST);
	view.focus();
}

start();
