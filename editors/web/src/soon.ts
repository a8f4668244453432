// Debounced work.

const timers: { [what: string]: ReturnType<typeof setTimeout> | undefined } = {};

/** Do some work after `wait` milliseconds without another call for the same `what`. */
export function soon(what: string, wait: number, work: () => void): void {
	clearTimeout(timers[what]);
	timers[what] = setTimeout(work, wait);
}
