import { Disposable, LanguageStatusSeverity, languages, type TextDocument, window, workspace } from "vscode";
import { SELECTOR } from "./records";
import type { Server, Status } from "./server";

/** Number of lines from which a record never counts as empty. */
const EMPTY = 9;

/** Show the states of the server and of the active record in the language status. */
export function showStatus(server: Server): Disposable {
	return Disposable.from(showServer(server), showRecord(server));
}

function showServer(server: Server): Disposable {
	const item = languages.createLanguageStatusItem("kibitz.server", SELECTOR);
	item.name = "kibitz";
	const update = () => {
		const { running, trouble, program } = server;
		const version = running?.initializeResult?.serverInfo?.version;
		item.busy = !running && !trouble;
		item.text = running && version ? `kibitz ${version}` : "kibitz";
		item.detail = trouble ?? (running ? (program?.told ?? "") : "is starting");
		item.severity = trouble ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
		item.command = trouble
			? { command: "kibitz.restart", title: "Try Again" }
			: { command: "kibitz.showLog", title: "Show Log" };
	};
	update();
	return Disposable.from(item, server.onDidChange(update));
}

/** Show the findings of the record in the active editor, the gravest first. */
function showRecord(server: Server): Disposable {
	const item = languages.createLanguageStatusItem("kibitz.record", SELECTOR);
	item.name = "Record";
	item.command = { command: "workbench.actions.view.problems", title: "Show Problems" };
	const told = new Map<string, Status>();
	const update = () => {
		const document = window.activeTextEditor?.document;
		const status = document && told.get(document.uri.toString());
		const current = server.running && status?.checked && status.version === document?.version;
		item.busy = Boolean(server.running && !current);
		const isEmpty = document && document.lineCount < EMPTY && !document.getText().trim();
		item.text = isEmpty ? "empty" : status && current ? inWords(status) : "not checked yet";
	};
	const forget = ({ uri }: TextDocument) => told.delete(uri.toString());
	update();
	return Disposable.from(
		item,
		server.onDidTell((status) => {
			told.set(status.uri, status);
			update();
		}),
		server.onDidChange(update),
		window.onDidChangeActiveTextEditor(update),
		workspace.onDidChangeTextDocument(update),
		workspace.onDidCloseTextDocument(forget),
	);
}

/** Return the findings of a fully checked record as text. `unfinished` stands for findings that are held back. */
function inWords({ errors, warnings, informations, hints, held }: Status): string {
	const found = [
		counted(errors, "error"),
		counted(warnings, "warning"),
		counted(informations + hints, "hint"),
		held ? "unfinished" : "",
	].filter(Boolean);
	return found.join(", ") || "nothing is wrong";
}

function counted(count: number, what: string): string {
	return count ? `${count} ${what}${count > 1 ? "s" : ""}` : "";
}
