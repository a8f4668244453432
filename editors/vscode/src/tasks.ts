import {
	type Disposable,
	ProcessExecution,
	Task,
	type TaskDefinition,
	TaskScope,
	tasks,
	type WorkspaceFolder,
	workspace,
} from "vscode";
import type { Server } from "./server";

/** The properties of a task of type `kibitz` in `tasks.json`. */
interface Definition extends TaskDefinition {
	paths?: string[];
	strict?: boolean;
}

/** Provide `kibitz check` as a task: one for each folder, and those in `tasks.json`. */
export function offerTasks(server: Server): Disposable {
	const made = (definition: Definition, folder: WorkspaceFolder | TaskScope.Workspace) => {
		const { program } = server;
		if (!program) {
			return undefined;
		}
		const { paths = ["."], strict } = definition;
		const args = [...program.arguments, "check", ...(strict ? ["--strict"] : []), ...paths];
		const options = typeof folder === "object" ? { cwd: folder.uri.fsPath } : {};
		const run = new ProcessExecution(program.command, args, options);
		return new Task(definition, folder, `check ${paths.join(" ")}`, "kibitz", run, "$kibitz");
	};
	return tasks.registerTaskProvider("kibitz", {
		provideTasks: () => (workspace.workspaceFolders ?? []).flatMap((one) => made({ type: "kibitz" }, one) ?? []),
		resolveTask: ({ definition, scope }) =>
			made(definition as Definition, typeof scope === "object" ? scope : TaskScope.Workspace),
	});
}
