// The line below the editor: a summary of the findings in the whole record, and the loading progress.

import type { Diagnostic } from "vscode-languageserver-protocol";

/** The parameters of `kibitz/status`. */
export type Status = {
	uri: string;
	version: number;
	/** Whether the whole record has been checked. */
	checked: boolean;
	/** Number of findings that are held back while the user types. */
	held: number;
} & { [count in `${(typeof SEVERITIES)[number]}s`]: number };

const SEVERITIES = ["error", "warning", "information", "hint"] as const;
/** Milliseconds from a change until the old summary disappears. Usually the server answers sooner. */
const PATIENCE = 100;

export class Footer {
	/** The published findings. The totals come with `kibitz/status`. */
	findings: readonly Diagnostic[] = [];
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly line: HTMLElement,
		private readonly isEmpty: () => boolean,
	) {}

	/** Show a status. It is clean only if the check is complete, nothing is wrong and nothing is held back. */
	status({ checked, held, ...counts }: Status): void {
		const said = SEVERITIES.flatMap((name) => {
			const number = counts[`${name}s`];
			return number ? [`${number} ${name}${number === 1 || name === "information" ? "" : "s"}`] : [];
		});
		const worst = said.length ? worstOf(this.findings) : undefined;
		const words = [said.join(", "), checked ? "" : "still checking", held ? "unfinished" : ""]
			.filter(Boolean)
			.join(", ");
		const text = [words, worst && `line ${worst.range.start.line + 1}: ${worst.message}`].filter(Boolean).join(" · ");
		if (this.isEmpty()) {
			this.say("Empty: press Ctrl+Space for the first entries of a record");
		} else if (text) {
			this.say(text.charAt(0).toUpperCase() + text.slice(1), worst && SEVERITIES[(worst.severity ?? 1) - 1]);
		} else {
			this.say("Nothing is wrong", "clean");
		}
	}

	/** Mark the summary as outdated, because the text has changed. */
	changed(): void {
		this.line.classList.remove("clean");
		this.timer ??= setTimeout(() => this.say("Checking …"), PATIENCE);
	}

	/** Empty the line, because another record is open. */
	clear(): void {
		this.findings = [];
		this.say("");
	}

	/** Show why the server cannot start, and nothing else from then on. */
	fail(why: string): void {
		this.say(`The server can't be started: ${why}`, "error");
		this.say = () => {};
	}

	/** Show a text, such as the loading progress. The name is the severity of what it says, or `clean`. */
	say(text: string, name = ""): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.line.textContent = text;
		this.line.className = name;
	}
}

/** Return the gravest finding, if there is any. */
export function worstOf(findings: readonly Diagnostic[]): Diagnostic | undefined {
	return findings.toSorted((one, other) => (one.severity ?? 1) - (other.severity ?? 1))[0];
}
