import { findPython, NoProgram, printed, setting } from "./python";

/** The settings that say which program the server is. */
export const SETTINGS = ["path", "importStrategy", "interpreter"];

/** What runs kibitz: a command line but for kibitz' own arguments. */
export interface Program {
	command: string;
	arguments: string[];
	/** Which one that is, for people. */
	told: string;
}

/**
 * Finds the kibitz to be run: that of the setting, and only that; the one of the interpreter's environment, where that is
 * wanted and has one; else that of the extension, which lies in its folder.
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
	// Isolated: neither the environment's variables nor the working folder has a say.
	const isolated = ["-I", "-X", "utf8"];
	if (setting("importStrategy") === "fromEnvironment") {
		const own = [...isolated, "-m", "kibitz"];
		if (typeof (await printed(python.path, [...own, "--version"], folder)) !== "string") {
			return { command: python.path, arguments: own, told: `the environment's, with ${told}` };
		}
		log(`No kibitz is installed beside ${python.path}: the extension's own is used`);
	}
	return {
		command: python.path,
		arguments: [...isolated, "-S", `${folder}/start.py`],
		told: `the extension's, with ${told}`,
	};
}
