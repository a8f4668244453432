/** A list of choices in a dialog, for mouse, touch and keys. */

export type Choice = {
	label: string;
	detail?: string;
	depth?: number;
	/** The address of an image. */
	picture?: string;
	choose?: () => void;
	/** Delete the item of the choice, and return a function that restores it. */
	discard?: () => Promise<() => void>;
};

const dialog = document.getElementById("menu") as HTMLDialogElement;
const title = document.getElementById("title") as HTMLElement;
const list = document.getElementById("choices") as HTMLElement;
const CHOICES = "button:not(.discard)";

dialog.addEventListener("click", (event) => {
	// A click on the backdrop has the dialog itself as its target.
	if (event.target === dialog) {
		dialog.close();
	}
});
dialog.addEventListener("keydown", (event) => {
	const buttons = [...list.querySelectorAll<HTMLButtonElement>(CHOICES)];
	const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (move && buttons.length) {
		event.preventDefault();
		const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
		buttons.at((here + move + buttons.length) % buttons.length)?.focus();
	}
});

export function menu(heading: string, choices: readonly Choice[]): void {
	title.textContent = heading;
	list.replaceChildren(...choices.map(entry));
	if (!dialog.open) {
		dialog.showModal();
	}
	list.querySelector<HTMLElement>(CHOICES)?.focus();
}

function entry({ label, detail, depth, picture, choose, discard }: Choice): HTMLElement {
	const line = document.createElement(choose ? "button" : "p");
	if (picture) {
		line.append(Object.assign(new Image(), { src: picture, alt: "" }));
		line.className = "tile";
	}
	line.append(label);
	line.style.paddingLeft = `${0.75 + (depth ?? 0)}rem`;
	if (detail) {
		const small = document.createElement("small");
		small.textContent = detail;
		line.append(" ", small);
	}
	if (choose) {
		line.onclick = () => {
			dialog.close();
			choose();
		};
	}
	return discard ? discardable(line as HTMLButtonElement, label, discard) : line;
}

/** Return a choice with a button that deletes it, and restores it as long as the list is open. */
function discardable(line: HTMLButtonElement, label: string, discard: () => Promise<() => void>): HTMLElement {
	const button = document.createElement("button");
	button.className = "discard";
	let restore: (() => void) | undefined;
	const say = (word: string) => {
		button.textContent = word;
		button.ariaLabel = `${word}: ${label}`;
		line.disabled = Boolean(restore);
	};
	say("Delete");
	button.onclick = async () => {
		if (restore) {
			restore();
			restore = undefined;
			say("Delete");
		} else {
			restore = await discard();
			say("Bring back");
		}
	};
	const row = document.createElement("div");
	row.append(line, button);
	return row;
}
