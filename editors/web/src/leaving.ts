// Notifies the server when the user leaves the record. It then stops holding back findings.

import { LSPPlugin } from "@codemirror/lsp-client";
import { EditorView } from "@codemirror/view";

/** Notify the server that the user has left. It notices cursor moves and pauses without this. */
export function left(view: EditorView): void {
	const plugin = LSPPlugin.get(view);
	if (plugin) {
		plugin.client.sync();
		plugin.client.notification("kibitz/left", { textDocument: { uri: plugin.uri } });
	}
}

export const leaving = EditorView.domEventHandlers({ blur: (_, view) => left(view) });
