import type { ExtensionContext } from "vscode";
import { registerCommands } from "./commands";
import { Preview } from "./preview";
import { Server } from "./server";
import { showStatus } from "./status";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
	server = new Server(context);
	const preview = new Preview(context, server);
	context.subscriptions.push(preview, showStatus(server), ...registerCommands(context, server, preview));
	await server.start();
}

export function deactivate(): Promise<void> | undefined {
	return server?.dispose();
}
