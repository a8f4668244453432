// The steps of the record that is drawn: what the line below the picture goes along.

import type { Range } from "vscode-languageclient/node";
import type { Step } from "../../stage/play";

/** Milliseconds of quiet until the steps of a record that has changed are asked for. */
const REST = 300;

export class Steps {
	private steps: Step[] = [];
	/** Which version of which record they are of, and what will ask for them anew. */
	private told = "";
	private asking: ReturnType<typeof setTimeout> | undefined;

	/** Where a step is written. */
	at(number: number): Range | undefined {
		return this.steps[number]?.range;
	}

	/** Has the steps told again, whatever has been told. */
	forget(): void {
		this.told = "";
	}

	/** Asks for the steps of a version of a record once it is quiet, and tells them, unless that has been done. */
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
