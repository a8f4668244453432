// The data that the page needs about each notation before the server has started. It includes new notations by itself.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSyntaxes } from "../../vscode/scripts/syntaxes.mjs";
import { BUILD, HERE, PROJECT } from "./paths.mjs";

/** The example for first-time visitors. It contains a mistake. */
const FIRST = "hand.bjn";
const LANGUAGES = "server/kibitz/languages";

/** Write `build/notations.json`: id, game, content, comments, grammar and example of each notation, and modifiers. */
export function writeNotations() {
	rmSync(BUILD, { recursive: true, force: true });
	mkdirSync(BUILD, { recursive: true });
	writeSyntaxes(BUILD);
	const ids = /^IDS = \((.*)\)$/m.exec(readFileSync(join(PROJECT, LANGUAGES, "__init__.py"), "utf8"))[1];
	const notations = [...ids.matchAll(/"(\w+)"/g)].map(([, id]) => {
		const told = readFileSync(join(PROJECT, LANGUAGES, id, "editors.toml"), "utf8");
		const value = (name) => JSON.parse(new RegExp(`^${name} = (".*?"|\\[.*\\])`, "m").exec(told)?.[1] ?? "null");
		const example = readdirSync(join(HERE, "examples")).find((name) => name.endsWith(`.${id}`));
		const grammar = join(BUILD, `${id}.json`);
		return {
			id,
			game: value("mode"),
			holds: value("holds"),
			comment: value("comment"),
			grammar: existsSync(grammar) ? JSON.parse(readFileSync(grammar, "utf8")) : { patterns: [], repository: {} },
			example: example && { name: example, text: readFileSync(join(HERE, "examples", example), "utf8") },
		};
	});
	const told = JSON.parse(readFileSync(join(HERE, "../vscode/package.json"), "utf8"));
	const modifiers = told.contributes.semanticTokenModifiers.map(({ id }) => id);
	writeFileSync(join(BUILD, "notations.json"), JSON.stringify({ notations, modifiers, first: FIRST }));
}
