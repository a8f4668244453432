// What can be done in the picture of a record, by clicks there.

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
	/** The version of the record that is drawn: what is done in the picture is done to that, and to no other. */
	version = 0;
	/** Where the cursor goes in a version of the record that a play is about to make. */
	private leaving: { version: number; place: () => Position } | undefined;
	/** Where it is about to be in the record as it is now: what a play has written is drawn before VS Code has put it there. */
	head: Position | undefined;

	/** Notes that the record has changed. */
	changed({ version }: TextDocument): void {
		this.head = this.leaving?.version === version ? this.leaving.place() : undefined;
	}

	/** Writes what has been done in the picture, as one change that can be undone; whether it could. */
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

/** Makes one change of several: by the editor that shows the record, if there is any, which is quicker. */
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
