// Small values in the browser's storage, or none if the browser denies the page access.

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
		// Without storage, the next visit begins with the default.
	}
}
