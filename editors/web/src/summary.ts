// What the line below the editor says of all findings.

import type { Diagnostic } from "vscode-languageserver-protocol";

const SEVERITIES = ["error", "warning", "information", "hint"];

/** What is wrong in a line: how much of it, the worst in words, and how bad that is (`clean` where nothing is wrong). */
export function summary(diagnostics: readonly Diagnostic[]): { text: string; worst: string } {
	const of = (one: Diagnostic) => one.severity ?? 1;
	const counts = SEVERITIES.flatMap((name, index) => {
		const number = diagnostics.filter((one) => of(one) === index + 1).length;
		return number ? [`${number} ${number === 1 || name === "information" ? name : `${name}s`}`] : [];
	});
	const worst = diagnostics.toSorted((one, other) => of(one) - of(other))[0];
	if (!worst) {
		return { text: "Nothing is wrong", worst: "clean" };
	}
	const text = `${counts.join(", ")} · line ${worst.range.start.line + 1}: ${worst.message}`;
	return { text, worst: SEVERITIES[of(worst) - 1] ?? "error" };
}
