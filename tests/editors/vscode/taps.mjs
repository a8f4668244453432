// Write whole records in VS Code's preview by clicks alone, as planned by `tests/editors/taps.py`.

import { until } from "./workbench.mjs";

/** Return a scenario for each plan: its file, initial text, cursor, the taps of each change, and the saved text. */
export function tapping(plans) {
	return Object.fromEntries(
		Object.entries(plans).map(([plan, { name, before, cursor, changes, saved }]) => [
			`tapped_${plan}`,
			async (code) => {
				await code.open(name, before);
				await code.goTo(...cursor);
				await code.press("Control+k", "v");
				const frame = await code.preview();
				for (const [number, taps] of changes.entries()) {
					const drawn = await code.drawingText();
					for (const [at, tap] of taps.entries()) {
						await take(frame, tap, at < taps.length - 1);
					}
					await until(`change ${number + 1}`, async () => (await code.drawingText()) !== drawn);
				}
				await code.press("Control+1");
				await code.save(name, saved);
			},
		]),
	);
}

/** Make a move at its place in the preview or from the list. If it `leads` on, wait for the next moves. */
async function take(frame, { place, title, alone }, leads) {
	const list = frame.locator("#plays");
	const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const listed = list.locator("button", { hasText: new RegExp(`^(\\d · )?${escaped}$`) });
	const there = frame.locator(`[data-open][data-place="${place}"]`);
	const isThere = async () => place !== "" && (await there.count()) > 0;
	await until(title, async () => (await isThere()) || (await listed.count()) > 0);
	const before = await list.innerText();
	const isDrawn = await isThere();
	if (isDrawn) {
		await there.last().click();
	}
	if (!(isDrawn && alone)) {
		await listed.first().click();
	}
	if (leads) {
		await until(`what comes behind ${title}`, async () => (await list.innerText()) !== before);
	}
}
