import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { extensions, type Uri, workspace } from "vscode";

const OLDEST = [3, 10] as const;
/** How long a program may take to say which Python it is, in milliseconds. */
const PATIENCE = 10_000;
const ASK = 'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable)';

export interface Python {
	/** The path of the executable. */
	path: string;
	version: string;
}

/** Nothing can be run; the message is for people. */
export class NoProgram extends Error {}

interface Candidate {
	command: string;
	arguments: string[];
}

/**
 * Finds an interpreter for the server: the one of the setting, and only that; else the one that the Python extension
 * has chosen, then what is installed.
 *
 * Throws NoProgram.
 */
export async function findPython(log: (line: string) => void, folder: string): Promise<Python> {
	const chosen = setting("interpreter");
	if (chosen) {
		return explained(await ask({ command: chosen, arguments: [] }, folder), chosen);
	}
	const tried: string[] = [];
	for (const candidate of [...(await fromPythonExtension(log)), ...installed()]) {
		const name = [candidate.command, ...candidate.arguments].join(" ");
		const answer = await ask(candidate, folder);
		if (typeof answer !== "string" && isRecent(answer.version)) {
			return answer;
		}
		const why = typeof answer === "string" ? answer : `is Python ${answer.version}`;
		log(`Not ${name}: ${why}`);
		tried.push(typeof answer === "string" ? `“${name}”` : `“${name}” (${answer.version})`);
	}
	throw new NoProgram(
		`kibitz needs Python ${OLDEST.join(".")} or newer and found none: it tried ${tried.join(", ")}. ` +
			"Install Python, or say where it is.",
	);
}

/** A setting, with `~` and the like made a path, or an empty string. A workspace that is not trusted has no say in it. */
export function setting(name: string): string {
	const value = workspace.getConfiguration("kibitz").get<string>(name, "").trim();
	const root = workspace.workspaceFolders?.[0]?.uri.fsPath;
	return value
		.replace(/^(["'])(.*)\1$/, "$2")
		.replace(/^~(?=$|[\\/])/, () => homedir())
		.replace(/\$\{workspaceFolder\}/g, () => root ?? "");
}

function explained(answer: Python | string, chosen: string): Python {
	if (typeof answer === "string") {
		throw new NoProgram(`kibitz can't start: “${chosen}”, of the setting kibitz.interpreter, ${answer}.`);
	}
	if (!isRecent(answer.version)) {
		throw new NoProgram(
			`kibitz can't start: it needs Python ${OLDEST.join(".")} or newer, and “${chosen}”, of the setting ` +
				`kibitz.interpreter, is Python ${answer.version}.`,
		);
	}
	return answer;
}

function isRecent(version: string): boolean {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

function installed(): Candidate[] {
	const names = [["python3"], ["python"]];
	const all = process.platform === "win32" ? [["py", "-3"], ...names] : names;
	return all.map(([command = "", ...rest]) => ({ command, arguments: rest }));
}

/** What the Python extension offers of its interface, as far as we use it. */
interface PythonExtension {
	environments?: {
		getActiveEnvironmentPath(resource?: Uri): { path: string };
		resolveEnvironment(path: { path: string }): Promise<{ executable?: { uri?: Uri } } | undefined>;
	};
}

/** The interpreter of the Python extension, if that is there. In a workspace that is not trusted it is not asked. */
async function fromPythonExtension(log: (line: string) => void): Promise<Candidate[]> {
	const extension = extensions.getExtension<PythonExtension>("ms-python.python");
	if (!extension || !workspace.isTrusted) {
		return [];
	}
	try {
		const environments = (await before(extension.activate()))?.environments;
		const active = environments?.getActiveEnvironmentPath(workspace.workspaceFolders?.[0]?.uri);
		const found = active && (await before(environments?.resolveEnvironment(active)));
		const path = found?.executable?.uri?.fsPath;
		return path ? [{ command: path, arguments: [] }] : [];
	} catch (error) {
		log(`The Python extension does not say which interpreter it has chosen: ${error}`);
		return [];
	}
}

/** What a promise gives, unless it takes too long. */
async function before<T>(promise: PromiseLike<T> | undefined): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), PATIENCE);
	});
	return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Asks a program which Python it is; if it is none, gives the reason, as in "`program` …". */
async function ask({ command, arguments: prefix }: Candidate, folder: string): Promise<Python | string> {
	const answer = await printed(command, [...prefix, "-I", "-S", "-c", ASK], folder);
	if (typeof answer === "string") {
		return answer;
	}
	const [version = "", path = ""] = answer;
	return /^\d+\.\d+\.\d+$/.test(version) && path ? { version, path } : "is no Python interpreter";
}

/**
 * The lines that a program prints; if it does not end well, the reason, as in "`program` …".
 *
 * It runs in our own folder, so that no program of the workspace is taken for it, and without a shell.
 */
export function printed(command: string, args: string[], folder: string): Promise<string[] | string> {
	const options = { cwd: folder, timeout: PATIENCE, windowsHide: true, encoding: "utf8" as const };
	return new Promise((resolve) => {
		execFile(command, args, options, (error, output) => resolve(error ? reason(error) : output.split(/\r?\n/)));
	});
}

function reason(error: Error & { code?: unknown; killed?: boolean }): string {
	if (error.code === "ENOENT") {
		return "does not exist";
	}
	if (error.code === "EACCES") {
		return "can't be executed";
	}
	return error.killed ? "does not answer" : "can't be run";
}
