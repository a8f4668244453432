// What can be done in the picture of a record: by clicks there, and by digits that are typed into the record.

import {
	commands,
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
import type { Play, Point } from "../../stage/play";
import { editorOf } from "./records";

/** What VS Code is told: the digits that take something, so that it gives them to `kibitz.number`. */
const NUMBERS = "kibitz.numbers";

export class Plays {
	/** Which version of the record is drawn, and where the cursor was in it: what is done in the picture is done to that, and to no other. */
	version = 0;
	private at: Point | undefined;
	/** Which version a play has made. */
	private made = 0;
	private digits = "";
	/** Where the cursor goes in a version of the record that a play is about to make. */
	private leaving: { version: number; place: () => Position } | undefined;
	/** Where it is about to be in the record as it is now: what a play has written is drawn before VS Code has put it there. */
	head: Position | undefined;

	/** The record has changed. Digits are typed again until what can be done is known anew: nobody's keys wait for a picture. */
	changed({ version }: TextDocument): void {
		this.take([]);
		this.head = this.leaving?.version === version ? this.leaving.place() : undefined;
	}

	/** A version of the record is drawn, with the cursor at a place; tells whether a digit there can be nothing but a number. */
	drawn(version: number, at: Point | undefined, plays: readonly Play[], typed: boolean): boolean {
		this.version = version;
		this.at = at;
		const isTyped = typed || version === this.made;
		this.take(isTyped ? plays : []);
		return isTyped;
	}

	/** Tells VS Code which digits take something. */
	take(plays: readonly Play[]): void {
		const isOn = workspace.getConfiguration("kibitz").get("digits");
		const digits = isOn ? plays.map(({ number }) => number ?? "").join("") : "";
		if (digits !== this.digits) {
			void commands.executeCommand("setContext", NUMBERS, digits);
		}
		this.digits = digits;
	}

	/** Whether a digit takes something where the cursor is: where it still is where it was when the picture was drawn. */
	takes(digit: string, { version }: TextDocument, at: Point | undefined): boolean {
		const isHere = at?.line === this.at?.line && at?.character === this.at?.character;
		return version === this.version && isHere && this.digits.includes(digit);
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
		this.made = document.version + 1;
		this.leaving = { version: this.made, place };
		try {
			const editor = editorOf(document);
			const isWritten = await apply(changes, document, editor);
			if (isWritten && editor) {
				const head = place();
				editor.selection = new Selection(head, head);
				editor.revealRange(new Range(head, head));
			} else if (!isWritten) {
				// A key has come before it, and made that version.
				this.made = 0;
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

/** Types a text, as keys would. */
export async function type(text: string): Promise<void> {
	await commands.executeCommand("type", { text });
}
