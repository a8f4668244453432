// A preview in a shadow root: the parts at the cursor, the keyboard focus, and the zoom.

import { move } from "./motion";

/** The factor of one zoom step, and the maximum scale of a fitted preview. */
const [ZOOM, LARGEST] = [1.2, 1.3];
/** The minimum scale at which the height is fitted, too. A taller preview is fitted to the width, and scrolls. */
const SMALLEST = 0.5;
const STOPS = "[data-span], [data-open], :focus";

export class Drawing {
	readonly root: ShadowRoot;
	/** The style of the preview. Content security policies allow style sheets that a script constructs. */
	private readonly sheet = new CSSStyleSheet();
	private drawn = "";
	/** The scale, or 0 to fit the preview to its container. */
	private zoom = 0;

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
		new ResizeObserver(() => this.scale()).observe(place);
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
		const [before, after] = [this.svg, document.importNode(read, true)];
		for (const [index, one] of after.querySelectorAll("[data-span]").entries()) {
			one.setAttribute("data-number", String(index));
			one.setAttribute("role", "link");
		}
		this.sheet.replaceSync(look);
		this.root.replaceChildren(after);
		this.drawn = svg;
		this.scale();
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
		const { activeElement } = this.root;
		this.stop(
			(activeElement?.matches(STOPS) && (activeElement as SVGElement)) ||
				this.root.querySelector<SVGElement>(".current") ||
				this.stops[0],
		);
	}

	private stop(at: SVGElement | undefined): void {
		const { stops } = this;
		for (const one of this.root.querySelectorAll<SVGElement>("[tabindex]")) {
			// The focused element is always one of the stops, because it would lose the focus without `tabindex`.
			if (!stops.includes(one)) {
				one.removeAttribute("tabindex");
			}
		}
		for (const one of stops) {
			one.tabIndex = one === at ? 0 : -1;
		}
	}

	private pressed(event: KeyboardEvent, choose: (target: Element, isSource: boolean) => void): void {
		const target = event.target as SVGElement;
		const { stops } = this;
		const from = stops.indexOf(target);
		const to = from < 0 ? undefined : MOVES[event.key]?.(stops, from);
		if (event.key === "Enter" || event.key === " ") {
			choose(target, event.ctrlKey || event.metaKey);
		} else if (from >= 0 && event.key in MOVES) {
			to?.focus();
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}

	/** Multiply the scale by a factor. A factor of 0 fits the preview to its container. */
	resize(factor: number): void {
		this.zoom = factor && (this.zoom || this.width / this.size.width) * factor;
		this.scale();
	}

	private scale(): void {
		const { svg, zoom, place } = this;
		if (svg && place.clientWidth) {
			const { width, height } = this.size;
			const wide = Math.min(place.clientWidth / width, LARGEST);
			const high = place.clientHeight / height;
			svg.style.width = `${Math.floor((zoom || (high < SMALLEST ? wide : Math.min(wide, high))) * width)}px`;
		}
	}

	private get svg(): SVGSVGElement | null {
		return this.root.querySelector("svg");
	}

	private get width(): number {
		return this.svg?.getBoundingClientRect().width ?? 0;
	}

	/** The natural size of the preview. */
	private get size(): { width: number; height: number } {
		const { width = 1, height = 1 } = this.svg?.viewBox.baseVal ?? {};
		return { width: width || 1, height: height || 1 };
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
export function nearest<T extends Element>(stops: readonly T[], from: number, direction: 1 | -1): T | undefined {
	const start = stops[from]?.getBoundingClientRect();
	if (!start) {
		return undefined;
	}
	const others = stops.map((one) => ({ one, box: one.getBoundingClientRect() }));
	const beyond = others.filter(({ box }) => direction * (box.top - start.top) > start.height / 2);
	const distance = (box: DOMRect) => [Math.abs(box.top - start.top), Math.abs(box.left - start.left)] as const;
	beyond.sort((left, right) => {
		const [down, across] = distance(left.box);
		const [otherDown, otherAcross] = distance(right.box);
		return down - otherDown || across - otherAcross;
	});
	return beyond[0]?.one;
}

const FRAME = new CSSStyleSheet();
FRAME.replaceSync(`
	svg { display: block; height: auto; margin: auto; border-radius: 8px; user-select: none; }
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
