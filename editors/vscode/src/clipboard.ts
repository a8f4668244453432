import { env, Position, type TextEditor, window } from "vscode";
import { isRecord } from "./records";
import type { Server } from "./server";

/** Copies the picture of the record at the cursor as text, between the fences that a chat wants. */
export function copyPicture(server: Server): Promise<void> {
	return atCursor(server, async (here) => {
		const answer = await server.request<{ text: string }>("kibitz/preview", {
			...here,
			format: "text",
			view: "picture",
		});
		await env.clipboard.writeText(answer ? `\`\`\`\n${answer.text.trimEnd()}\n\`\`\`\n` : "");
	});
}

/** Copies the grimoire at the cursor as the game state that the public town square reads. */
export function copyTownSquare(server: Server): Promise<void> {
	return atCursor(server, async ({ textDocument, position }) => {
		const state = await inForm(server, { uri: textDocument.uri, position, to: "townsquare" });
		await env.clipboard.writeText(state ?? "");
	});
}

/** Puts a game state of the town square, or a drawing, below the line of the cursor, as a grimoire in one line. */
export function pasteGrimoire(server: Server): Promise<void> {
	return atCursor(server, async (_, editor) => {
		const text = await env.clipboard.readText();
		const grimoire = await inForm(server, { text, language: "botc", to: "line" });
		const line = editor.document.lineAt(editor.selection.active.line);
		const before = line.text === "" ? "" : "\n";
		await editor.edit((edit) => {
			edit.insert(new Position(line.lineNumber, line.text.length), before + (grimoire ?? "").trimEnd());
		});
	});
}

function inForm(server: Server, asked: object): Promise<string | undefined> {
	return server.request("workspace/executeCommand", { command: "kibitz.inForm", arguments: [asked] });
}

/** Does something with the record of the active editor; why that can't be done is told. */
async function atCursor(
	server: Server,
	work: (here: ReturnType<typeof placeOf>, editor: TextEditor) => Promise<void>,
): Promise<void> {
	const editor = window.activeTextEditor;
	if (!editor || !isRecord(editor.document) || !server.converters) {
		return;
	}
	try {
		await work(placeOf(server.converters, editor), editor);
	} catch (error) {
		void window.showWarningMessage(error instanceof Error ? error.message : String(error));
	}
}

function placeOf({ out }: NonNullable<Server["converters"]>, editor: TextEditor) {
	return {
		textDocument: out.asTextDocumentIdentifier(editor.document),
		position: out.asPosition(editor.selection.active),
	};
}
