import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { extensions, type Uri, workspace } from "vscode";

/** The settings that choose the server's program. */
export const SETTINGS = ["path", "importStrategy", "interpreter"];

const NEEDED = "it needs Python 3.10 or newer";
/** Timeout for the answer of a program or of the Python extension, in milliseconds. */
const PATIENCE = 10_000;
const ASK = 'import sys; print("Python %d.%d.%d" % sys.version_info[:3]); print(sys.executable)';

/** The command line of kibitz without its own arguments. */
export interface Program {
	command: string;
	arguments: string[];
	/** A description of the program for the user. */
	told: string;
}

/** No program can be run; the message is for the user. */
export class NoProgram extends Error {}

/**
 * Find the kibitz to run: the one of the setting, and only that; else the one of the interpreter's environment, if the
 * setting `importStrategy` prefers it and there is one; else the one in the extension's folder.
 *
 * Throws NoProgram.
 */
export async function findProgram(log: (line: string) => void, folder: string): Promise<Program> {
	const path = setting("path");
	if (path) {
		const answer = await printed(path, ["--version"], folder);
		if (typeof answer !== "string" && answer[0]?.startsWith("kibitz ")) {
			return { command: path, arguments: [], told: path };
		}
		const why = typeof answer === "string" ? answer : "is not kibitz";
		throw new NoProgram(`kibitz can't start: “${path}”, of the setting kibitz.path, ${why}.`);
	}
	const { version, command } = await findPython(log, folder);
	const told = `${version}: ${command}`;
	// Isolated: environment variables and the working folder have no effect.
	const isolated = ["-I", "-X", "utf8"];
	if (setting("importStrategy") === "fromEnvironment") {
		const own = [...isolated, "-m", "kibitz"];
		if (typeof (await printed(command, [...own, "--version"], folder)) !== "string") {
			return { command, arguments: own, told: `the environment's, with ${told}` };
		}
		log(`No kibitz is installed next to ${command}: the extension uses its own`);
	}
	return { command, arguments: [...isolated, "-S", `${folder}/start.py`], told: `the extension's, with ${told}` };
}

/** Find an interpreter: the one of the setting, and only that; else that of the Python extension; else an installed one. */
async function findPython(log: (line: string) => void, folder: string): Promise<Python> {
	const chosen = setting("interpreter");
	const launcher = process.platform === "win32" ? [["py", "-3"]] : [];
	const commands = chosen ? [[chosen]] : [...(await ofPythonExtension(log)), ...launcher, ["python3"], ["python"]];
	const tried: string[] = [];
	for (const command of commands) {
		const answer = await ask(command, folder);
		if (typeof answer !== "string") {
			return answer;
		}
		tried.push(`“${command.join(" ")}”${chosen && ", of the setting kibitz.interpreter,"} ${answer}`);
		log(`Not ${tried.at(-1)}`);
	}
	throw new NoProgram(`kibitz can't start: ${NEEDED}: ${tried.join("; ")}. Install Python, or set its path.`);
}

/** Return a setting with `~` and `${workspaceFolder}` expanded, or "". Untrusted workspaces cannot change it. */
function setting(name: string): string {
	const value = workspace.getConfiguration("kibitz").get<string>(name, "").trim();
	const root = workspace.workspaceFolders?.[0]?.uri.fsPath;
	return value
		.replace(/^(["'])(.*)\1$/, "$2")
		.replace(/^~(?=$|[\\/])/, () => homedir())
		.replace(/\$\{workspaceFolder\}/g, () => root ?? "");
}

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
	environments?: { getActiveEnvironmentPath(resource?: Uri): { path: string } };
}

/** Return the interpreter of the Python extension, if any. In an untrusted workspace, do not ask the extension. */
async function ofPythonExtension(log: (line: string) => void): Promise<string[][]> {
	const extension = workspace.isTrusted ? extensions.getExtension<PythonExtension>("ms-python.python") : undefined;
	const active = await Promise.race([extension?.activate(), setTimeout(PATIENCE, undefined)]).catch((error) =>
		log(`The Python extension does not start: ${error}`),
	);
	const found = active?.environments?.getActiveEnvironmentPath(workspace.workspaceFolders?.[0]?.uri);
	return found ? [[found.path]] : [];
}

interface Python {
	command: string;
	version: string;
}

/** Return which Python a program is. If it is not Python or too old, return the reason, as in "`program` …". */
async function ask([program = "", ...prefix]: string[], folder: string): Promise<Python | string> {
	const answer = await printed(program, [...prefix, "-I", "-S", "-c", ASK], folder);
	if (typeof answer === "string") {
		return answer;
	}
	const [version = "", command = ""] = answer;
	const minor = /^Python 3\.(\d+)\.\d+$/.exec(version)?.[1];
	return Number(minor) >= 10 ? { version, command } : `is ${version || "not a Python interpreter"}`;
}

/**
 * Return the lines that a program prints. If it fails, return the reason, as in "`program` …".
 *
 * It runs without a shell and in the extension's folder, so that no program of the workspace replaces it.
 */
function printed(command: string, args: string[], folder: string): Promise<string[] | string> {
	const options = { cwd: folder, timeout: PATIENCE, windowsHide: true, encoding: "utf8" as const };
	const reasons: Record<string, string> = { ENOENT: "does not exist", EACCES: "can't be executed" };
	return new Promise((resolve) => {
		execFile(command, args, options, (error, output) => {
			const why = reasons[String(error?.code)] ?? (error?.killed ? "does not answer" : "can't be run");
			resolve(error ? why : output.split(/\r?\n/));
		});
	});
}
