import { randomBytes } from "node:crypto";
import { Uri, type Webview } from "vscode";

/** The page of the preview. It can load its own script and style and nothing else; all text comes by messages. */
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
<div id="bar" role="toolbar" aria-label="Picture">
<button id="previous" title="Previous event" aria-label="Previous event">◁</button>
<button id="next" title="Next event" aria-label="Next event">▷</button>
<button id="form"></button>
<select id="layout" title="Layout" aria-label="Layout" hidden></select>
<span id="zoom">
<button id="smaller" title="Smaller" aria-label="Smaller">−</button>
<button id="fit" title="As wide as the panel">Fit</button>
<button id="larger" title="Larger" aria-label="Larger">+</button>
</span>
<button id="lock" title="Stay with this record" aria-pressed="false">Lock</button>
<button id="copy" title="Copy the picture as text">Copy</button>
<select id="save" title="Save as a file" aria-label="Save">
<option value="">Save…</option>
<option value="svg">SVG</option>
<option value="png">PNG</option>
<option value="html">HTML</option>
<option value="replay">Replay</option>
</select>
</div>
<p id="note" role="status" hidden></p>
<div id="drawing" aria-describedby="help" hidden></div>
<div id="plays" role="toolbar" aria-label="What can be done" hidden></div>
<pre id="picture" aria-label="Picture of the record" aria-describedby="help"></pre>
<p id="help" hidden>Arrow keys go from one thing to the next, Enter does what can be done there, or goes to where it is written.</p>
<span id="ruler" aria-hidden="true">0000000000</span>
<script nonce="${nonce}" src="${resource("picture.js")}"></script>
</body>
</html>`;
}
