// Helpers that create elements. Text is never parsed as HTML.

export function made<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	kind = "",
	text = "",
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	made.className = kind;
	made.textContent = text;
	return made;
}

/** Append an element to its parent, and return it. */
export function add<Name extends keyof HTMLElementTagNameMap>(
	parent: HTMLElement,
	name: Name,
	kind = "",
	text = "",
): HTMLElementTagNameMap[Name] {
	return parent.appendChild(made(name, kind, text));
}

/** Append a button, and return it. A button whose text is a symbol needs a label: its tooltip and accessible name. */
export function button(parent: HTMLElement, text: string, label: string, work: () => void): HTMLButtonElement {
	const made = Object.assign(add(parent, "button", "", text), { type: "button", onclick: work });
	return label ? Object.assign(made, { title: label, ariaLabel: label }) : made;
}
