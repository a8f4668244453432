/** A list of choices in a dialog, for mouse, touch and keys. */

import { add, button } from "../../stage/made";

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
	list.replaceChildren();
	for (const one of choices) {
		append(list, one);
	}
	if (!dialog.open) {
		dialog.showModal();
	}
	list.querySelector<HTMLElement>(CHOICES)?.focus();
}

/** Append a choice to a list. */
export function append(list: HTMLElement, { label, detail, depth = 0, picture, choose, discard }: Choice): void {
	const row = discard ? add(list, "div") : list;
	const work = () => {
		dialog.close();
		choose?.();
	};
	const line = choose ? button(row, "", "", work) : add(row, "p");
	if (depth) {
		line.style.paddingLeft = `${0.75 + depth}rem`;
	}
	if (picture) {
		line.className = "tile";
		Object.assign(add(line, "img"), { src: picture, alt: "" });
	}
	line.append(label);
	if (detail) {
		line.append(" ");
		add(line, "small", "", detail);
	}
	if (discard) {
		let restore: (() => void) | undefined;
		const made = button(row, "Delete", `Delete: ${label}`, async () => {
			restore = restore ? void restore() : await discard();
			(line as HTMLButtonElement).disabled = Boolean(restore);
			made.textContent = restore ? "Bring back" : "Delete";
			made.title = made.ariaLabel = `${made.textContent}: ${label}`;
		});
		made.className = "discard";
	}
}
