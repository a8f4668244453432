/** A list to choose from, by mouse, finger or keys. */

export type Choice = { label: string; detail?: string; depth?: number; choose?: () => void };

const dialog = document.getElementById("menu") as HTMLDialogElement;
const title = document.getElementById("title") as HTMLElement;
const list = document.getElementById("choices") as HTMLElement;

dialog.addEventListener("click", (event) => {
	// Beside the list: what the dialog covers is not a part of it.
	if (event.target === dialog) {
		dialog.close();
	}
});
dialog.addEventListener("keydown", (event) => {
	const buttons = [...list.querySelectorAll("button")];
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
	dialog.showModal();
	list.querySelector("button")?.focus();
}

function entry({ label, detail, depth, choose }: Choice): HTMLElement {
	const line = document.createElement(choose ? "button" : "p");
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
	return line;
}
