import {
	ColorThemeKind,
	commands,
	Disposable,
	type ExtensionContext,
	env,
	Range,
	type TextDocument,
	type TextEditor,
	Uri,
	ViewColumn,
	type WebviewPanel,
	window,
	workspace,
} from "vscode";
import type { Position as ProtocolPosition, Range as ProtocolRange } from "vscode-languageclient/node";
import type { Play, Point, Step, Way } from "../../stage/play";
import type { FromPicture, Picture, SavedAs, ToPicture } from "./messages";
import { pageFor } from "./page";
import { write } from "./plays";
import { editorOf, isRecord } from "./records";
import { saveAs } from "./saving";
import type { Server } from "./server";

export const VIEW = "kibitz.preview";
/** Idle milliseconds after a change before the steps are requested. */
const REST = 300;
const DARK = [ColorThemeKind.Dark, ColorThemeKind.HighContrast];

/** The server's answer: the preview, the range of each span, and the target of a step. */
interface Answer extends Picture {
	version: number;
	text?: string;
	html?: string;
	spans: { range: ProtocolRange }[];
	position?: ProtocolPosition | null;
	timeline?: Step[];
}

/** The only preview, next to the text. It shows the record that was edited last, in the state at the cursor. */
export class Preview implements Disposable {
	private panel: WebviewPanel | undefined;
	private uri: Uri | undefined;
	private sources: Range[] = [];
	/** The version of the record that is drawn. Moves apply only to this version. */
	private version = 0;
	/** Whether a move is being written. The preview is drawn once after it. */
	private writing = false;
	/** The steps below the preview, the record and version that they belong to, and the timer of the next request. */
	private steps: Step[] = [];
	private stepsOf = "";
	private resting: ReturnType<typeof setTimeout> | undefined;
	private drawing = false;
	private outdated = false;
	/** The record, version and cursor position of the last request. */
	private asked = "";
	private layout: string | undefined;
	private locked = false;
	private readonly listening: Disposable;

	constructor(
		private readonly context: ExtensionContext,
		private readonly server: Server,
	) {
		this.listening = Disposable.from(
			window.onDidChangeActiveColorTheme(() => this.refresh()),
			window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
			window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
			server.onDidHear((document) => this.isShown(document) && this.look()),
			workspace.onDidCloseTextDocument((document) => this.isShown(document) && this.refresh()),
			workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("kibitz.preview") && this.refresh()),
			server.onDidChange(() => this.refresh()),
			window.registerWebviewPanelSerializer(VIEW, {
				deserializeWebviewPanel: async (panel, state: { uri?: string } | undefined) => {
					this.uri = state?.uri ? Uri.parse(state.uri) : undefined;
					this.adopt(panel);
				},
			}),
		);
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
		this.listening.dispose();
		this.panel?.dispose();
	}

	private adopt(panel: WebviewPanel): void {
		const { webview } = panel;
		this.panel = panel;
		webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(this.context.extensionUri, "webview")] };
		webview.onDidReceiveMessage((message: FromPicture) => this.receive(message));
		webview.html = pageFor(webview, this.context.extensionUri);
		this.stepsOf = "";
		panel.onDidDispose(() => {
			this.panel = undefined;
		});
	}

	/** Handle a message of the page. */
	private async receive(message: FromPicture): Promise<void> {
		switch (message.kind) {
			case "jump":
				return this.jump(this.sources[message.span]);
			case "copy":
				return env.clipboard.writeText((await this.ask({ format: "text" }))?.text ?? "");
			case "save":
				return this.save(message.form);
			case "taken":
				return this.offer(message.taken);
			case "play":
				return this.play(message.play);
			case "undo":
				return this.undo(message.again);
			case "png":
				return saveAs("png", Buffer.from(message.data, "base64"), this.uri);
			case "to":
				return this.go(this.steps[message.number]?.range.start);
			case "step":
				return this.step(message.way);
			case "layout":
				this.layout = message.layout;
				break;
			case "lock":
				this.locked = !this.locked;
				this.follow(window.activeTextEditor);
				break;
		}
		await this.refresh();
	}

	private post(message: ToPicture): void {
		void this.panel?.webview.postMessage(message);
	}

	/** Send the page the moves that follow those it has taken. */
	private async offer(taken: readonly string[]): Promise<void> {
		const answer = await this.ask({ format: "svg", theme: this.theme, taken });
		this.post({ kind: "plays", plays: answer?.version === this.version ? (answer.plays ?? []) : [] });
	}

	/** Write a move of the preview, if the record has not changed since. */
	private async play(play: Play): Promise<void> {
		const { document } = this;
		const client = this.server.running;
		if (client && document?.version === this.version) {
			this.writing = true;
			await write(play, document, client).finally(() => {
				this.writing = false;
			});
		}
		await this.refresh();
	}

	/** Undo or redo the last change of the record. The preview keeps the focus. */
	private async undo(again: boolean): Promise<void> {
		const editor = this.document && editorOf(this.document);
		if (editor) {
			await window.showTextDocument(editor.document, editor.viewColumn);
			await commands.executeCommand(again ? "redo" : "undo");
			this.panel?.reveal();
		}
	}

	private async step(step: Way): Promise<void> {
		await this.go((await this.ask({ step }))?.position ?? undefined);
	}

	/** Go to a position in the record. The preview keeps the focus. */
	private async go(place: ProtocolPosition | undefined): Promise<void> {
		const position = place && this.server.running?.protocol2CodeConverter.asPosition(place);
		await this.jump(position && new Range(position, position), true);
	}

	/** Send the page the steps of the current record after a pause, unless it has them. */
	private tellSteps({ version, uri }: TextDocument): void {
		clearTimeout(this.resting);
		if (this.stepsOf !== `${version} ${uri}`) {
			this.resting = setTimeout(async () => {
				const answer = await this.ask({ timeline: true });
				if (answer?.timeline && answer.version === this.document?.version) {
					this.stepsOf = `${version} ${uri}`;
					this.steps = answer.timeline;
					this.post({ kind: "steps", steps: this.steps, cursor: this.cursor });
				}
			}, REST);
		}
	}

	/** Request the preview in a form and save it. The page makes a PNG. */
	private async save(form: SavedAs): Promise<void> {
		const answer = await this.ask(form === "png" ? { format: "svg", theme: this.theme } : { format: form });
		if (form === "png" && answer?.svg) {
			this.post({ kind: "render", svg: answer.svg });
		} else if (answer) {
			await saveAs(form === "svg" ? "svg" : "html", Buffer.from(answer.svg ?? answer.html ?? ""), this.uri);
		}
	}

	private get theme(): string {
		return DARK.includes(window.activeColorTheme.kind) ? "dark" : "light";
	}

	/** Request the preview of the shown record at the cursor. */
	private async ask(more: object): Promise<Answer | undefined> {
		const { document } = this;
		const client = this.server.running;
		if (!document || !client) {
			return undefined;
		}
		const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
		const { cursor: position, layout } = this;
		return client.sendRequest<Answer>("kibitz/preview", { textDocument, position, layout, ...more });
	}

	/** The cursor position in the shown record. */
	private get cursor(): Point | undefined {
		const at = this.document && editorOf(this.document)?.selection.active;
		return at && { line: at.line, character: at.character };
	}

	/** The shown record with its version and the cursor position. */
	private get here(): string {
		const { document, cursor } = this;
		return `${document?.uri} ${document?.version} ${cursor?.line}:${cursor?.character}`;
	}

	/** The shown record, if it is open. */
	private get document(): TextDocument | undefined {
		return workspace.textDocuments.find((one) => this.isShown(one));
	}

	private isShown(document: TextDocument): boolean {
		return document.uri.toString() === this.uri?.toString();
	}

	/** Show the record of an editor. Do nothing if it has none or the preview is locked to another one. */
	private follow(editor: TextEditor | undefined): void {
		if (this.locked && editor && !this.isShown(editor.document)) {
			return;
		}
		if (editor && isRecord(editor.document) && (editor === window.activeTextEditor || this.isShown(editor.document))) {
			this.uri = editor.document.uri;
			void this.look();
		}
	}

	/** Draw again, unless this state was requested already. */
	private async look(): Promise<void> {
		if (!this.writing && this.here !== this.asked) {
			await this.refresh();
		}
	}

	/** Draw again. Changes during a drawing lead to one more drawing, however many there are. */
	private async refresh(): Promise<void> {
		this.outdated = true;
		if (this.drawing) {
			return;
		}
		this.drawing = true;
		try {
			while (this.outdated && this.panel) {
				this.outdated = false;
				const { panel } = this;
				const shown: ToPicture = await this.drawn(panel).catch((error) => {
					this.server.log.warn(`The preview could not be drawn: ${error}`);
					return { kind: "note", note: "kibitz could not draw the preview. The log has the reason." };
				});
				this.post(shown);
			}
		} finally {
			this.drawing = false;
		}
	}

	/** Return the message for the page: the preview, or why there is none. */
	private async drawn(panel: WebviewPanel): Promise<ToPicture> {
		const client = this.server.running;
		const { cursor } = this;
		this.asked = this.here;
		const answer = await this.ask({ format: "svg", theme: this.theme, taken: [] });
		if (!this.document || !client || !answer) {
			const starting = this.server.trouble ?? "kibitz is starting.";
			return { kind: "note", note: this.document ? starting : "The record is closed." };
		}
		this.sources = answer.spans.map((one) => client.protocol2CodeConverter.asRange(one.range));
		panel.title = `Preview ${this.document.uri.path.split("/").at(-1)}`;
		const plays = answer.version === this.document.version ? (answer.plays ?? []) : [];
		this.version = answer.version;
		this.tellSteps(this.document);
		const { layout, locked } = this;
		return { ...answer, kind: "picture", uri: this.document.uri.toString(), locked, layout, plays, cursor };
	}

	private async jump(source: Range | undefined, preserveFocus = false): Promise<void> {
		const { document } = this;
		if (source && document) {
			const viewColumn = editorOf(document)?.viewColumn ?? ViewColumn.One;
			await window.showTextDocument(document, { viewColumn, preserveFocus, selection: source });
		}
	}
}
