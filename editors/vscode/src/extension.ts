import type { ExtensionContext } from "vscode";
import { registerCommands } from "./commands";
import { tellOfLeaving } from "./leaving";
import { Preview } from "./preview";
import { Server } from "./server";
import { showStatus } from "./status";
import { offerTasks } from "./tasks";
import { keepDrawingsWhole } from "./wrapping";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
	server = new Server(context);
	const preview = new Preview(context, server);
	const commands = registerCommands(context, server, preview);
	const watching = [showStatus(server), tellOfLeaving(server), keepDrawingsWhole()];
	context.subscriptions.push(preview, ...watching, offerTasks(server), ...commands);
	await server.restart();
}

export function deactivate(): Promise<void> | undefined {
	return server?.dispose();
}
