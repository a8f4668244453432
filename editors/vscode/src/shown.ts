import { type CancellationToken, Uri, ViewColumn, window } from "vscode";
import type { ShowDocumentParams, ShowDocumentRequest } from "vscode-languageclient/node";

/** The scheme of the server's own documents. */
const OURS = "kibitz";

/** Show such a document next to the record, which keeps the focus. Show other documents as usual. */
export async function beside(
	params: ShowDocumentParams,
	token: CancellationToken,
	next: ShowDocumentRequest.HandlerSignature,
) {
	const uri = Uri.parse(params.uri);
	if (uri.scheme !== OURS) {
		return next(params, token);
	}
	await window.showTextDocument(uri, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
	return { success: true };
}
