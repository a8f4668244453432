import { commands, env, Position, type TextEditor, window, workspace } from "vscode";
import { isRecord } from "./records";

/** Copy the record at the cursor in a form that the server knows: the preview as text, or a town square state. */
export function copyAs(to: string): Promise<void> {
	return withRecord(async ({ document, selection: { active } }) => {
		const position = { line: active.line, character: active.character };
		await env.clipboard.writeText(await inForm({ uri: document.uri.toString(), position, to }));
	});
}

/** Paste a town square state or a drawing as a grimoire in one line, below the cursor or in its empty line. */
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

/** Paste the log of a Figgie program as a round: into the record if that is empty, else into a new one. */
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

/** Run the server's command, which the client library has registered. */
function inForm(asked: object): Thenable<string> {
	return commands.executeCommand("kibitz.inForm", asked);
}

/** Do something with the record of the active editor, and show an error as a warning. */
async function withRecord(work: (editor: TextEditor) => Promise<void>): Promise<void> {
	const editor = window.activeTextEditor;
	if (editor && isRecord(editor.document)) {
		await work(editor).catch((error: Error) => window.showWarningMessage(error.message));
	}
}
