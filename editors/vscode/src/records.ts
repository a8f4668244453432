import { type TextDocument, type TextEditor, window } from "vscode";

/** The language ids of the notations; the suffixes of their files, too. */
export const LANGUAGES = ["pfn", "bjn", "botc", "qgn"];

/** Where records are read. Not `git` and the like: what they show is a record that is open beside them anyway. */
const SCHEMES = ["file", "untitled", "vscode-remote"];

export const SELECTOR = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));

export function isRecord(document: TextDocument): boolean {
	return LANGUAGES.includes(document.languageId) && SCHEMES.includes(document.uri.scheme);
}

/** The editor that a record is shown in; of several the one that is used. */
export function editorOf(document: TextDocument): TextEditor | undefined {
	const all = [window.activeTextEditor, ...window.visibleTextEditors];
	return all.find((editor) => editor?.document === document);
}
