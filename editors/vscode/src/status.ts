import { Disposable, LanguageStatusSeverity, languages, window, workspace } from "vscode";
import { SELECTOR } from "./records";
import type { Server, Status } from "./server";

/** Number of lines from which a record never counts as empty. */
const EMPTY = 9;

/** Show the findings of the active record and the state of the server in the language status. */
export function showStatus(server: Server): Disposable {
	const item = languages.createLanguageStatusItem("kibitz", SELECTOR);
	item.name = "kibitz";
	const told = new Map<string, Status>();
	const update = () => {
		const { running, trouble, program } = server;
		const document = window.activeTextEditor?.document;
		const status = document && told.get(document.uri.toString());
		const isCurrent = running && status?.checked && status.version === document?.version;
		const isEmpty = document && document.lineCount < EMPTY && !document.getText().trim();
		item.busy = !trouble && !isCurrent;
		item.text = isEmpty ? "empty" : status && isCurrent ? inWords(status) : "not checked yet";
		item.detail = trouble ?? `kibitz ${running?.initializeResult?.serverInfo?.version ?? "…"}, ${program?.told ?? ""}`;
		item.severity = trouble ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
		item.command = trouble
			? { command: "kibitz.restart", title: "Try Again" }
			: { command: "workbench.actions.view.problems", title: "Show Problems" };
	};
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
		workspace.onDidCloseTextDocument(({ uri }) => told.delete(uri.toString())),
	);
}

/** Return the findings of a fully checked record as text. `unfinished` stands for findings that are held back. */
function inWords({ errors, warnings, informations, hints, held }: Status): string {
	const counts = { error: errors, warning: warnings, hint: informations + hints };
	const found = Object.entries(counts).flatMap(([what, count]) =>
		count ? `${count} ${what}${count > 1 ? "s" : ""}` : [],
	);
	return [...found, ...(held ? ["unfinished"] : [])].join(", ") || "nothing is wrong";
}
