// The line below the editor: a summary of the findings in the whole record.

import type { LSPClientExtension } from "@codemirror/lsp-client";
import type { Diagnostic } from "vscode-languageserver-protocol";

/** The parameters of `kibitz/status`. */
type Status = {
	uri: string;
	version: number;
	/** Whether the whole record has been checked. */
	checked: boolean;
	/** Number of findings that are held back while the user types. */
	held: number;
	errors: number;
	warnings: number;
	informations: number;
	hints: number;
};

const SEVERITIES = ["error", "warning", "information", "hint"] as const;
/** Milliseconds from a change until the old summary disappears. Usually the server answers sooner. */
const PATIENCE = 100;

export class Footer {
	private findings: readonly Diagnostic[] = [];
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** The extension that receives `kibitz/status`. */
	readonly extension: LSPClientExtension = {
		clientCapabilities: { experimental: { kibitzStatus: true } },
		notificationHandlers: {
			"kibitz/status": ({ workspace }, status: Status) => {
				if (workspace.getFile(status.uri)?.version === status.version) {
					this.status(status);
				}
				return true;
			},
		},
	};

	constructor(
		private readonly line: HTMLElement,
		private readonly isEmpty: () => boolean,
	) {}

	/** Store the published findings. The totals come with `status`. */
	found(findings: readonly Diagnostic[]): void {
		this.findings = findings;
	}

	/** Show a status. It is clean only if the check is complete, nothing is wrong and nothing is held back. */
	private status({ checked, held, ...counts }: Status): void {
		if (this.isEmpty()) {
			this.say("Empty: press Ctrl+Space for the first entries of a record", "");
			return;
		}
		const said = SEVERITIES.flatMap((name) => {
			const number = counts[`${name}s`];
			return number ? [`${number} ${number === 1 || name === "information" ? name : `${name}s`}`] : [];
		});
		const severity = (one: Diagnostic) => one.severity ?? 1;
		const worst = said.length ? this.findings.toSorted((one, other) => severity(one) - severity(other))[0] : undefined;
		const words = [said.join(", "), checked ? "" : "still checking", held ? "unfinished" : ""].filter(Boolean);
		const where = worst && `line ${worst.range.start.line + 1}: ${worst.message}`;
		const text = [words.join(", "), where].filter(Boolean).join(" · ");
		const clean = checked && !held && !said.length;
		this.say(clean ? "Nothing is wrong" : capital(text), clean ? "clean" : said.length && worst ? nameOf(worst) : "");
	}

	/** Mark the summary as outdated, because the text has changed. */
	changed(): void {
		this.line.classList.remove("clean");
		this.timer ??= setTimeout(() => this.say("Checking …", ""), PATIENCE);
	}

	/** Empty the line, because another record is open. */
	clear(): void {
		this.findings = [];
		this.say("", "");
	}

	private say(text: string, name: string): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.line.textContent = text;
		this.line.className = name;
	}
}

function nameOf({ severity }: Diagnostic): string {
	return SEVERITIES[(severity ?? 1) - 1] ?? "error";
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
