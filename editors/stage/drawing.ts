// A preview in a shadow root: the parts at the cursor, the keyboard focus, and the zoom.

import { move } from "./motion";

/** The factor of one zoom step. */
export const ZOOM = 1.2;
const STOPS = "[data-span], [data-open], :focus";

export class Drawing {
	readonly root: ShadowRoot;
	/** The style of the preview. Content security policies allow style sheets that a script constructs. */
	private readonly sheet = new CSSStyleSheet();
	private drawn = "";
	private zoom = 1;

	constructor(
		private readonly place: HTMLElement,
		/** Called with the element that was clicked or chosen by key, and whether to go to its source. */
		choose: (target: Element, isSource: boolean) => void,
	) {
		this.root = place.attachShadow({ mode: "open" });
		this.root.adoptedStyleSheets = [FRAME, this.sheet];
		this.root.addEventListener("click", (event) => {
			const { target, ctrlKey, metaKey } = event as PointerEvent;
			choose(target as Element, ctrlKey || metaKey);
		});
		this.root.addEventListener("keydown", (event) => this.pressed(event as KeyboardEvent, choose));
		this.root.addEventListener("focusin", ({ target }) => this.stop(target as SVGElement));
		place.addEventListener("wheel", (event) => {
			if (event.ctrlKey) {
				event.preventDefault();
				this.resize(event.deltaY < 0 ? ZOOM : 1 / ZOOM);
			}
		});
	}

	/** Draw a preview, and return whether it has changed. It is parsed as XML, so that no script in it runs. */
	show(svg: string, here: readonly number[]): boolean {
		const isOther = svg !== this.drawn;
		const focused = this.root.activeElement;
		const [place, number] = [focused?.getAttribute("data-place"), this.stops.indexOf(focused as SVGElement)];
		if (isOther) {
			this.draw(svg);
		}
		for (const [index, one] of this.root.querySelectorAll<SVGElement>("[data-span]").entries()) {
			one.classList.toggle("current", here.includes(index));
			one.ariaCurrent = here.includes(index) ? "true" : null;
		}
		if (focused && !this.root.activeElement) {
			const same = place && this.root.querySelector<SVGElement>(`[data-place="${CSS.escape(place)}"][tabindex]`);
			(same || this.stops[Math.min(number, this.stops.length - 1)])?.focus();
		} else if (!focused) {
			this.root.querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "nearest" });
		}
		return isOther;
	}

	clear(): void {
		this.drawn = "";
		this.root.replaceChildren();
	}

	private draw(svg: string): void {
		// Even parsing a style element would violate the content security policy.
		const [style, look = ""] = /<style>([^<]*)<\/style>/.exec(svg) ?? [""];
		const read = new DOMParser().parseFromString(svg.replace(style, ""), "image/svg+xml").documentElement;
		const [before, after] = [this.root.querySelector("svg"), document.importNode(read, true)];
		for (const [index, one] of after.querySelectorAll("[data-span]").entries()) {
			one.setAttribute("data-number", String(index));
			one.setAttribute("role", "link");
		}
		const [, , width = "1", height = "1"] = after.getAttribute("viewBox")?.split(" ") ?? [];
		this.sheet.replaceSync(`svg { --width: ${width}; --height: ${height}; } ${look}`);
		this.root.replaceChildren(after);
		this.drawn = svg;
		if (before) {
			move(before, after);
		}
	}

	/** The elements that arrow keys reach. Only one is a tab stop, so that Tab leaves the preview. */
	private get stops(): SVGElement[] {
		return [...this.root.querySelectorAll<SVGElement>(STOPS)];
	}

	/** Make the focused element the tab stop, else the element at the cursor, else the first one. */
	settle(): void {
		const focused = this.root.querySelector<SVGElement>(":focus");
		this.stop(focused ?? this.root.querySelector<SVGElement>(".current") ?? this.stops[0]);
	}

	private stop(at: SVGElement | undefined): void {
		// The focused element is always one of the stops, because it would lose the focus without `tabindex`.
		for (const one of this.root.querySelectorAll<SVGElement>(`[tabindex], ${STOPS}`)) {
			if (one.matches(STOPS)) {
				one.tabIndex = one === at ? 0 : -1;
			} else {
				one.removeAttribute("tabindex");
			}
		}
	}

	private pressed(event: KeyboardEvent, choose: (target: Element, isSource: boolean) => void): void {
		const target = event.target as SVGElement;
		const { stops } = this;
		const move = MOVES[event.key];
		if (event.key === "Enter" || event.key === " ") {
			choose(target, event.ctrlKey || event.metaKey);
		} else if (move && stops.includes(target)) {
			move(stops, stops.indexOf(target))?.focus();
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}

	/** Multiply the zoom by a factor. A factor of 0 fits the preview to its container. */
	resize(factor: number): void {
		this.zoom = factor * this.zoom || 1;
		this.place.style.setProperty("--zoom", String(this.zoom));
	}
}

type Move = (stops: SVGElement[], from: number) => SVGElement | undefined;
const MOVES: { [key: string]: Move } = {
	ArrowRight: (stops, from) => stops[from + 1],
	ArrowLeft: (stops, from) => stops[from - 1],
	ArrowDown: (stops, from) => nearest(stops, from, 1),
	ArrowUp: (stops, from) => nearest(stops, from, -1),
	Home: (stops) => stops[0],
	End: (stops) => stops.at(-1),
};

/** Return the closest stop above (-1) or below (1), by vertical and then by horizontal distance, if there is one. */
function nearest(stops: readonly SVGElement[], from: number, direction: 1 | -1): SVGElement | undefined {
	const boxes = stops.map((one) => one.getBoundingClientRect());
	const start = boxes[from] as DOMRect;
	const distances = boxes.flatMap(({ top, left }, index) => {
		const down = direction * (top - start.top);
		return down > start.height / 2 ? [{ index, down, across: Math.abs(left - start.left) }] : [];
	});
	distances.sort((one, other) => one.down - other.down || one.across - other.across);
	return stops[distances[0]?.index ?? -1];
}

const FRAME = new CSSStyleSheet();
FRAME.replaceSync(`
	svg {
		/* The scale is 1.3 at most. If fitting the height would make it less than 0.5, only the width is fitted. */
		--wide: min(100cqw, 1.3px * var(--width));
		--high: 100cqh * var(--width) / var(--height);
		width: calc(var(--zoom, 1) * max(min(var(--wide), var(--high)), min(var(--wide), (0.5px * var(--width) - var(--high)) * 999)));
		display: block; height: auto; margin: auto; border-radius: 8px; user-select: none;
	}
	[data-number], [data-open] { cursor: pointer; touch-action: manipulation; }
	[data-place] * { pointer-events: all; }
	[data-open="next"] { outline: 2px dashed var(--accent); outline-offset: -3px; }
	.digit { font: 600 12px system-ui, sans-serif; fill: var(--ink); stroke: var(--paper); stroke-width: 3px; paint-order: stroke; pointer-events: none; }
	[data-open]:hover { filter: drop-shadow(0 0 4px var(--accent)); }
	[data-number]:hover { opacity: 0.8; }
	.current { outline: 2px dashed var(--accent); outline-offset: 2px; }
	:focus-visible { outline: 3px solid var(--focus, var(--accent)); outline-offset: 1px; }
	@media (forced-colors: active) {
		svg { forced-color-adjust: none; }
		[data-open="next"], .current, :focus-visible { outline-color: Highlight; }
	}
`);
