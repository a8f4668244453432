// Elements, as a stage is made of them.

/** An element behind the last one of another. Text is only ever set as text, whatever is in it. */
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

/** A button behind the last one of an element; with a label it is a sign that this tells. */
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
