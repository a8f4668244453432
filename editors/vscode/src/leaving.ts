import { Disposable, window } from "vscode";
import { isRecord } from "./records";
import type { Server } from "./server";

/** Notify the server when the user leaves a record, so that it publishes the findings that it held back. */
export function tellOfLeaving(server: Server): Disposable {
	let last = window.activeTextEditor?.document;
	const leave = () => {
		if (last && isRecord(last)) {
			void server.running?.sendNotification("kibitz/left", { textDocument: { uri: last.uri.toString() } });
		}
	};
	return Disposable.from(
		window.onDidChangeWindowState(({ focused }) => !focused && leave()),
		window.onDidChangeActiveTextEditor((editor) => {
			if (editor?.document !== last) {
				leave();
				last = editor?.document;
			}
		}),
	);
}
