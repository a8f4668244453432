// The client of the language server in the worker: CodeMirror's own, and what it does otherwise than kibitz needs it.

import { LSPClient, type LSPClientExtension, LSPPlugin } from "@codemirror/lsp-client";
import type { ChangeSet, Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Position, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Beside, FromWorker, Started, ToWorker } from "./protocol";

/** What `start.ts` has left. */
declare const started: Started;

/** Milliseconds from a key until the server hears of it: keys that come together go together. */
const PAUSE = 8;
/** Milliseconds after which an answer is given up. The first one waits for Python. */
const TIMEOUT = 120_000;

/** The codes of answers to questions that nobody asks any more: cancelled, or about a text that has changed. */
const OUTDATED = new Set([-32800, -32801]);

/** The worker, as a place to send messages to. */
export class Server {
	onprogress: (share: number, what: string) => void = () => {};
	onfailure: (why: string) => void = () => {};
	private readonly worker = started.worker;
	private readonly listeners = new Set<(text: string) => void>();
	private readonly exports = new Map<number, PromiseWithResolvers<string>>();

	/** Hears what it says, and what it has said. */
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

	/** A record as CSV. */
	export(name: string, text: string): Promise<string> {
		const [id, answer] = [this.exports.size, Promise.withResolvers<string>()];
		this.exports.set(id, answer);
		this.say({ kind: "export", id, name, text });
		return answer.promise;
	}

	/** Puts files beside the record, in place of those that were. */
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

/** What the page can do beside what the client can. */
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

/** What the client keeps to itself. */
type Inner = { activeMappings: { addChanges(uri: string, changes: ChangeSet): void }[] };

export class Client extends LSPClient {
	constructor(config: ConstructorParameters<typeof LSPClient>[0]) {
		super({ timeout: TIMEOUT, ...config });
	}

	/** The answer to a question; null where the server refuses because the text has changed meanwhile. */
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
	 * Tells the server what was typed. The client's own way sends a short record whole with every key, from which nobody
	 * can tell where somebody is writing: kibitz is calm about what is being written.
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

/** Sends what was typed soon. */
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

/** The answer of the server about the record that is open; null where there is none, or the text is another one by now. */
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
		// What the server says of a text that has changed, or of a question that it can't answer, is of no use to anybody.
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

/** Makes the edits of the server in the record that is open. */
export function apply(view: EditorView, edits: readonly TextEdit[], userEvent: string): void {
	const { doc } = view.state;
	const changes = edits.map(({ range, newText }) => ({
		from: offset(doc, range.start),
		to: offset(doc, range.end),
		insert: newText,
	}));
	view.dispatch({ changes, userEvent, scrollIntoView: true });
}

/** The edits of a workspace edit that are about the record that is open. */
export function editsOf(view: EditorView, edit: WorkspaceEdit | undefined): TextEdit[] {
	const uri = LSPPlugin.get(view)?.uri ?? "";
	return edit?.changes?.[uri] ?? [];
}
