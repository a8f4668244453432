import {
	type Disposable,
	type ExtensionContext,
	type Position,
	type Range,
	type TextDocument,
	type TextEditor,
	Uri,
	ViewColumn,
	type WebviewPanel,
	window,
	workspace,
} from "vscode";
import type { Range as ProtocolRange } from "vscode-languageclient/node";
import type { FromPicture, ToPicture } from "./messages";
import { pageFor } from "./page";
import { isRecord } from "./records";
import type { Server } from "./server";

export const VIEW = "kibitz.preview";

interface Answer {
	text: string;
	spans: { range: ProtocolRange; line: number; start: number; end: number }[];
}

/** The picture beside the text. There is one, of the record that was edited last, as the game stands at the cursor. */
export class Preview implements Disposable {
	private panel: WebviewPanel | undefined;
	private uri: Uri | undefined;
	private sources: Range[] = [];
	private columns: number | undefined;
	private drawing = false;
	private outdated = false;
	private readonly listening: Disposable[];

	constructor(
		private readonly context: ExtensionContext,
		private readonly server: Server,
	) {
		this.listening = [
			window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
			window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
			workspace.onDidChangeTextDocument(({ document }) => this.isShown(document) && this.refresh()),
			workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("kibitz.preview") && this.refresh()),
			server.onDidChange(() => this.refresh()),
			window.registerWebviewPanelSerializer(VIEW, {
				deserializeWebviewPanel: async (panel, state: { uri?: string } | undefined) => {
					this.uri = state?.uri ? Uri.parse(state.uri) : undefined;
					this.adopt(panel);
				},
			}),
		];
	}

	show(): void {
		const editor = window.activeTextEditor;
		if (editor && isRecord(editor.document)) {
			this.uri = editor.document.uri;
		}
		if (this.panel) {
			this.panel.reveal(undefined, true);
			void this.refresh();
			return;
		}
		const column = { viewColumn: ViewColumn.Beside, preserveFocus: true };
		this.adopt(window.createWebviewPanel(VIEW, "Preview", column));
	}

	dispose(): void {
		for (const one of [...this.listening, this.panel]) {
			one?.dispose();
		}
	}

	private adopt(panel: WebviewPanel): void {
		const { webview } = panel;
		this.panel = panel;
		webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(this.context.extensionUri, "webview")] };
		webview.onDidReceiveMessage((message: FromPicture) => this.receive(message));
		webview.html = pageFor(webview, this.context.extensionUri);
		panel.onDidDispose(() => {
			this.panel = undefined;
		});
	}

	private receive(message: FromPicture): void {
		if (message.kind === "jump") {
			void this.jump(this.sources[message.glyph]);
		} else {
			this.columns = message.columns;
			void this.refresh();
		}
	}

	private isShown(document: TextDocument): boolean {
		return document.uri.toString() === this.uri?.toString();
	}

	/** Shows the record of an editor, unless it is none. */
	private follow(editor: TextEditor | undefined): void {
		if (editor && isRecord(editor.document) && (editor === window.activeTextEditor || this.isShown(editor.document))) {
			this.uri = editor.document.uri;
			void this.refresh();
		}
	}

	/** Draws anew; what changes meanwhile is drawn afterwards, however often it changed. */
	private async refresh(): Promise<void> {
		this.outdated = true;
		if (this.drawing) {
			return;
		}
		this.drawing = true;
		try {
			while (this.outdated && this.panel) {
				this.outdated = false;
				await this.attempt(this.panel);
			}
		} finally {
			this.drawing = false;
		}
	}

	private async attempt(panel: WebviewPanel): Promise<void> {
		try {
			await this.draw(panel);
		} catch (error) {
			this.server.log.warn(`The preview could not be drawn: ${error}`);
			this.send(panel, { kind: "note", note: "The picture could not be drawn. The log says why." });
		}
	}

	private async draw(panel: WebviewPanel): Promise<void> {
		const document = workspace.textDocuments.find((one) => this.isShown(one));
		const converters = this.server.converters;
		if (!document || !converters) {
			this.send(panel, { kind: "note", note: document ? this.trouble() : "The record is closed." });
			return;
		}
		const cursor = this.editorOf(document)?.selection.active;
		const answer = await this.server.request<Answer>("kibitz/preview", {
			textDocument: converters.out.asTextDocumentIdentifier(document),
			...(cursor && { position: converters.out.asPosition(cursor) }),
			...(this.columns && !isChosen("width", document) && { width: this.columns }),
		});
		if (!answer) {
			this.send(panel, { kind: "note", note: this.trouble() });
			return;
		}
		this.sources = answer.spans.map((one) => converters.in.asRange(one.range));
		panel.title = `Preview ${document.uri.path.split("/").at(-1)}`;
		this.send(panel, {
			kind: "picture",
			uri: document.uri.toString(),
			text: answer.text,
			glyphs: answer.spans.map(({ line, start, end }) => ({ line, start, end })),
			current: cursor ? belonging(this.sources, cursor) : [],
		});
	}

	private send(panel: WebviewPanel, message: ToPicture): void {
		void panel.webview.postMessage(message);
	}

	private trouble(): string {
		const { condition } = this.server;
		return condition.name === "stopped" ? condition.why : "kibitz is starting.";
	}

	private editorOf(document: TextDocument): TextEditor | undefined {
		const all = [window.activeTextEditor, ...window.visibleTextEditors];
		return all.find((editor) => editor?.document === document);
	}

	private async jump(source: Range | undefined): Promise<void> {
		const document = workspace.textDocuments.find((one) => this.isShown(one));
		if (source && document) {
			const column = this.editorOf(document)?.viewColumn ?? ViewColumn.One;
			await window.showTextDocument(document, { viewColumn: column, selection: source });
		}
	}
}

/** Whether the user has chosen a value for a setting of the preview. */
function isChosen(name: string, document: TextDocument): boolean {
	const found = workspace.getConfiguration("kibitz.preview", document).inspect(name);
	return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((one) => one !== undefined);
}

/** Which of the ranges belong to a cursor: the smallest around it, else the last before it on its line. */
export function belonging(ranges: readonly Range[], cursor: Position): number[] {
	let best: Range | undefined;
	for (const range of ranges) {
		if (range.contains(cursor) && (!best || best.contains(range))) {
			best = range;
		}
	}
	if (!best) {
		for (const range of ranges) {
			const before = range.end.line === cursor.line && range.end.isBefore(cursor);
			if (before && (!best || range.end.isAfter(best.end))) {
				best = range;
			}
		}
	}
	return ranges.flatMap((range, index) => (best?.isEqual(range) ? [index] : []));
}
