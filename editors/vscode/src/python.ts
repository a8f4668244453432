import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { extensions, type Uri, workspace } from "vscode";

const OLDEST = [3, 10] as const;
/** Timeout for the answer of a program or of the Python extension, in milliseconds. */
const PATIENCE = 10_000;
const ASK = 'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable)';

export interface Python {
	/** The path of the executable. */
	path: string;
	version: string;
}

/** No program can be run; the message is for the user. */
export class NoProgram extends Error {}

/**
 * Find an interpreter for the server: the one of the setting, and only that; else the one that the Python extension
 * has chosen; else an installed one.
 *
 * Throws NoProgram.
 */
export async function findPython(log: (line: string) => void, folder: string): Promise<Python> {
	const needed = `it needs Python ${OLDEST.join(".")} or newer`;
	const chosen = setting("interpreter");
	if (chosen) {
		const answer = await ask([chosen], folder);
		if (typeof answer === "string") {
			throw new NoProgram(
				`kibitz can't start: ${needed}, and “${chosen}”, of the setting kibitz.interpreter, ${answer}.`,
			);
		}
		return answer;
	}
	const launcher = process.platform === "win32" ? [["py", "-3"]] : [];
	const tried: string[] = [];
	for (const command of [...(await ofPythonExtension(log)), ...launcher, ["python3"], ["python"]]) {
		const answer = await ask(command, folder);
		if (typeof answer !== "string") {
			return answer;
		}
		tried.push(`“${command.join(" ")}” ${answer}`);
		log(`Not ${tried.at(-1)}`);
	}
	throw new NoProgram(`kibitz can't start: ${needed}: ${tried.join(", ")}. Install Python, or set its path.`);
}

/** Return a setting with `~` and `${workspaceFolder}` expanded, or "". Untrusted workspaces cannot change it. */
export function setting(name: string): string {
	const value = workspace.getConfiguration("kibitz").get<string>(name, "").trim();
	const root = workspace.workspaceFolders?.[0]?.uri.fsPath;
	return value
		.replace(/^(["'])(.*)\1$/, "$2")
		.replace(/^~(?=$|[\\/])/, () => homedir())
		.replace(/\$\{workspaceFolder\}/g, () => root ?? "");
}

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
	environments?: {
		getActiveEnvironmentPath(resource?: Uri): { path: string };
		resolveEnvironment(path: { path: string }): Promise<{ executable?: { uri?: Uri } } | undefined>;
	};
}

/** Return the interpreter of the Python extension, if any. In an untrusted workspace, do not ask the extension. */
async function ofPythonExtension(log: (line: string) => void): Promise<string[][]> {
	const extension = extensions.getExtension<PythonExtension>("ms-python.python");
	const asked = async () => {
		const environments = workspace.isTrusted ? (await extension?.activate())?.environments : undefined;
		const active = environments?.getActiveEnvironmentPath(workspace.workspaceFolders?.[0]?.uri);
		return active && (await environments?.resolveEnvironment(active))?.executable?.uri?.fsPath;
	};
	const path = await Promise.race([asked(), setTimeout(PATIENCE, undefined)]).catch((error) =>
		log(`The Python extension does not report its interpreter: ${error}`),
	);
	return path ? [[path]] : [];
}

/** Return which Python a program is. If it is not Python or too old, return the reason, as in "`program` …". */
async function ask([command = "", ...prefix]: string[], folder: string): Promise<Python | string> {
	const answer = await printed(command, [...prefix, "-I", "-S", "-c", ASK], folder);
	if (typeof answer === "string") {
		return answer;
	}
	const [version = "", path = ""] = answer;
	if (!/^\d+\.\d+\.\d+$/.test(version) || !path) {
		return "is not a Python interpreter";
	}
	const [major = 0, minor = 0] = version.split(".").map(Number);
	return major === OLDEST[0] && minor >= OLDEST[1] ? { version, path } : `is Python ${version}`;
}

/**
 * Return the lines that a program prints. If it fails, return the reason, as in "`program` …".
 *
 * It runs without a shell and in the extension's folder, so that no program of the workspace replaces it.
 */
export function printed(command: string, args: string[], folder: string): Promise<string[] | string> {
	const options = { cwd: folder, timeout: PATIENCE, windowsHide: true, encoding: "utf8" as const };
	return new Promise((resolve) => {
		execFile(command, args, options, (error, output) => resolve(error ? reason(error) : output.split(/\r?\n/)));
	});
}

function reason({ code, killed }: Error & { code?: unknown; killed?: boolean }): string {
	const known: Record<string, string> = { ENOENT: "does not exist", EACCES: "can't be executed" };
	return known[String(code)] ?? (killed ? "does not answer" : "can't be run");
}
