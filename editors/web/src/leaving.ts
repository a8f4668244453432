// Tells the server when somebody turns away from the record: then nothing is held back any more.

import { LSPPlugin } from "@codemirror/lsp-client";
import { EditorView } from "@codemirror/view";

/** The writer has finished, for now. That the cursor went elsewhere, or nobody types, the server sees by itself. */
export function left(view: EditorView): void {
	const plugin = LSPPlugin.get(view);
	if (plugin) {
		plugin.client.sync();
		plugin.client.notification("kibitz/left", { textDocument: { uri: plugin.uri } });
	}
}

export const leaving = EditorView.domEventHandlers({ blur: (_, view) => left(view) });
