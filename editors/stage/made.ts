// Helpers that create the elements of a stage.

/** Append an element to its parent, and return it. The text is never parsed as HTML. */
export function add<Name extends keyof HTMLElementTagNameMap>(
	parent: HTMLElement,
	name: Name,
	kind = "",
	text = "",
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	made.className = kind;
	made.textContent = text;
	parent.append(made);
	return made;
}

/** Append a button, and return it. A button whose text is a symbol needs a label: its tooltip and accessible name. */
export function button(parent: HTMLElement, text: string, label: string, work: () => void): HTMLButtonElement {
	const made = add(parent, "button", "", text);
	made.type = "button";
	if (label) {
		made.title = label;
		made.ariaLabel = label;
	}
	made.addEventListener("click", work);
	return made;
}
