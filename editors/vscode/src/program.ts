import { findPython, NoProgram, printed, setting } from "./python";

/** The settings that choose the server's program. */
export const SETTINGS = ["path", "importStrategy", "interpreter"];

/** The command line of kibitz without its own arguments. */
export interface Program {
	command: string;
	arguments: string[];
	/** A description of the program for the user. */
	told: string;
}

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
	const python = await findPython(log, folder);
	const told = `Python ${python.version}: ${python.path}`;
	// Isolated: environment variables and the working folder have no effect.
	const isolated = ["-I", "-X", "utf8"];
	if (setting("importStrategy") === "fromEnvironment") {
		const own = [...isolated, "-m", "kibitz"];
		if (typeof (await printed(python.path, [...own, "--version"], folder)) !== "string") {
			return { command: python.path, arguments: own, told: `the environment's, with ${told}` };
		}
		log(`No kibitz is installed next to ${python.path}: the extension uses its own`);
	}
	return {
		command: python.path,
		arguments: [...isolated, "-S", `${folder}/start.py`],
		told: `the extension's, with ${told}`,
	};
}
