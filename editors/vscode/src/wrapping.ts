import { commands, Disposable, type TextDocument, window, workspace } from "vscode";
import { isRecord } from "./records";

/** Of what drawings are made. */
const DRAWN = /[\u2500-\u257f]/;

/**
 * Wrapped, a drawing would be torn to shreds: the lines of a record that holds one are not wrapped, those of a long log are. There is no
 * option of one editor for that, but the command that toggles it for a document, until that is closed.
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
			// Most keys neither begin a drawing nor take one away, and a record may be long.
			if (contentChanges.some(({ text }) => DRAWN.test(text)) || unwrapped.has(document)) {
				look();
			}
		}),
		workspace.onDidCloseTextDocument((document) => unwrapped.delete(document)),
	);
}
