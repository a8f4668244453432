// Syntax colours until the server has started, from the same TextMate grammars as in VS Code.
//
// Only the features that these grammars use are supported: `match`, `begin` and `end`, captures, and `include`.

import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { Tag } from "@lezer/highlight";
import { MODIFIERS, type Notation } from "./notations";

type Captures = Record<string, { name?: string; patterns?: Rule[] }>;
type Rule = {
	name?: string;
	include?: string;
	match?: string;
	begin?: string;
	end?: string;
	captures?: Captures;
	beginCaptures?: Captures;
	endCaptures?: Captures;
	patterns?: Rule[];
};
export type Grammar = { patterns: Rule[]; repository: Record<string, Rule> };
/** The end of a span of a line, and its style. It begins where the span before ends. */
type Span = { to: number; name: string | null };
type State = { open: Rule[]; spans: Span[] };

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
	["variable.other.player", "variable"],
	["variable", "variable"],
	["invalid", "invalid"],
];

const tags = Object.fromEntries(
	[...new Set(NAMES.map(([, name]) => name)), ...MODIFIERS].map((name) => [name, Tag.define()]),
);
export const style = syntaxHighlighting(
	HighlightStyle.define(Object.entries(tags).map(([name, tag]) => ({ tag, class: `k-${name}` }))),
);

function named(scope: string | undefined): string | null {
	const parts = scope?.split(".") ?? [];
	const found = NAMES.find(([prefix]) => scope?.startsWith(prefix));
	return MODIFIERS.find((one) => parts.includes(one)) ?? found?.[1] ?? null;
}

const expressions = new Map<string, RegExp>();
function expression(source: string): RegExp {
	let found = expressions.get(source);
	if (!found) {
		found = new RegExp(source.replaceAll("(?i)", ""), source.includes("(?i)") ? "dgi" : "dg");
		expressions.set(source, found);
	}
	return found;
}

export function language({ id, grammar, comment }: Notation): StreamLanguage<State> {
	const tokens = typeof comment === "string" ? { line: comment } : { block: { open: comment[0], close: comment[1] } };
	const parser: StreamParser<State> = {
		name: id,
		languageData: { commentTokens: tokens },
		tokenTable: tags,
		startState: () => ({ open: [], spans: [] }),
		copyState: ({ open, spans }) => ({ open: [...open], spans: [...spans] }),
		blankLine: (state) => {
			state.spans = line(grammar, "", state.open);
		},
		token: (stream, state) => {
			if (stream.sol()) {
				state.spans = line(grammar, stream.string, state.open);
			}
			const span = state.spans.shift();
			if (!span || span.to <= stream.pos) {
				stream.next();
				return null;
			}
			stream.pos = span.to;
			return span.name;
		},
	};
	return StreamLanguage.define(parser);
}

/** Return the spans of a line, without gaps. `open` holds the rules open before the line, then those open after it. */
function line(grammar: Grammar, text: string, open: Rule[]): Span[] {
	const spans: Span[] = [];
	scan(grammar, text, 0, text.length, grammar.patterns, null, open, spans);
	return spans;
}

function scan(
	grammar: Grammar,
	text: string,
	from: number,
	to: number,
	patterns: Rule[],
	outside: string | null,
	open: Rule[],
	spans: Span[],
): void {
	const paint = (end: number, name: string | null) => {
		if (end > (spans.at(-1)?.to ?? 0)) {
			spans.push({ to: end, name });
		}
	};
	let at = from;
	// Rules that match an empty text must not loop forever.
	for (let rest = 2 * (to - from) + 20; rest > 0; rest--) {
		const top = open.at(-1);
		const around = top ? named(top.name) : outside;
		const [rule, found] = first(grammar, text, at, top, top ? (top.patterns ?? []) : patterns);
		if (!rule || !found || found.index > to) {
			break;
		}
		paint(found.index, around);
		const end = found.index + found[0].length;
		const ends = rule === top;
		const name = named(rule.name);
		const captures = (ends ? rule.endCaptures : rule.begin ? rule.beginCaptures : rule.captures) ?? rule.captures ?? {};
		for (const [number, capture] of Object.entries(captures)) {
			const [start, stop] = found.indices?.[Number(number)] ?? [0, 0];
			if (stop > start) {
				paint(start, name ?? around);
				if (capture.patterns) {
					scan(grammar, text, start, stop, capture.patterns, name ?? around, [], spans);
				}
				paint(stop, named(capture.name) ?? name ?? around);
			}
		}
		paint(end, name ?? around);
		if (ends) {
			open.pop();
		} else if (rule.begin) {
			open.push(rule);
		} else if (end === at) {
			at++;
			continue;
		}
		at = end;
	}
	paint(to, open.length ? named(open.at(-1)?.name) : outside);
}

/** Return the rule with the earliest match. At the same place, the end of the open rule wins, then the first rule. */
function first(
	grammar: Grammar,
	text: string,
	at: number,
	top: Rule | undefined,
	patterns: Rule[],
): [Rule | undefined, RegExpExecArray | undefined] {
	let best: [Rule | undefined, RegExpExecArray | undefined] = [undefined, undefined];
	const consider = (rule: Rule, source: string | undefined) => {
		if (source) {
			const one = expression(source);
			one.lastIndex = at;
			const found = one.exec(text);
			if (found && (!best[1] || found.index < best[1].index)) {
				best = [rule, found];
			}
		}
	};
	if (top) {
		consider(top, top.end);
	}
	const walk = (rules: Rule[]) => {
		for (const rule of rules) {
			if (rule.include) {
				const meant = grammar.repository[rule.include.slice(1)];
				walk(meant ? [meant] : []);
			} else if (rule.match ?? rule.begin) {
				consider(rule, rule.match ?? rule.begin);
			} else {
				walk(rule.patterns ?? []);
			}
		}
	};
	walk(patterns);
	return best;
}
