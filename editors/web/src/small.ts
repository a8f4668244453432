// Small things that a browser remembers: nothing where it does not let the page.

export function remembered(where: "localStorage" | "sessionStorage", key: string): string | null {
	try {
		return window[where].getItem(key);
	} catch {
		return null;
	}
}

export function remember(where: "localStorage" | "sessionStorage", key: string, value: string): void {
	try {
		window[where].setItem(key, value);
	} catch {
		// It is asked for again at the next visit.
	}
}
