import { Disposable, LanguageStatusSeverity, languages } from "vscode";
import { SELECTOR } from "./records";
import type { Server } from "./server";

/** An entry in the language status of records, which tells how the server is, and which one. */
export function showStatus(server: Server): Disposable {
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
