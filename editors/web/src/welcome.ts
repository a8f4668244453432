// The welcome for first-time visitors: an introduction, the examples, and a guide to the first fix.

import { nextDiagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { add, button } from "../../stage/made";
import { act } from "./acting";
import { examples } from "./choosing";
import { worstOf } from "./footer";
import { append } from "./menu";
import type { Record } from "./notations";

export class Welcome {
	private isGuided = false;

	constructor(
		private readonly place: HTMLElement,
		private readonly guide: HTMLElement,
		private readonly view: EditorView,
	) {}

	/** Show the welcome with the examples. `begin` gets the chosen one. */
	open(begin: (record: Record) => void): void {
		for (const one of examples(begin)) {
			append(this.place.querySelector("#beginnings") as HTMLElement, one);
		}
		const close = this.place.querySelector("#close") as HTMLElement;
		close.onclick = () => this.close();
		this.place.hidden = false;
	}

	close(): void {
		this.place.hidden = true;
	}

	/** Guide the user through the first fix: the problem, the possible fixes at its place, and the success. */
	told(found: readonly Diagnostic[]): void {
		if (this.place.hidden) {
			return;
		}
		const worst = worstOf(found);
		this.guide.replaceChildren();
		if (worst && (worst.severity ?? 1) < 3) {
			this.say(`Problem in this record: ${worst.message}.`, "Fix it …", () => {
				this.isGuided = true;
				this.view.focus();
				nextDiagnostic(this.view);
				act(this.view, this.view.state.selection.main.from);
			});
		} else if (this.isGuided) {
			const text = "The record is correct again, and Ctrl+Z undoes the fix. Start with your own record:";
			this.say(text, "Begin", () => this.close());
		}
	}

	private say(text: string, label: string, work: () => void): void {
		add(this.guide, "span", "", text);
		button(this.guide, label, "", work);
	}
}
