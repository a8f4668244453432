// What is done once it has been quiet for a while.

const timers: { [what: string]: ReturnType<typeof setTimeout> | undefined } = {};

/** Does some work after so many milliseconds, unless it is wished for anew meanwhile. */
export function soon(what: string, wait: number, work: () => void): void {
	clearTimeout(timers[what]);
	timers[what] = setTimeout(work, wait);
}
