import { commands, Disposable, type TextDocument, window, workspace } from "vscode";
import { isRecord } from "./records";

/** The characters of drawings. */
const DRAWN = /[\u2500-\u257f]/;

/**
 * Turn wrapping off in records with a drawing, which it would make unreadable. Long logs are wrapped. VS Code has no
 * option for one editor, only a command that toggles wrapping of a document until it is closed.
 */
export function keepDrawingsWhole(): Disposable {
	const unwrapped = new Set<TextDocument>();
	const look = () => {
		const document = window.activeTextEditor?.document;
		if (!document || !isRecord(document) || workspace.getConfiguration("editor", document).get("wordWrap") === "off") {
			return;
		}
		const drawn = DRAWN.test(document.getText());
		if (drawn !== unwrapped.has(document)) {
			drawn ? unwrapped.add(document) : unwrapped.delete(document);
			void commands.executeCommand("editor.action.toggleWordWrap");
		}
	};
	look();
	return Disposable.from(
		window.onDidChangeActiveTextEditor(look),
		workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			// Most keys neither start nor remove a drawing, and a record may be long.
			if (contentChanges.some(({ text }) => DRAWN.test(text)) || unwrapped.has(document)) {
				look();
			}
		}),
		workspace.onDidCloseTextDocument((document) => unwrapped.delete(document)),
	);
}
