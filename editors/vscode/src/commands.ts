import { commands, type Disposable, type ExtensionContext, env, type TextEditor, window, workspace } from "vscode";
import type { Preview } from "./preview";
import { isRecord, LANGUAGES } from "./records";
import type { Server } from "./server";

export function registerCommands(context: ExtensionContext, server: Server, preview: Preview): Disposable[] {
	const all: Record<string, () => unknown> = {
		"kibitz.showPreview": () => preview.show(),
		"kibitz.convert": () => rewrite("convert"),
		"kibitz.nextGrimoire": () => rewrite("nextGrimoire"),
		"kibitz.copyPicture": () => withRecord((editor) => copyAs(editor, "picture")),
		"kibitz.copyTownSquare": () => withRecord((editor) => copyAs(editor, "townsquare")),
		"kibitz.paste": () => withRecord(paste),
		"kibitz.insertTemplate": () => insertTemplate(),
		"kibitz.openExample": () => openExample(context),
		"kibitz.restart": () => server.restart(),
		"kibitz.showLog": () => server.log.show(),
		...Object.fromEntries(LANGUAGES.map((language) => [`kibitz.new.${language}`, () => openNew(language)])),
	};
	return Object.entries(all).map(([name, run]) => commands.registerCommand(name, run));
}

/** Apply the code action of a kind at the cursor. If there are several, the editor asks. */
function rewrite(kind: string): Thenable<unknown> {
	return commands.executeCommand("editor.action.codeAction", {
		kind: `refactor.rewrite.${kind}`,
		apply: "ifSingle",
	});
}

/** Let the user choose a template. Templates are snippets without a prefix, so completion does not offer them. */
async function insertTemplate(): Promise<void> {
	const langId = window.activeTextEditor?.document.languageId;
	if (langId) {
		await commands.executeCommand("editor.action.insertSnippet", { langId });
	}
}

async function openExample(context: ExtensionContext): Promise<void> {
	const path = context.asAbsolutePath("walkthrough/example.botc");
	await openNew("botc", (await workspace.openTextDocument(path)).getText());
}

async function openNew(language: string, content = ""): Promise<void> {
	await window.showTextDocument(await workspace.openTextDocument({ language, content }));
}

/** Do something with the record of the active editor, and show an error as a warning. */
async function withRecord(work: (editor: TextEditor) => Promise<unknown>): Promise<void> {
	const editor = window.activeTextEditor;
	if (editor && isRecord(editor.document)) {
		await work(editor).catch((error: Error) => window.showWarningMessage(error.message));
	}
}

/** Run the server's command, which the client library has registered. */
function inForm(asked: object): Thenable<string> {
	return commands.executeCommand("kibitz.inForm", asked);
}

/** Copy the record at the cursor in a form that the server knows: the preview as text, or a town square state. */
async function copyAs({ document, selection: { active } }: TextEditor, to: string): Promise<void> {
	const position = { line: active.line, character: active.character };
	await env.clipboard.writeText(await inForm({ uri: document.uri.toString(), position, to }));
}

/**
 * Paste a town square state or a drawing as a grimoire in one line, below the cursor or in its empty line.
 * In other notations, paste a log as a record, in a new one unless this one is empty.
 */
async function paste(editor: TextEditor): Promise<unknown> {
	const { document, selection } = editor;
	const { languageId: language } = document;
	const to = language === "botc" ? "line" : "record";
	const content = await inForm({ text: await env.clipboard.readText(), language, to });
	if (to === "record" && document.getText().trim()) {
		return openNew(language, content);
	}
	const { range, text } = document.lineAt(selection.active);
	return editor.edit((edit) => edit.insert(range.end, (text && "\n") + content.trimEnd()));
}
