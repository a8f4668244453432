import { commands, env, Position, type TextEditor, window, workspace } from "vscode";
import { isRecord } from "./records";

/** Copies the record at the cursor in a form that the server knows: its picture, or the state of a public town square. */
export function copyAs(to: string): Promise<void> {
	return withRecord(async ({ document, selection: { active } }) => {
		const position = { line: active.line, character: active.character };
		await env.clipboard.writeText(await inForm({ uri: document.uri.toString(), position, to }));
	});
}

/** Puts a game state of the town square, or a drawing, below the line of the cursor, as a grimoire in one line. */
export function pasteGrimoire(): Promise<void> {
	return withRecord(async (editor) => {
		const grimoire = await inForm({ text: await env.clipboard.readText(), language: "botc", to: "line" });
		const line = editor.document.lineAt(editor.selection.active.line);
		const before = line.text === "" ? "" : "\n";
		await editor.edit((edit) => {
			edit.insert(new Position(line.lineNumber, line.text.length), before + grimoire.trimEnd());
		});
	});
}

/** Makes a round of what a program keeps of one: in the record if that is empty, else in a new one. */
export function pasteRound(): Promise<void> {
	return withRecord(async (editor) => {
		const content = await inForm({ text: await env.clipboard.readText(), language: "pfn", to: "record" });
		if (editor.document.getText().trim() === "") {
			await editor.edit((edit) => edit.insert(new Position(0, 0), content));
		} else {
			await window.showTextDocument(await workspace.openTextDocument({ language: "pfn", content }));
		}
	});
}

/** The server's command, which the library has registered. */
function inForm(asked: object): Thenable<string> {
	return commands.executeCommand("kibitz.inForm", asked);
}

/** Does something with the record of the active editor; why that can't be done is told. */
async function withRecord(work: (editor: TextEditor) => Promise<void>): Promise<void> {
	const editor = window.activeTextEditor;
	if (editor && isRecord(editor.document)) {
		await work(editor).catch((error: Error) => window.showWarningMessage(error.message));
	}
}
