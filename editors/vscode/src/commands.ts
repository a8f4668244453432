import { commands, type Disposable, type ExtensionContext, window, workspace } from "vscode";
import { copyAs, pasteGrimoire, pasteRound } from "./clipboard";
import type { Preview } from "./preview";
import { LANGUAGES } from "./records";
import type { Server } from "./server";

export function registerCommands(context: ExtensionContext, server: Server, preview: Preview): Disposable[] {
	const all: Record<string, (given?: unknown) => unknown> = {
		"kibitz.showPreview": () => preview.show(),
		"kibitz.convert": () => rewrite("convert"),
		"kibitz.nextGrimoire": () => rewrite("nextGrimoire"),
		"kibitz.copyPicture": () => copyAs("picture"),
		"kibitz.copyTownSquare": () => copyAs("townsquare"),
		"kibitz.pasteGrimoire": () => pasteGrimoire(),
		"kibitz.pasteRound": () => pasteRound(),
		"kibitz.insertTemplate": () => insertTemplate(),
		"kibitz.openExample": () => openExample(context),
		"kibitz.restart": () => server.restart(),
		"kibitz.showLog": () => server.log.show(),
		...Object.fromEntries(LANGUAGES.map((language) => [`kibitz.new.${language}`, () => openNew(language)])),
	};
	return Object.entries(all).map(([name, run]) => commands.registerCommand(name, run));
}

/** Apply the code action of a kind at the cursor. If there are several, the editor asks. */
function rewrite(kind: string): Thenable<unknown> {
	return commands.executeCommand("editor.action.codeAction", {
		kind: `refactor.rewrite.${kind}`,
		apply: "ifSingle",
	});
}

/** Let the user choose a template. Templates are snippets without a prefix, so completion does not offer them. */
async function insertTemplate(): Promise<void> {
	const langId = window.activeTextEditor?.document.languageId;
	if (langId) {
		await commands.executeCommand("editor.action.insertSnippet", { langId });
	}
}

async function openExample(context: ExtensionContext): Promise<void> {
	const path = context.asAbsolutePath("walkthrough/example.botc");
	await openNew("botc", (await workspace.openTextDocument(path)).getText());
}

async function openNew(language: string, content = ""): Promise<void> {
	await window.showTextDocument(await workspace.openTextDocument({ language, content }));
}
