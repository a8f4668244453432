import { type TextDocument, type TextEditor, window } from "vscode";

/** The language ids of the notations, which are also the suffixes of their files. */
export const LANGUAGES = ["pfn", "bjn", "botc", "qgn"];

/** Schemes of records. Others are left out: `git`, for example, shows a record that is also open itself. */
const SCHEMES = ["file", "untitled", "vscode-remote"];

export const SELECTOR = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));

export function isRecord(document: TextDocument): boolean {
	return LANGUAGES.includes(document.languageId) && SCHEMES.includes(document.uri.scheme);
}

/** Return an editor that shows a record, preferably the active one. */
export function editorOf(document: TextDocument): TextEditor | undefined {
	const all = [window.activeTextEditor, ...window.visibleTextEditors];
	return all.find((editor) => editor?.document === document);
}
