// The steps of the drawn record, which the timeline below the preview shows.

import type { Range } from "vscode-languageclient/node";
import type { Step } from "../../stage/play";

/** Idle milliseconds after a change before the steps are requested. */
const REST = 300;

export class Steps {
	private steps: Step[] = [];
	/** The version and the record of the steps, and the timer of the next request. */
	private told = "";
	private asking: ReturnType<typeof setTimeout> | undefined;

	/** Return the range of a step in the text. */
	at(number: number): Range | undefined {
		return this.steps[number]?.range;
	}

	/** Forget which steps were sent, so that the next `tell` sends them again. */
	forget(): void {
		this.told = "";
	}

	/** Request the steps of a version after a pause, and pass them to `tell`, unless that is done. */
	tell(version: string, ask: () => Promise<Step[] | undefined>, tell: (steps: Step[]) => unknown): void {
		clearTimeout(this.asking);
		if (version !== this.told) {
			this.asking = setTimeout(async () => {
				const steps = await ask();
				if (steps) {
					this.told = version;
					this.steps = steps;
					await tell(steps);
				}
			}, REST);
		}
	}
}
