// Syntax colouring until the server runs. The sources in `syntaxes` name terminals of the grammars as `{{CARD}}` and
// characters of Blood on the Clocktower as `{{roles.demon}}`, so that each word is defined once.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { HERE, PROJECT } from "./paths.mjs";

const ROLES = "server/kibitz/languages/botc/data/roles.json";

/** Write the completed grammars into a folder. */
export function writeSyntaxes(folder) {
	mkdirSync(folder, { recursive: true });
	for (const name of readdirSync(join(HERE, "syntaxes"))) {
		const text = readFileSync(join(HERE, "syntaxes", name), "utf8");
		const words = { ...terminalsOf(basename(name, ".json")), ...roles() };
		writeFileSync(join(folder, name), fill(text, words, name));
	}
}

/** Replace `{{NAME}}` by its regular expression, escaped as a part of a JSON string. */
function fill(text, words, where) {
	return text.replace(/\{\{([\w.]+)\}\}/g, (_, name) => {
		if (!(name in words)) {
			throw new Error(`${where}: there is no ${name}`);
		}
		return JSON.stringify(`(?:${words[name]})`).slice(1, -1);
	});
}

/** Return the terminals of a grammar that are one regular expression or one string, by name. */
function terminalsOf(language) {
	const grammar = readFileSync(join(PROJECT, "grammars", `${language}.lark`), "utf8");
	const found = {};
	for (const [, name, regex, flag, string] of grammar.matchAll(
		/^([A-Z_]+)(?:\.-?\d+)?: (?:\/((?:\\.|[^/\\\n])+)\/(i?)|"((?:\\.|[^"\\\n])+)")$/gm,
	)) {
		found[name] = regex ? `${flag && "(?i)"}${regex}` : string.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
	}
	return found;
}

/** Return the characters of each team, as alternatives of a regular expression. */
function roles() {
	const { roles: all } = JSON.parse(readFileSync(join(PROJECT, ROLES), "utf8"));
	const idsOf = (wanted) => all.filter(({ team }) => team === wanted).map(({ id }) => id);
	const teams = [...new Set(all.map(({ team }) => team))];
	return Object.fromEntries(teams.map((team) => [`roles.${team}`, idsOf(team).sort().join("|")]));
}
