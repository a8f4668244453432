import { type CancellationToken, Uri, ViewColumn, window } from "vscode";
import type { ShowDocumentParams, ShowDocumentRequest } from "vscode-languageclient/node";

/** The scheme of what the server has to say at length. */
const OURS = "kibitz";

/** Shows that beside the record, which keeps the focus; any other document as ever. */
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
