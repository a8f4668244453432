// A typist who accepts no suggestion, in several windows at a time, and presses only a record's characters and Enter.

/**
 * Type records, in one window per server at the same time. `servers` have the `path` of a program and the `records`
 * typed with it: the `name` of a scenario, its `file`, the text already `there`, the `text` typed after it, and the
 * `pause` per key in milliseconds. A scenario returns the resulting text, and how often a list was visible.
 */
export async function plainly(servers, only, window, run) {
	const typists = servers.map(async ({ path, records }, server) => {
		const wanted = records.filter(({ name }) => only.includes(name));
		if (!wanted.length) {
			return;
		}
		const code = await window(`window ${server}`, { "kibitz.path": path });
		// Otherwise the first record may be complete before the server can suggest anything.
		await code.begin();
		for (const { name, ...record } of wanted) {
			await run(name, () => typed(code, record), code);
		}
	});
	await Promise.all(typists);
}

async function typed(code, { file, there, text, pause }) {
	await code.open(file, there);
	await code.press("Control+End");
	let lists = 0;
	let due = Date.now();
	for (const character of text) {
		await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
		// Do not catch up on the delays of a busy machine.
		due = Math.max(due, Date.now()) + pause;
		await press(code.page.keyboard, character);
		lists += character === "\n" ? 0 : (await code.suggestions()).length && 1;
	}
	return { text: await code.saveAsIs(file), lists };
}

/** Press the key of a character, or insert the character if it has no key. */
async function press(keyboard, character) {
	const key = character === "\n" ? "Enter" : character;
	await (/^[ -~]/.test(key) ? keyboard.press(key) : keyboard.insertText(key));
}
