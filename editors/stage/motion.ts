// Animation of the changes from one preview to the next, unless the user prefers reduced motion.

/** Maximum number of changed parts in an animation. The user could not follow more. */
const MOST = 24;
/** Duration of an animation in milliseconds. */
const WHILE = 240;

/** Return whether the system or VS Code asks for reduced motion. */
function isStill(): boolean {
	return matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.matches(".vscode-reduce-motion");
}

/** Move the parts that have a new place, and fade in the new parts. */
export function move(before: Element, after: Element): void {
	if (isStill()) {
		return;
	}
	const gone = new Map<string, string[]>();
	for (const one of before.querySelectorAll(":scope > g")) {
		gone.set(one.innerHTML, [...(gone.get(one.innerHTML) ?? []), placeOf(one)]);
	}
	const other = [...after.querySelectorAll(":scope > g")].filter((one) => {
		const places = gone.get(one.innerHTML) ?? [];
		const same = places.indexOf(placeOf(one));
		return same < 0 || !places.splice(same, 1);
	});
	if (other.length > MOST) {
		return;
	}
	for (const one of other) {
		const from = gone.get(one.innerHTML)?.shift();
		const frames = from ? [{ transform: from }, { transform: placeOf(one) }] : [{ opacity: 0 }, { opacity: 1 }];
		one.animate(frames, { duration: WHILE, easing: "ease-out" });
	}
}

/** Return the place of a part as a CSS transform. */
function placeOf(part: Element): string {
	const [x = "0", y = "0"] = part.getAttribute("transform")?.match(/-?[\d.]+/g) ?? [];
	return `translate(${x}px, ${y}px)`;
}
