// The client of the language server in the worker: CodeMirror's client, adapted to kibitz.

import { LSPClient, type LSPClientExtension, LSPPlugin, showSignatureHelp } from "@codemirror/lsp-client";
import { type ChangeSet, Prec, type Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import DOMPurify from "dompurify";
import type { Position, Range, SignatureHelp } from "vscode-languageserver-protocol";
import type { Beside, Exported, FromWorker, ToWorker } from "./protocol";
import { soon } from "./soon";

/** Milliseconds of quiet after a change until it is sent. Changes in quick succession are sent together. */
const PAUSE = 8;
/** Milliseconds until a request times out. The first one waits for Python. */
const TIMEOUT = 120_000;

/** The elements allowed in the server's Markdown, so that a record cannot bring others into the page. */
const ELEMENTS =
	"a b blockquote br code del em h1 h2 h3 h4 hr i li ol p pre span strong table tbody td th thead tr ul".split(" ");

/** The error codes of outdated requests: the request was cancelled, or the text has changed. */
const OUTDATED = new Set([-32800, -32801]);

/** The worker with the server, as a transport for messages. */
export class Server {
	private readonly worker = new Worker("worker.js", { type: "module" });
	private listener: (text: string) => void = () => {};

	/** `line` gets the loading progress, and the reason if the server cannot start. */
	constructor(private readonly line: { say(text: string): void; fail(why: string): void }) {
		this.worker.onmessage = ({ data }) => this.hear(data);
		this.worker.onerror = () => line.fail("its program can't be loaded");
	}

	readonly transport = {
		send: (text: string) => this.send({ kind: "message", text }),
		subscribe: (listener: (text: string) => void) => {
			this.listener = listener;
		},
		unsubscribe: () => {},
	};

	/** Return a record as CSV, or why that fails. */
	export({ name, text }: { name: string; text: string }): Promise<Exported> {
		const { port1, port2 } = new MessageChannel();
		this.worker.postMessage({ kind: "export", name, text, port: port2 } satisfies ToWorker, [port2]);
		return new Promise((resolve) => {
			port1.onmessage = ({ data }) => resolve(data);
		});
	}

	/** Replace the companion files of the record. */
	lay(files: Beside["files"]): void {
		this.send({ kind: "beside", files });
	}

	private send(message: ToWorker): void {
		this.worker.postMessage(message);
	}

	private hear(message: FromWorker): void {
		if (message.kind === "message") {
			this.listener(message.text);
		} else if (message.kind === "progress") {
			this.line.say(`${message.what} …`);
		} else {
			this.line.fail(message.why);
		}
	}
}

/** The capabilities of the page in addition to those of the client. */
export const capabilities: LSPClientExtension = {
	clientCapabilities: {
		experimental: { kibitzStatus: true },
		textDocument: {
			publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true, relatedInformation: true },
			codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
			documentHighlight: {},
			documentSymbol: { hierarchicalDocumentSymbolSupport: true },
			inlineCompletion: {},
			inlayHint: {},
			codeLens: {},
			foldingRange: { lineFoldingOnly: true },
		},
	},
};

/** The private members of `LSPClient` that `Client` uses. */
type Inner = { activeMappings: { addChanges(uri: string, changes: ChangeSet): void }[] };

export class Client extends LSPClient {
	constructor(config: ConstructorParameters<typeof LSPClient>[0]) {
		super({ timeout: TIMEOUT, sanitizeHTML: sanitized, ...config });
	}

	/** Whether the next request for signature help closes it. */
	private closing = false;
	private signatures = 0;

	/** Return the answer to a request, or null if it was cancelled or the text has changed. */
	override async request<Params, Result>(method: string, params: Params): Promise<Result> {
		if (method === "textDocument/signatureHelp" && this.closing) {
			return null as Result;
		}
		try {
			const answer = await super.request<Params, Result>(method, params);
			if (method === "textDocument/signatureHelp" && answer) {
				// `LSPClient` ignores the answer if all labels are as before, even if it is about another place.
				for (const one of (answer as unknown as SignatureHelp).signatures) {
					one.label += " ".repeat(this.signatures++ % 50);
				}
			}
			return answer;
		} catch (error) {
			if (OUTDATED.has((error as { code?: number }).code ?? 0)) {
				return null as Result;
			}
			throw error;
		}
	}

	/** Close the signature help, for which `LSPClient` has no command. */
	closeSignature(view: EditorView): void {
		this.closing = true;
		showSignatureHelp(view);
		this.closing = false;
	}

	/**
	 * Send the changes to the server. `LSPClient` sends a short record as a whole, which hides where the user types.
	 * kibitz needs that place, because it holds back findings about unfinished entries.
	 */
	override sync(): void {
		for (const { file, changes, prevDoc } of this.workspace.syncFiles()) {
			for (const mapping of (this as unknown as Inner).activeMappings) {
				mapping.addChanges(file.uri, changes);
			}
			const contentChanges: { range: Range; text: string }[] = [];
			changes.iterChanges((from, to, _from, _to, inserted) => {
				const range = { start: position(prevDoc, from), end: position(prevDoc, to) };
				contentChanges.unshift({ range, text: inserted.toString() });
			});
			const textDocument = { uri: file.uri, version: file.version };
			this.notification("textDocument/didChange", { textDocument, contentChanges });
		}
	}
}

/** Sends changes after `PAUSE`. */
export const syncSoon = EditorView.updateListener.of(({ docChanged, view }) => {
	if (docChanged) {
		soon("sync", PAUSE, () => clientOf(view)?.sync());
	}
});

/** Return the client of an editor, if it shows a record. */
function clientOf(view: EditorView): Client | undefined {
	return LSPPlugin.get(view)?.client as Client | undefined;
}

/** Closes the signature help by Escape, as well as other tooltips, and when the user leaves the record. */
export const leaving = [
	Prec.highest(keymap.of([{ key: "Escape", run: (view) => Boolean(clientOf(view)?.closeSignature(view)) }])),
	EditorView.domEventHandlers({
		blur: (_, view) => {
			clientOf(view)?.closeSignature(view);
			left(view);
		},
	}),
];

/** Notify the server that the user has left the record, so that it stops holding back findings. */
export function left(view: EditorView): void {
	const plugin = LSPPlugin.get(view);
	if (plugin) {
		plugin.client.sync();
		plugin.client.notification("kibitz/left", { textDocument: { uri: plugin.uri } });
	}
}

DOMPurify.addHook("afterSanitizeAttributes", (element) => {
	if (element.tagName === "A") {
		element.setAttribute("rel", "noopener noreferrer");
		element.setAttribute("target", "_blank");
	}
});
function sanitized(html: string): string {
	return DOMPurify.sanitize(html, { ALLOWED_TAGS: ELEMENTS, ALLOWED_ATTR: ["href"], ALLOWED_URI_REGEXP: /^https?:/ });
}

/** Return the server's answer about the open record, or null if there is none or the text has changed. */
export async function ask<T>(view: EditorView, method: string, params: object = {}): Promise<T | null> {
	const plugin = LSPPlugin.get(view);
	if (!plugin) {
		return null;
	}
	plugin.client.sync();
	const doc = view.state.doc;
	try {
		const answer = await plugin.client.request<object, T>(method, { textDocument: { uri: plugin.uri }, ...params });
		return view.state.doc === doc ? answer : null;
	} catch {
		// A failed request has nothing to show, so it counts as no answer.
		return null;
	}
}

export function position(doc: Text, offset: number): Position {
	const line = doc.lineAt(offset);
	return { line: line.number - 1, character: offset - line.from };
}

export function offset(doc: Text, { line, character }: Position): number {
	if (line >= doc.lines) {
		return doc.length;
	}
	const { from, length } = doc.line(line + 1);
	return from + Math.min(character, length);
}

export function rangeOf(doc: Text, from: number, to: number): Range {
	return { start: position(doc, from), end: position(doc, to) };
}

/** Apply the server's edits to the open record. The cursor goes to a position afterwards, or keeps its place. */
export function apply(
	view: EditorView,
	edits: readonly { range: Range; newText: string }[],
	userEvent: string,
	cursor?: (changes: ChangeSet) => number,
): void {
	const { doc } = view.state;
	const changes = view.state.changes(
		edits.map(({ range, newText }) => ({
			from: offset(doc, range.start),
			to: offset(doc, range.end),
			insert: newText,
		})),
	);
	const selection = cursor ? { selection: { anchor: cursor(changes) } } : {};
	view.dispatch({ changes, ...selection, userEvent, scrollIntoView: true });
}
