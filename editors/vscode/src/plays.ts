// Moves that the user makes by clicks in the preview.

import { Range, Selection, type TextDocument, WorkspaceEdit, workspace } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Play } from "../../stage/play";
import { editorOf } from "./records";

/** Write a move as one change that can be undone, and put the cursor after it. */
export async function write({ edits = [], cursor }: Play, document: TextDocument, client: LanguageClient) {
	const { protocol2CodeConverter: read } = client;
	const changes = await read.asTextEdits(edits);
	const grown = changes.map(({ range, newText }) => newText.length - document.getText(range).length);
	const last = changes.at(-1)?.range.end;
	const end = last ? document.offsetAt(last) + grown.reduce((one, other) => one + other, 0) : 0;
	const edit = new WorkspaceEdit();
	edit.set(document.uri, changes);
	const editor = (await workspace.applyEdit(edit)) && editorOf(document);
	if (editor) {
		const head = cursor ? read.asPosition(cursor) : document.positionAt(end);
		editor.selection = new Selection(head, head);
		editor.revealRange(new Range(head, head));
	}
}
