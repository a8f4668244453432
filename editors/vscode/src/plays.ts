// Moves that the user makes by clicks in the preview.

import {
	type Position,
	Range,
	Selection,
	type TextDocument,
	TextEdit,
	type TextEditor,
	WorkspaceEdit,
	workspace,
} from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Play } from "../../stage/play";
import { editorOf } from "./records";

export class Plays {
	/** The version of the record that is drawn. Moves apply only to this version. */
	version = 0;
	/** The cursor position after the move that is being written, and the version of the record then. */
	private leaving: { version: number; place: () => Position } | undefined;
	/** The cursor position in the current version. The preview is drawn before VS Code moves the cursor after a move. */
	head: Position | undefined;

	/** Update `head` after a change of the record. */
	changed({ version }: TextDocument): void {
		this.head = this.leaving?.version === version ? this.leaving.place() : undefined;
	}

	/** Write a move as one change that can be undone, and return whether that succeeded. */
	async write({ edits = [], cursor }: Play, document: TextDocument, client: LanguageClient): Promise<boolean> {
		if (document.version !== this.version) {
			return false;
		}
		const { protocol2CodeConverter: read } = client;
		const changes = edits.map(({ range, newText }) => new TextEdit(read.asRange(range), newText));
		const grown = changes.map(({ range, newText }) => newText.length - document.getText(range).length);
		const last = edits.at(-1)?.range.end;
		const end = last ? document.offsetAt(read.asPosition(last)) + grown.reduce((one, other) => one + other, 0) : 0;
		const place = () => (cursor ? read.asPosition(cursor) : document.positionAt(end));
		this.leaving = { version: document.version + 1, place };
		try {
			const editor = editorOf(document);
			const isWritten = await apply(changes, document, editor);
			if (isWritten && editor) {
				const head = place();
				editor.selection = new Selection(head, head);
				editor.revealRange(new Range(head, head));
			}
			return isWritten;
		} finally {
			this.leaving = undefined;
			this.head = undefined;
		}
	}
}

/** Apply several edits as one change, through the editor that shows the record if there is one, which is faster. */
async function apply(changes: readonly TextEdit[], { uri }: TextDocument, editor?: TextEditor): Promise<boolean> {
	if (editor) {
		return editor.edit((edit) => {
			for (const { range, newText } of changes) {
				edit.replace(range, newText);
			}
		});
	}
	const edit = new WorkspaceEdit();
	edit.set(uri, [...changes]);
	return workspace.applyEdit(edit);
}
