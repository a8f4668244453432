// The look of the editor. Its colours are the variables of the style sheet.

import { EditorView } from "@codemirror/view";

/** The colour of each style of syntax and of each type and modifier of the server's tokens. Later rows win. */
const COLOURS = {
	comment: "dim",
	punctuation: "dim",
	operator: "dim",
	number: "teal",
	enumMember: "teal",
	keyword: "purple",
	function: "purple",
	string: "green",
	property: "blue",
	parameter: "blue",
	type: "gold",
	class: "gold",
	variable: "ink",
	invalid: "red",
	// Made by `python -m kibitz_dev`:
	spades: "ink",
	clubs: "ink",
	hearts: "red",
	diamonds: "red",
	dealer: "gold",
	townsfolk: "blue",
	outsider: "teal",
	minion: "orange",
	demon: "red",
	traveller: "purple",
	fabled: "gold",
	// So much was made.
};
const colours = Object.entries(COLOURS).map(([name, colour]) => [`.k-${name}`, { color: `var(--${colour})` }]);

const BORDER = "1px solid var(--line)";
const PROSE = { fontFamily: "system-ui, sans-serif" };
/** The size of text, and of a line. */
const TEXT = { fontFamily: "var(--mono)", fontSize: "14px", lineHeight: "1.55" };

export const theme = EditorView.theme({
	"&": { height: "100%", background: "var(--paper)", color: "var(--ink)" },
	"&.cm-focused": { outline: "none" },
	".cm-scroller": TEXT,
	".cm-content": { caretColor: "var(--ink)" },
	".cm-line.columns": { whiteSpace: "pre" },
	".cm-cursor": { borderLeftColor: "var(--ink)" },
	".cm-gutters": { background: "var(--paper)", color: "var(--dim)", borderRight: BORDER },
	".cm-activeLine, .cm-activeLineGutter": { background: "light-dark(#1d6b430d, #7fd0a012)" },
	".cm-selectionBackground": { background: "light-dark(#bfe0cc, #2d5440) !important" },
	// Matching brackets are bold: a box would look like a part of the record.
	"&.cm-focused .cm-matchingBracket": { background: "none", color: "var(--accent)", fontWeight: "700" },
	".cm-tooltip, .cm-panels": { border: BORDER, background: "var(--bar)", color: "var(--ink)" },
	".cm-tooltip": { ...TEXT, borderRadius: "0.4rem", maxWidth: "min(36rem, 95vw)" },
	// One column for labels, one for details.
	".cm-tooltip.cm-tooltip-autocomplete": {
		maxWidth: "min(44rem, 95vw)",
		"& > ul": {
			display: "grid",
			gridTemplateColumns: "fit-content(60%) minmax(0, auto)",
			alignContent: "start",
			maxHeight: "13em",
			fontFamily: "var(--mono)",
		},
		"& > ul > li": {
			display: "grid",
			gridColumn: "1 / -1",
			gridTemplateColumns: "subgrid",
			padding: "0.15rem 0.5rem",
		},
		"& > ul > li > *": { overflow: "hidden", textOverflow: "ellipsis" },
		"& > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--paper)" },
	},
	".cm-completionDetail": { color: "var(--dim)", fontStyle: "normal" },
	"[aria-selected] .cm-completionDetail": { color: "inherit" },
	"@media (max-width: 760px)": {
		".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.55rem 0.6rem" },
		// The documentation would cover the list.
		".cm-tooltip.cm-completionInfo": { display: "none" },
	},
	".documentation, .cm-diagnosticText": { ...PROSE, whiteSpace: "pre-wrap" },
	".cm-tooltip .cm-lsp-documentation": {
		...PROSE,
		padding: "0.35rem 0.6rem",
		lineHeight: "1.4",
		"& > *": { margin: "0 0 0.35rem" },
		"& > :last-child": { marginBottom: "0" },
		"& :is(th, td)": { padding: "0 0.75rem 0 0", textAlign: "left" },
	},
	".cm-lsp-signature-tooltip": {
		padding: "0.15rem 0.5rem",
		maxWidth: "none",
		overflowY: "auto",
		"& .cm-lsp-signature": { fontFamily: "inherit" },
		"& .cm-lsp-documentation": { padding: "0", color: "var(--dim)", fontSize: "inherit" },
	},
	".cm-panel.cm-panel-lint ul [aria-selected]": {
		background: "light-dark(#dceee3, #24382d) !important",
		color: "inherit !important",
	},
	".cm-diagnosticSource": { color: "var(--dim)" },
	".cm-panels :is(input, button), .cm-diagnosticAction": {
		border: BORDER,
		background: "var(--paper)",
		color: "inherit",
	},
	".cm-diagnosticAction": { minHeight: "0", margin: "0 0.5rem" },
	".lens": { padding: "0.15rem 6px 0", color: "var(--dim)", font: "12px system-ui, sans-serif" },
	".lens > *": { marginRight: "1rem" },
	".lens button": {
		minHeight: "0",
		padding: "0",
		border: "0",
		background: "none",
		color: "var(--accent)",
		textAlign: "left",
		textDecoration: "underline",
		whiteSpace: "normal",
	},
	".hint": { color: "var(--dim)", fontSize: "0.85em", fontStyle: "italic" },
	".same": { borderRadius: "0.15rem", background: "light-dark(#1d6b431f, #7fd0a026)" },
	".ghost": { color: "var(--dim)", opacity: "0.8", cursor: "pointer" },
	...Object.fromEntries(colours),
	".k-comment": { color: "var(--dim)", fontStyle: "italic" },
	".k-variable": { fontWeight: "600" },
	".k-deprecated": { textDecoration: "line-through" },
});
