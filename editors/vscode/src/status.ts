import { type Disposable, LanguageStatusSeverity, languages } from "vscode";
import { SELECTOR } from "./records";
import type { Condition, Server } from "./server";

/** An entry in the language status of records, which tells how the server is. */
export function showStatus(server: Server): Disposable {
	const item = languages.createLanguageStatusItem("kibitz.server", SELECTOR);
	item.name = "kibitz";
	const update = (condition: Condition) => {
		item.busy = condition.name === "starting";
		item.text = "kibitz";
		item.severity = LanguageStatusSeverity.Information;
		item.command = { command: "kibitz.showLog", title: "Show Log" };
		if (condition.name === "running") {
			item.detail = `looks on, with Python ${condition.python.version}`;
		} else if (condition.name === "starting") {
			item.detail = "is starting";
		} else {
			item.detail = condition.why;
			item.severity = LanguageStatusSeverity.Error;
			item.command = { command: "kibitz.restart", title: "Try Again" };
		}
	};
	update(server.condition);
	const listening = server.onDidChange(update);
	return {
		dispose() {
			listening.dispose();
			item.dispose();
		},
	};
}
