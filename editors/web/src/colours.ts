// Syntax colours until the server has started, by VS Code's reader of TextMate grammars.

import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { Tag } from "@lezer/highlight";
import {
	type IGrammar,
	INITIAL,
	type IOnigLib,
	type IRawGrammar,
	type IToken,
	Registry,
	type StateStack,
} from "vscode-textmate";
import { MODIFIERS, NOTATIONS, type Notation } from "./notations";

type State = { open: StateStack; tokens: IToken[] };

/** The style of each scope prefix. Most are named after types of the server's semantic tokens. */
const NAMES: [string, string][] = [
	["comment", "comment"],
	["punctuation", "punctuation"],
	["constant.numeric", "number"],
	["constant.character", "operator"],
	["constant.language", "type"],
	["constant", "number"],
	["keyword.operator", "operator"],
	["keyword", "keyword"],
	["string", "string"],
	["support.type.property", "property"],
	["entity.name", "class"],
	["variable.parameter", "parameter"],
	["variable", "variable"],
	["invalid", "invalid"],
];

const tags = Object.fromEntries(
	[...new Set(NAMES.map(([, name]) => name)), ...MODIFIERS].map((name) => [name, Tag.define()]),
);
export const style = syntaxHighlighting(
	HighlightStyle.define(Object.entries(tags).map(([name, tag]) => ({ tag, class: `k-${name}` }))),
);

/** The regular expressions of the browser, which understand those of our grammars. */
const onigLib: IOnigLib = {
	createOnigString: (content) => ({ content }),
	createOnigScanner: (sources) => {
		const all = sources.map((one) => new RegExp(one.replaceAll("(?i)", ""), one.includes("(?i)") ? "dgim" : "dgm"));
		return {
			findNextMatchSync: (text, from) => {
				// In the browser, `$` does not match before a line break at the end.
				const { content } = typeof text === "string" ? { content: text } : text;
				const line = content.endsWith("\n") ? content.slice(0, -1) : content;
				const matches = all.map((one, index) => {
					one.lastIndex = from;
					return { index, found: one.exec(line) };
				});
				const at = (found: RegExpExecArray | null) => found?.index ?? Number.POSITIVE_INFINITY;
				const { index, found } = matches.reduce((one, other) => (at(other.found) < at(one.found) ? other : one));
				const captures = [...(found?.indices ?? [])].map((one) => {
					const [start, end] = one ?? [0, 0];
					return { start, end, length: end - start };
				});
				return found && { index, captureIndices: captures };
			},
		};
	},
};
const registry = new Registry({ onigLib: Promise.resolve(onigLib), loadGrammar: async () => null });
const grammars = new Map<string, IGrammar>();
for (const { id, grammar } of NOTATIONS) {
	grammars.set(id, await registry.addGrammar(grammar as IRawGrammar));
}

function named(scope: string): string | undefined {
	const parts = scope.split(".");
	return MODIFIERS.find((one) => parts.includes(one)) ?? NAMES.find(([prefix]) => scope.startsWith(prefix))?.[1];
}

export function language({ id, comment }: Notation): StreamLanguage<State> {
	const tokens = typeof comment === "string" ? { line: comment } : { block: { open: comment[0], close: comment[1] } };
	const read = (state: State, line: string) => {
		const found = grammars.get(id)?.tokenizeLine(line, state.open);
		Object.assign(state, { open: found?.ruleStack, tokens: found?.tokens ?? [] });
	};
	const parser: StreamParser<State> = {
		name: id,
		languageData: { commentTokens: tokens },
		tokenTable: tags,
		startState: () => ({ open: INITIAL, tokens: [] }),
		copyState: ({ open, tokens }) => ({ open, tokens: [...tokens] }),
		blankLine: (state) => read(state, ""),
		token: (stream, state) => {
			if (stream.sol()) {
				read(state, stream.string);
			}
			const token = state.tokens.shift();
			stream.pos = Math.max(token?.endIndex ?? 0, stream.pos + 1);
			return token?.scopes.map(named).findLast(Boolean) ?? null;
		},
	};
	return StreamLanguage.define(parser);
}
