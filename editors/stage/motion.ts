// What is another than in the picture before is shown by movement, for who does not mind that.

/** Of more that is new nobody could follow the ways: another picture, at once. */
const MOST = 24;
/** Milliseconds that it takes. */
const WHILE = 240;

/** Whether somebody has asked for stillness: the system, or VS Code. */
function isStill(): boolean {
	return matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.matches(".vscode-reduce-motion");
}

/** Lets what has another place go there, and what was not there appear. */
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

/** Where a part of a picture is, as CSS says it. */
function placeOf(part: Element): string {
	const [x = "0", y = "0"] = part.getAttribute("transform")?.match(/-?[\d.]+/g) ?? [];
	return `translate(${x}px, ${y}px)`;
}
