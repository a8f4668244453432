import { Disposable, type TextDocument, window } from "vscode";
import { isRecord } from "./records";
import type { Server } from "./server";

/** Notify the server when the user leaves a record, so that it publishes the findings that it held back. */
export function tellOfLeaving(server: Server): Disposable {
	let last = window.activeTextEditor?.document;
	const leave = (document: TextDocument | undefined) => {
		const client = server.running;
		if (client && document && isRecord(document)) {
			const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
			void client.sendNotification("kibitz/left", { textDocument });
		}
	};
	return Disposable.from(
		window.onDidChangeWindowState(({ focused }) => {
			if (!focused) {
				leave(last);
			}
		}),
		window.onDidChangeActiveTextEditor((editor) => {
			if (editor?.document !== last) {
				leave(last);
			}
			last = editor?.document;
		}),
	);
}
