import {
	ColorThemeKind,
	commands,
	Disposable,
	type ExtensionContext,
	env,
	Range,
	Selection,
	type TextDocument,
	type TextEditor,
	Uri,
	ViewColumn,
	type WebviewPanel,
	WorkspaceEdit,
	window,
	workspace,
} from "vscode";
import type { Position as ProtocolPosition, Range as ProtocolRange } from "vscode-languageclient/node";
import type { Play, Point, Step, Way } from "../../stage/play";
import type { Form, FromPicture, Glyph, Picture, SavedAs, ToPicture } from "./messages";
import { pageFor } from "./page";
import { isRecord } from "./records";
import type { Server } from "./server";

export const VIEW = "kibitz.preview";
/** Under which name it is remembered whether the picture is drawn or written. */
const FORM = "kibitz.preview.form";
/** Milliseconds of quiet until the steps of a record that has changed are asked for. */
const REST = 300;
const DARK = [ColorThemeKind.Dark, ColorThemeKind.HighContrast];

/** What the server tells: the picture, in which each span stands for a range, and where a step leads. */
interface Answer extends Picture {
	version: number;
	html?: string;
	spans: (Glyph & { range: ProtocolRange })[];
	position?: ProtocolPosition | null;
	timeline?: Step[];
}

/** The picture beside the text. There is one, of the record that was edited last, as the game stands at the cursor. */
export class Preview implements Disposable {
	private panel: WebviewPanel | undefined;
	private uri: Uri | undefined;
	private sources: Range[] = [];
	/** Which version of the record is drawn: what can be done in the picture is done to that, and to no other. */
	private version = 0;
	/** The steps of the record, which version of which record they are of, and what will ask for them anew. */
	private steps: Step[] = [];
	private told = "";
	private telling: ReturnType<typeof setTimeout> | undefined;
	/** Which version a play has made, where the cursor was in the one that is drawn, and the digits that take something there. */
	private made = 0;
	/** Whether a play is being written: what comes of it is drawn once, with the cursor behind it. */
	private playing = false;
	private at: Point | undefined;
	private numbers = "";
	private columns: number | undefined;
	private drawing = false;
	private outdated = false;
	private form: Form;
	private layout: string | undefined;
	private locked = false;
	private readonly listening: Disposable;

	constructor(
		private readonly context: ExtensionContext,
		private readonly server: Server,
	) {
		this.form = context.globalState.get<Form>(FORM, "svg");
		this.listening = Disposable.from(
			window.onDidChangeActiveColorTheme(() => this.refresh()),
			window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
			window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
			workspace.onDidChangeTextDocument(({ document }) => this.isShown(document) && this.changed()),
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
		this.told = "";
		panel.onDidDispose(() => {
			this.panel = undefined;
			this.take([]);
		});
	}

	/** Does what the page asks for. */
	private async receive(message: FromPicture): Promise<void> {
		switch (message.kind) {
			case "jump":
				return this.jump(this.sources[message.glyph]);
			case "copy":
				return env.clipboard.writeText((await this.ask({ format: "text" }))?.text ?? "");
			case "save":
				return this.save(message.form);
			case "taken":
				return this.offer(message.taken);
			case "play":
				return this.play(message.play);
			case "mistyped":
				return type(message.number);
			case "png":
				return this.write("png", Buffer.from(message.data, "base64"));
			case "room":
				this.columns = message.columns;
				break;
			case "to":
				return this.go(this.steps[message.number]?.range.start);
			case "step":
				return this.step(message.way);
			case "layout":
				this.layout = message.layout;
				break;
			case "form":
				this.form = this.form === "svg" ? "text" : "svg";
				await this.context.globalState.update(FORM, this.form);
				break;
			case "lock":
				this.locked = !this.locked;
				this.follow(window.activeTextEditor);
				break;
		}
		await this.refresh();
	}

	/** Tells the page what can be done behind what it has taken. */
	private async offer(taken: readonly string[]): Promise<void> {
		const answer = await this.ask({ format: "svg", theme: this.theme, taken });
		const plays = answer?.version === this.version ? (answer.plays ?? []) : [];
		this.take(plays);
		await this.panel?.webview.postMessage({ kind: "plays", plays } satisfies ToPicture);
	}

	/** Writes what has been done in the picture, as one change that can be undone. */
	private async play({ edits = [], cursor }: Play): Promise<void> {
		const { document } = this;
		const client = this.server.running;
		if (!document || !client || document.version !== this.version) {
			return;
		}
		const { protocol2CodeConverter: read } = client;
		const changes = edits.map(({ range, newText }) => ({ range: read.asRange(range), newText }));
		const ends = changes.map(({ range, newText }) => newText.length - document.getText(range).length);
		const last = changes.at(-1)?.range.end;
		const end = last ? document.offsetAt(last) + ends.reduce((one, other) => one + other, 0) : 0;
		const edit = new WorkspaceEdit();
		for (const { range, newText } of changes) {
			edit.replace(document.uri, range, newText);
		}
		this.playing = true;
		try {
			if (await workspace.applyEdit(edit)) {
				this.made = document.version;
				const head = cursor ? read.asPosition(cursor) : document.positionAt(end);
				const editor = this.editorOf(document);
				if (editor) {
					editor.selection = new Selection(head, head);
					editor.revealRange(new Range(head, head));
				}
			}
		} finally {
			this.playing = false;
		}
		await this.refresh();
	}

	private async step(step: Way): Promise<void> {
		await this.go((await this.ask({ step }))?.position ?? undefined);
	}

	/** Tells VS Code which digits take something, so that it gives them to `number`. */
	private take(plays: readonly Play[]): void {
		const isOn = workspace.getConfiguration("kibitz").get("digits");
		const now = isOn ? plays.map((one) => one.number ?? "").join("") : "";
		for (const digit of "123456789") {
			if (now.includes(digit) !== this.numbers.includes(digit)) {
				void commands.executeCommand("setContext", `kibitz.number${digit}`, now.includes(digit));
			}
		}
		this.numbers = now;
	}

	/** Takes what has a number in the picture, where the cursor is still where it was drawn; else the digit is typed. */
	async number(digit: string): Promise<void> {
		const { document, cursor, at } = this;
		const editor = window.activeTextEditor;
		const isHere = cursor?.line === at?.line && cursor?.character === at?.character;
		const isShown = document && editor?.document === document && document.version === this.version;
		if (isShown && isHere && editor.selection.isEmpty && this.panel?.visible && this.numbers.includes(digit)) {
			await this.panel.webview.postMessage({ kind: "number", number: digit } satisfies ToPicture);
		} else {
			await type(digit);
		}
	}

	/** Goes to a place in the record; the keys stay with the picture. */
	private async go(place: ProtocolPosition | undefined): Promise<void> {
		const client = this.server.running;
		if (place && client) {
			const position = client.protocol2CodeConverter.asPosition(place);
			await this.jump(new Range(position, position), true);
		}
	}

	/** Tells the page the steps of the record as it is now, once it is quiet. */
	private tellSteps(document: TextDocument): void {
		const told = `${document.version} ${document.uri}`;
		clearTimeout(this.telling);
		if (told !== this.told) {
			this.telling = setTimeout(async () => {
				const answer = await this.ask({ timeline: true });
				if (answer?.timeline && answer.version === this.document?.version) {
					this.told = told;
					this.steps = answer.timeline;
					const message: ToPicture = { kind: "steps", steps: this.steps, cursor: this.cursor };
					await this.panel?.webview.postMessage(message);
				}
			}, REST);
		}
	}

	/** Has the picture made, a PNG by the page, and saves it. */
	private async save(form: SavedAs): Promise<void> {
		const answer = await this.ask(form === "png" ? { format: "svg", theme: this.theme } : { format: form });
		if (form === "png" && answer?.svg && this.panel) {
			void this.panel.webview.postMessage({ kind: "render", svg: answer.svg } satisfies ToPicture);
		} else if (answer) {
			await this.write(form === "svg" ? "svg" : "html", Buffer.from(answer.svg ?? answer.html ?? ""));
		}
	}

	/** Asks where a picture is to be saved, beside its record if nothing else is said. */
	private async write(suffix: string, data: Uint8Array): Promise<void> {
		const beside = this.uri?.with({ path: `${this.uri.path.replace(/\.\w+$/, "")}.${suffix}` });
		const filters = { [suffix.toUpperCase()]: [suffix] };
		const chosen = await window.showSaveDialog({ filters, ...(beside?.scheme === "file" && { defaultUri: beside }) });
		if (chosen) {
			await workspace.fs.writeFile(chosen, data);
		}
	}

	private get theme(): string {
		return DARK.includes(window.activeColorTheme.kind) ? "dark" : "light";
	}

	/** Asks the server about the record that is shown, at the cursor. */
	private async ask(more: object): Promise<Answer | undefined> {
		const { document } = this;
		const client = this.server.running;
		if (!document || !client) {
			return undefined;
		}
		const { code2ProtocolConverter: out } = client;
		const { cursor } = this;
		return client.sendRequest<Answer>("kibitz/preview", {
			textDocument: out.asTextDocumentIdentifier(document),
			...(cursor && { position: cursor }),
			...(this.columns && !isChosen("width", document) && { width: this.columns }),
			...(this.layout && { layout: this.layout }),
			...more,
		});
	}

	/** Where the cursor is in the record that is shown. */
	private get cursor(): Point | undefined {
		const active = this.document && this.editorOf(this.document)?.selection.active;
		return active && { line: active.line, character: active.character };
	}

	/** The record that is shown, if it is open. */
	private get document(): TextDocument | undefined {
		return workspace.textDocuments.find((one) => this.isShown(one));
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

	/** Digits are typed again until what can be done is known anew: nobody's keys wait for a picture. */
	private changed(): void {
		this.take([]);
		void this.refresh();
	}

	/** Draws anew; what changes meanwhile is drawn afterwards, however often it changed. */
	private async refresh(): Promise<void> {
		this.outdated = true;
		if (this.drawing || this.playing) {
			return;
		}
		this.drawing = true;
		try {
			while (this.outdated && this.panel) {
				this.outdated = false;
				const { panel } = this;
				const shown: ToPicture = await this.drawn(panel).catch((error) => {
					this.server.log.warn(`The preview could not be drawn: ${error}`);
					return { kind: "note", note: "The picture could not be drawn. The log says why." };
				});
				void panel.webview.postMessage(shown);
			}
		} finally {
			this.drawing = false;
		}
	}

	/** What the page is to show: the picture, or why there is none. */
	private async drawn(panel: WebviewPanel): Promise<ToPicture> {
		const client = this.server.running;
		const answer = await this.ask({ format: this.form, theme: this.theme, ...(this.form === "svg" && { taken: [] }) });
		if (!this.document || !client || !answer) {
			const starting = this.server.trouble ?? "kibitz is starting.";
			return { kind: "note", note: this.document ? starting : "The record is closed." };
		}
		this.sources = answer.spans.map((one) => client.protocol2CodeConverter.asRange(one.range));
		this.version = answer.version;
		panel.title = `Preview ${this.document.uri.path.split("/").at(-1)}`;
		const bar = { form: this.form, layout: this.layout, locked: this.locked };
		const plays = answer.version === this.document.version ? (answer.plays ?? []) : [];
		const typed = answer.typed || answer.version === this.made;
		this.at = this.cursor;
		this.take(typed ? plays : []);
		this.tellSteps(this.document);
		return { kind: "picture", uri: this.document.uri.toString(), bar, ...answer, plays, typed, cursor: this.cursor };
	}

	private editorOf(document: TextDocument): TextEditor | undefined {
		const all = [window.activeTextEditor, ...window.visibleTextEditors];
		return all.find((editor) => editor?.document === document);
	}

	private async jump(source: Range | undefined, preserveFocus = false): Promise<void> {
		const { document } = this;
		if (source && document) {
			const viewColumn = this.editorOf(document)?.viewColumn ?? ViewColumn.One;
			await window.showTextDocument(document, { viewColumn, preserveFocus, selection: source });
		}
	}
}

async function type(text: string): Promise<void> {
	await commands.executeCommand("type", { text });
}

/** Whether the user has chosen a value for a setting of the preview. */
function isChosen(name: string, document: TextDocument): boolean {
	const found = workspace.getConfiguration("kibitz.preview", document).inspect(name);
	return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some((one) => one !== undefined);
}
