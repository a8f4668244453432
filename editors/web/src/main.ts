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
import { beginnings } from "./beginning";
import { Client, Server, syncSoon } from "./client";
import { language, style } from "./colours";
import { exported } from "./exporting";
import { chosen, fragment, read, saved, unpacked } from "./files";
import { keys } from "./keys";
import { loading } from "./loading";
import { menu } from "./menu";
import { type File as Companion, FIRST, NOTATIONS, type Notation, notationOf, type Record } from "./notations";
import { Picture, type Step } from "./picture";
import { FOLDER } from "./protocol";
import { colours, folds, hints, lenses, refresh } from "./reading";
import { sanitized } from "./sanitize";
import { soon } from "./soon";
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
/** The files beside the record. */
let companions: readonly Companion[] = [];
/** What ended the lines of the file that was opened. */
let ending = "\n";
const uriOf = (name: string) => `file://${FOLDER}/${encodeURIComponent(name)}`;

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
		notation ? [language(notation), client.plugin(uriOf(name), notation.id)] : [],
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
	lay(record.beside ?? []);
	document.title = `${name} · kibitz`;
	picture.clear();
	// At the end of what is written, where the picture shows all of it.
	const anchor = record.text.replaceAll("\r\n", "\n").trimEnd().length;
	const selection = { anchor };
	view.setState(EditorState.create({ doc: record.text, selection, extensions: extensions(notationOf(name)) }));
	element("findings").textContent = "";
	keep(record);
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

/** Keeps a record for the next visit. */
function keep(one = record()): void {
	localStorage.setItem(DRAFT, JSON.stringify(one));
}

function changed({ docChanged, selectionSet, viewportChanged, view: { state } }: ViewUpdate): void {
	if (docChanged) {
		soon("draft", LATER, () => keep());
		if (location.hash) {
			// The address no longer tells what is written.
			window.history.replaceState(null, "", location.pathname + location.search);
		}
	} else if (selectionSet) {
		soon("picture", SOON, () => picture.draw());
	} else if (viewportChanged && state.doc.length) {
		soon("refresh", SOON, () => refresh(view));
	}
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

const open = async () => take(await chosen());

/** Opens a record of some files with what may lie beside it; without one, these lie beside the record that is open. */
async function take(files: readonly File[]): Promise<void> {
	const { record: found, beside } = await read(files);
	if (found) {
		show(found);
	} else if (beside.length) {
		lay([...companions.filter(({ name }) => !beside.some((one) => one.name === name)), ...beside]);
		keep();
		const changes = beside.map(({ name }) => ({ uri: uriOf(name), type: 1 }));
		client.notification("workspace/didChangeWatchedFiles", { changes });
	} else if (files[0]) {
		const suffixes = NOTATIONS.map(({ id }) => `.${id}`).join(", ");
		menu("Open", [{ label: `${files[0].name} is no record: kibitz reads ${suffixes}, and .json beside them.` }]);
	}
}

/** Puts files beside the record, and says so. */
function lay(files: readonly Companion[]): void {
	companions = files;
	server.lay(files);
	element("name").textContent = [name, ...files.map((one) => one.name)].join(" + ");
}

const save = () => saved(record().name, record().text);

async function share(): Promise<void> {
	const { hash, whole } = await fragment(record());
	window.history.replaceState(null, "", hash);
	const copied = await navigator.clipboard.writeText(location.href).then(
		() => ", and has been copied.",
		() => ": copy it from above.",
	);
	const left = whole ? "" : " What lies beside the record is too long for an address: send it as a file.";
	menu("Share", [{ label: `The address of this page now holds the record${copied} No server gets to see it.${left}` }]);
}

function dress(theme: string): void {
	document.documentElement.dataset.theme = theme;
	localStorage.setItem(THEME, theme);
	picture.draw();
}

function wire(): void {
	loading(element("loading"), server);
	beginnings(element("begin"), (record, isNew) => {
		show(record);
		view.focus();
		if (isNew) {
			startCompletion(view);
		}
	});
	const theme = element<HTMLSelectElement>("theme");
	theme.value = localStorage.getItem(THEME) ?? "auto";
	theme.onchange = () => dress(theme.value);
	dress(theme.value);
	const form = element<HTMLSelectElement>("export");
	form.onchange = () => {
		exported(form.value, record(), server, picture, theme.value);
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
		keys,
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
		take([...(event.dataTransfer?.files ?? [])]);
	};
	window.onhashchange = async () => {
		const found = await unpacked(location.hash);
		if (found) {
			show(found);
		}
	};
}

async function start(): Promise<void> {
	wire();
	const draft = localStorage.getItem(DRAFT);
	show((await unpacked(location.hash).catch(() => undefined)) ?? (draft && JSON.parse(draft)) ?? FIRST);
	view.focus();
}

start();
