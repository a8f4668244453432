// A typist who takes nothing that is offered, in several windows at a time: only a record's own characters and Enter are pressed.

/**
 * Types records, in a window for each server at the same time. `servers` are programs, each with the `records` that are typed with
 * it: the name of a scenario, that of a `file`, what is `there`, the `text` that is typed behind that and the `pause` for a key in
 * milliseconds. A scenario tells what came out, and how often a list was seen.
 */
export async function plainly(servers, only, window, run) {
	const typists = servers.map(async ({ path, records }, server) => {
		const wanted = records.filter(({ name }) => only.includes(name));
		if (!wanted.length) {
			return;
		}
		const code = await window(`window ${server}`, { "kibitz.path": path });
		// Else the first record may be written before there is a server that could offer anything.
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
		// What a busy machine has missed is not made up for.
		due = Math.max(due, Date.now()) + pause;
		await press(code.page.keyboard, character);
		lists += character === "\n" ? 0 : (await code.suggestions()).length && 1;
	}
	return { text: await code.saveAsIs(file), lists };
}

/** A key, as far as there is one for a character. */
async function press(keyboard, character) {
	const key = character === "\n" ? "Enter" : character;
	await (/^[ -~]/.test(key) ? keyboard.press(key) : keyboard.insertText(key));
}
