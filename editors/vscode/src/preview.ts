import {
	ColorThemeKind,
	type Disposable,
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
import type { Act, Form, FromPicture, SavedAs, ToPicture } from "./messages";
import { pageFor } from "./page";
import { isRecord } from "./records";
import type { Server } from "./server";

export const VIEW = "kibitz.preview";
/** Under which name it is remembered whether the picture is drawn or written. */
const FORM = "kibitz.preview.form";
const DARK = [ColorThemeKind.Dark, ColorThemeKind.HighContrast];
const NAMES: Record<SavedAs, string> = { svg: "SVG", png: "PNG", html: "HTML", replay: "HTML" };

/** Of a picture as text, or as SVG, in which each element with `data-span` has a range. */
interface Answer {
	text?: string;
	svg?: string;
	html?: string;
	spans: { range: ProtocolRange; line: number; start: number; end: number }[];
	/** The numbers of the spans that belong to the cursor. */
	here: number[];
	layouts: string[];
	position?: ProtocolPosition | null;
}

/** The picture beside the text. There is one, of the record that was edited last, as the game stands at the cursor. */
export class Preview implements Disposable {
	private panel: WebviewPanel | undefined;
	private uri: Uri | undefined;
	private sources: Range[] = [];
	private columns: number | undefined;
	private drawing = false;
	private outdated = false;
	private form: Form;
	private layout: string | undefined;
	private locked = false;
	private saving: Uri | undefined;
	private readonly listening: Disposable[];

	constructor(
		private readonly context: ExtensionContext,
		private readonly server: Server,
	) {
		this.form = context.globalState.get<Form>(FORM, "svg");
		this.listening = [
			window.onDidChangeActiveColorTheme(() => this.refresh()),
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
		switch (message.kind) {
			case "jump":
				void this.jump(this.sources[message.glyph]);
				break;
			case "room":
				this.columns = message.columns;
				void this.refresh();
				break;
			case "layout":
				this.layout = message.layout;
				void this.refresh();
				break;
			case "act":
				void this.act(message.act);
				break;
			case "save":
				void this.save(message.form);
				break;
			case "png":
				void this.write(Buffer.from(message.data, "base64"));
		}
	}

	private async act(act: Act): Promise<void> {
		switch (act) {
			case "form":
				this.form = this.form === "svg" ? "text" : "svg";
				await this.context.globalState.update(FORM, this.form);
				break;
			case "lock":
				this.locked = !this.locked;
				this.follow(window.activeTextEditor);
				break;
			case "copy": {
				const answer = await this.ask({ format: "text" });
				await env.clipboard.writeText(answer?.text ?? "");
				return;
			}
			default:
				await this.step(act);
		}
		await this.refresh();
	}

	/** Goes to the event before or behind the cursor. */
	private async step(step: "previous" | "next"): Promise<void> {
		const answer = await this.ask({ step });
		const client = this.server.running;
		if (answer?.position && client) {
			const position = client.protocol2CodeConverter.asPosition(answer.position);
			await this.jump(new Range(position, position), true);
		}
	}

	/** Asks where the picture is to be saved, and has it made. */
	private async save(form: SavedAs): Promise<void> {
		const suffix = form === "replay" ? "html" : form;
		const beside = this.uri?.with({ path: `${this.uri.path.replace(/\.\w+$/, "")}.${suffix}` });
		const filters = { [NAMES[form]]: [suffix] };
		const chosen = await window.showSaveDialog({ filters, ...(beside?.scheme === "file" && { defaultUri: beside }) });
		if (!chosen || !this.panel) {
			return;
		}
		this.saving = chosen;
		const answer = await this.ask(form === "png" ? { format: "svg", theme: this.theme } : { format: form });
		if (form === "png" && answer?.svg) {
			this.send(this.panel, { kind: "render", svg: answer.svg });
		} else {
			await this.write(Buffer.from(answer?.svg ?? answer?.html ?? ""));
		}
	}

	private async write(data: Uint8Array): Promise<void> {
		const { saving } = this;
		this.saving = undefined;
		if (saving && data.length) {
			await workspace.fs.writeFile(saving, data);
		}
	}

	private get theme(): string {
		return DARK.includes(window.activeColorTheme.kind) ? "dark" : "light";
	}

	/** Asks the server about the record that is shown, at the cursor. */
	private async ask(more: object): Promise<Answer | undefined> {
		const document = workspace.textDocuments.find((one) => this.isShown(one));
		const client = this.server.running;
		if (!document || !client) {
			return undefined;
		}
		const { code2ProtocolConverter: out } = client;
		const cursor = this.editorOf(document)?.selection.active;
		return client.sendRequest<Answer>("kibitz/preview", {
			textDocument: out.asTextDocumentIdentifier(document),
			...(cursor && { position: out.asPosition(cursor) }),
			...(this.columns && !isChosen("width", document) && { width: this.columns }),
			...(this.layout && { layout: this.layout }),
			...more,
		});
	}

	private isShown(document: TextDocument): boolean {
		return document.uri.toString() === this.uri?.toString();
	}

	/** Shows the record of an editor, unless it is none. */
	private follow(editor: TextEditor | undefined): void {
		if (this.locked && editor && !this.isShown(editor.document)) {
			return;
		}
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
		const client = this.server.running;
		if (!document || !client) {
			this.send(panel, { kind: "note", note: document ? this.trouble() : "The record is closed." });
			return;
		}
		const answer = await this.ask({ format: this.form, theme: this.theme });
		if (!answer) {
			this.send(panel, { kind: "note", note: this.trouble() });
			return;
		}
		this.sources = answer.spans.map((one) => client.protocol2CodeConverter.asRange(one.range));
		panel.title = `Preview ${document.uri.path.split("/").at(-1)}`;
		const { layouts } = answer;
		const layout = this.layout && layouts.includes(this.layout) ? this.layout : (layouts[0] ?? "");
		const shown = {
			uri: document.uri.toString(),
			current: answer.here,
			bar: { form: this.form, layouts, layout, locked: this.locked },
		};
		if (answer.svg !== undefined) {
			this.send(panel, { kind: "svg", svg: answer.svg, ...shown });
		} else {
			const glyphs = answer.spans.map(({ line, start, end }) => ({ line, start, end }));
			this.send(panel, { kind: "text", text: answer.text ?? "", glyphs, ...shown });
		}
	}

	private send(panel: WebviewPanel, message: ToPicture): void {
		void panel.webview.postMessage(message);
	}

	private trouble(): string {
		return this.server.trouble ?? "kibitz is starting.";
	}

	private editorOf(document: TextDocument): TextEditor | undefined {
		const all = [window.activeTextEditor, ...window.visibleTextEditors];
		return all.find((editor) => editor?.document === document);
	}

	private async jump(source: Range | undefined, preserveFocus = false): Promise<void> {
		const document = workspace.textDocuments.find((one) => this.isShown(one));
		if (source && document) {
			const viewColumn = this.editorOf(document)?.viewColumn ?? ViewColumn.One;
			await window.showTextDocument(document, { viewColumn, preserveFocus, selection: source });
		}
	}
}

/** Whether the user has chosen a value for a setting of the preview. */
function isChosen(name: string, document: TextDocument): boolean {
	const found = workspace.getConfiguration("kibitz.preview", document).inspect(name);
	return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((one) => one !== undefined);
}
