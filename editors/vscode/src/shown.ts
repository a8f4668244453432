import { type CancellationToken, Uri, ViewColumn, window } from "vscode";
import type { ShowDocumentParams, ShowDocumentRequest } from "vscode-languageclient/node";

/** Show a document of the server next to the record, which keeps the focus. Show other documents as usual. */
export async function beside(
	params: ShowDocumentParams,
	token: CancellationToken,
	next: ShowDocumentRequest.HandlerSignature,
) {
	if (!params.uri.startsWith("kibitz:")) {
		return next(params, token);
	}
	await window.showTextDocument(Uri.parse(params.uri), { viewColumn: ViewColumn.Beside, preserveFocus: true });
	return { success: true };
}
