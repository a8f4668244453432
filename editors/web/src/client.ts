// The client of the language server in the worker: CodeMirror's client, adapted to kibitz.

import { LSPClient, type LSPClientExtension, LSPPlugin } from "@codemirror/lsp-client";
import type { ChangeSet, Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Position, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Beside, FromWorker, Started, ToWorker } from "./protocol";

/** The global value that `start.ts` sets. */
declare const started: Started;

/** Milliseconds from a change until it is sent. Changes in quick succession are sent together. */
const PAUSE = 8;
/** Milliseconds until a request times out. The first one waits for Python. */
const TIMEOUT = 120_000;

/** The error codes of outdated requests: the request was cancelled, or the text has changed. */
const OUTDATED = new Set([-32800, -32801]);

/** The worker with the server, as a transport for messages. */
export class Server {
	onprogress: (share: number, what: string) => void = () => {};
	onfailure: (why: string) => void = () => {};
	private readonly worker = started.worker;
	private readonly listeners = new Set<(text: string) => void>();
	private readonly exports = new Map<number, PromiseWithResolvers<string>>();

	/** Handle the messages that have already arrived, and all later ones. */
	listen(): void {
		const hear = (message: FromWorker) => this.hear(message);
		started.heard.splice(0).forEach(hear);
		this.worker.onmessage = ({ data }) => hear(data);
		this.worker.onerror = () => this.onfailure("its program can't be loaded");
	}

	readonly transport = {
		send: (text: string) => this.say({ kind: "message", text }),
		subscribe: (listener: (text: string) => void) => void this.listeners.add(listener),
		unsubscribe: (listener: (text: string) => void) => void this.listeners.delete(listener),
	};

	/** Return a record as CSV. */
	export(name: string, text: string): Promise<string> {
		const [id, answer] = [this.exports.size, Promise.withResolvers<string>()];
		this.exports.set(id, answer);
		this.say({ kind: "export", id, name, text });
		return answer.promise;
	}

	/** Replace the companion files of the record. */
	lay(files: Beside["files"]): void {
		this.say({ kind: "beside", files });
	}

	private say(message: ToWorker): void {
		this.worker.postMessage(message);
	}

	private hear(message: FromWorker): void {
		if (message.kind === "message") {
			for (const listener of this.listeners) {
				listener(message.text);
			}
		} else if (message.kind === "progress") {
			this.onprogress(message.share, message.what);
		} else if (message.kind === "failed") {
			this.onfailure(message.why);
		} else if (message.table !== undefined) {
			this.exports.get(message.id)?.resolve(message.table);
		} else {
			this.exports.get(message.id)?.reject(new Error(message.why));
		}
	}
}

/** The capabilities of the page in addition to those of the client. */
export const capabilities: LSPClientExtension = {
	clientCapabilities: {
		textDocument: {
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
		super({ timeout: TIMEOUT, ...config });
	}

	/** Return the answer to a request, or null if it was cancelled or the text has changed. */
	override async request<Params, Result>(method: string, params: Params): Promise<Result> {
		try {
			return await super.request<Params, Result>(method, params);
		} catch (error) {
			if (OUTDATED.has((error as { code?: number }).code ?? 0)) {
				return null as Result;
			}
			throw error;
		}
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
export const syncSoon = ViewPlugin.fromClass(
	class {
		private timer: ReturnType<typeof setTimeout> | undefined;

		update(update: ViewUpdate): void {
			if (update.docChanged) {
				this.timer ??= setTimeout(() => {
					this.timer = undefined;
					LSPPlugin.get(update.view)?.client.sync();
				}, PAUSE);
			}
		}

		destroy(): void {
			clearTimeout(this.timer);
		}
	},
);

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

/** Apply the server's edits to the open record. */
export function apply(view: EditorView, edits: readonly TextEdit[], userEvent: string): void {
	const { doc } = view.state;
	const changes = edits.map(({ range, newText }) => ({
		from: offset(doc, range.start),
		to: offset(doc, range.end),
		insert: newText,
	}));
	view.dispatch({ changes, userEvent, scrollIntoView: true });
}

/** Return the edits of a workspace edit that apply to the open record. */
export function editsOf(view: EditorView, edit: WorkspaceEdit | undefined): TextEdit[] {
	const uri = LSPPlugin.get(view)?.uri ?? "";
	return edit?.changes?.[uri] ?? [];
}
