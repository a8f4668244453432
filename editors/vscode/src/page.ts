import { randomBytes } from "node:crypto";
import { Uri, type Webview } from "vscode";

/** Return the page of the preview. It loads only its own script and style; all text arrives in messages. */
export function pageFor(webview: Webview, extension: Uri): string {
	const nonce = randomBytes(16).toString("base64");
	const resource = (name: string) => webview.asWebviewUri(Uri.joinPath(extension, "webview", name)).toString();
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
	content="default-src 'none'; img-src data:; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${resource("picture.css")}">
<title>Preview</title>
</head>
<body>
<p id="note" role="status" hidden></p>
<div id="stage"></div>
<script nonce="${nonce}" src="${resource("picture.js")}"></script>
</body>
</html>`;
}
