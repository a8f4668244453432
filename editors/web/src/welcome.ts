// The welcome for first-time visitors: an introduction, the examples, and a guide to the first fix.

import { diagnosticCount, nextDiagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { add, button } from "../../stage/made";
import { act } from "./acting";
import { pictureOf } from "./beginning";
import { NOTATIONS, type Record } from "./notations";

export class Welcome {
	private seen = false;

	constructor(
		private readonly place: HTMLElement,
		private readonly guide: HTMLElement,
		private readonly view: EditorView,
	) {}

	/** Show the welcome with the examples. `begin` gets the chosen one. */
	open(begin: (record: Record) => void): void {
		const list = this.place.querySelector("#beginnings") as HTMLElement;
		for (const { example, game } of NOTATIONS) {
			if (example) {
				const one = button(list, "", "", () => begin(example));
				const picture = add(one, "img");
				Object.assign(picture, { src: pictureOf(example), alt: "" });
				add(one, "span", "", game);
			}
		}
		const close = this.place.querySelector("#close") as HTMLElement;
		close.onclick = () => this.close();
		this.place.hidden = false;
	}

	close(): void {
		this.place.hidden = true;
	}

	/** Guide the user through the first fix: the problem, its place, the possible fixes, and the success. */
	told(found: readonly Diagnostic[]): void {
		if (this.place.hidden) {
			return;
		}
		const worst = found.toSorted((one, other) => (one.severity ?? 1) - (other.severity ?? 1))[0];
		this.guide.replaceChildren();
		const isWrong = (worst?.severity ?? 4) < 3;
		if (worst && isWrong && !this.seen) {
			this.say(`Problem in this record: ${worst.message}.`, "Show it", () => {
				this.view.focus();
				nextDiagnostic(this.view);
				this.seen = true;
				this.told(found);
			});
		} else if (worst && isWrong) {
			const text = "kibitz marks it in the text, in the margin, in the steps and in the preview. Choose a fix:";
			this.say(text, "Fix it …", () => act(this.view, this.view.state.selection.main.from));
		} else if (this.seen && !diagnosticCount(this.view.state)) {
			this.say("The record is correct again, and Ctrl+Z undoes the fix. Start with your own record:", "Begin", () =>
				this.close(),
			);
		}
	}

	private say(text: string, label: string, work: () => void): void {
		add(this.guide, "span", "", text);
		button(this.guide, label, "", work);
	}
}
