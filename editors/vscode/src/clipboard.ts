import { env, Position, type TextEditor, window } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { isRecord } from "./records";
import type { Server } from "./server";

/** Copies the picture of the record at the cursor as text, between the fences that a chat wants. */
export function copyPicture(server: Server): Promise<void> {
	return atCursor(server, async (client, here) => {
		const asked = { ...here, format: "text", view: "picture" };
		const { text } = await client.sendRequest<{ text: string }>("kibitz/preview", asked);
		await env.clipboard.writeText(`\`\`\`\n${text.trimEnd()}\n\`\`\`\n`);
	});
}

/** Copies the grimoire at the cursor as the game state that the public town square reads. */
export function copyTownSquare(server: Server): Promise<void> {
	return atCursor(server, async (client, { textDocument, position }) => {
		const state = await inForm(client, { uri: textDocument.uri, position, to: "townsquare" });
		await env.clipboard.writeText(state);
	});
}

/** Puts a game state of the town square, or a drawing, below the line of the cursor, as a grimoire in one line. */
export function pasteGrimoire(server: Server): Promise<void> {
	return atCursor(server, async (client, _, editor) => {
		const text = await env.clipboard.readText();
		const grimoire = await inForm(client, { text, language: "botc", to: "line" });
		const line = editor.document.lineAt(editor.selection.active.line);
		const before = line.text === "" ? "" : "\n";
		await editor.edit((edit) => {
			edit.insert(new Position(line.lineNumber, line.text.length), before + grimoire.trimEnd());
		});
	});
}

function inForm(client: LanguageClient, asked: object): Promise<string> {
	return client.sendRequest("workspace/executeCommand", { command: "kibitz.inForm", arguments: [asked] });
}

/** Does something with the record of the active editor; why that can't be done is told. */
async function atCursor(
	server: Server,
	work: (client: LanguageClient, here: ReturnType<typeof placeOf>, editor: TextEditor) => Promise<void>,
): Promise<void> {
	const editor = window.activeTextEditor;
	const client = server.running;
	if (!editor || !isRecord(editor.document) || !client) {
		return;
	}
	try {
		await work(client, placeOf(client, editor), editor);
	} catch (error) {
		void window.showWarningMessage(error instanceof Error ? error.message : String(error));
	}
}

function placeOf({ code2ProtocolConverter: out }: LanguageClient, editor: TextEditor) {
	return {
		textDocument: out.asTextDocumentIdentifier(editor.document),
		position: out.asPosition(editor.selection.active),
	};
}
