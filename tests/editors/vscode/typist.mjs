// A typist at the real VS Code: writes a record with the keys that the simulated typist planned.

import { check, PATIENCE, until } from "./workbench.mjs";

/** How long somebody looks for help before they ask for it, or for the cursor before they move it, in milliseconds. */
const LOOK = 10_000;
/** How long a list has to stay the same to be what there is. */
const STILL = 300;

/** A scenario for each record: `name` is its file, `steps` the plan. It tells how many keys were pressed. */
export function typing(records) {
	return Object.fromEntries(
		Object.entries(records).map(([language, { name, text, steps }]) => [
			`typed_${language}`,
			async (code) => {
				await code.open(name, "");
				const typist = new Typist(code, language);
				for (const step of steps) {
					await typist.follow(step);
				}
				await code.save(name, text);
				return { keys: typist.keys, notes: typist.notes };
			},
		]),
	);
}

/** Without blanks and line breaks: what the editor puts in an empty line is its own affair. */
function solid(text) {
	return text.replace(/[\s\u200b]/g, "");
}

class Typist {
	constructor(code, language) {
		Object.assign(this, { code, language, keys: 0, notes: [] });
	}

	async follow(step) {
		try {
			await this[step.kind](step);
		} catch (error) {
			const all = [`${JSON.stringify(step)}: ${error.message}`, await this.code.text(), ...this.notes];
			throw new Error(all.join("\n"));
		}
	}

	async press(key) {
		this.keys += 1;
		await this.code.press(key);
	}

	async type({ text }) {
		await this.press(text === "\n" ? "Enter" : text);
	}

	/** Leaves a field of a snippet, and perhaps the whole of it: then the cursor has to be at a place that is known. */
	async tab({ to }) {
		await this.press("Tab");
		const there = async () => (await this.code.selected()) > 0 || (await this.code.cursor()) === to;
		if (to && !(await this.seen(there, LOOK))) {
			this.notes.push(`not at ${to}, but at ${await this.code.cursor()}`);
			await this.press("End");
		}
	}

	/** Takes the ghost text; where none is shown, types what it would have been. */
	async ghost({ text }) {
		const shown = async () => solid(await this.code.ghost()).includes(solid(text));
		if (await this.seen(shown, LOOK)) {
			await this.picture("ghost");
			await this.press("Tab");
			return;
		}
		this.notes.push(`no ghost text: ${JSON.stringify(text)}, but ${JSON.stringify(await this.code.ghost())}`);
		await this.picture("missing");
		for (const character of text) {
			await this.type({ text: character });
		}
	}

	/** Takes something from the list, which on an empty line nobody but the typist opens. */
	async item({ text, index, alone }) {
		const offered = () => this.offered(text, index);
		if (alone || !(await this.seen(offered, LOOK))) {
			this.notes.push(`asked for ${text}`);
			if ((await this.code.suggestions()).length) {
				await this.press("Escape");
			}
			await this.press("Control+Space");
			check(await this.seen(offered, PATIENCE), `not among ${JSON.stringify(await this.code.suggestions())}`);
		}
		await this.picture("list");
		await until(`${text} chosen`, () => this.choose(text, index));
		await this.press("Tab");
	}

	async choice(step) {
		await this.item(step);
	}

	/** Whether the list has an item at its place, or elsewhere and seems to stay as it is. */
	async offered(text, index) {
		const list = await this.code.suggestions();
		if (!list.some(({ label }) => label === text)) {
			this.list = undefined;
			return false;
		}
		const labels = list.map(({ label }) => label).join("\n");
		if (labels !== this.list) {
			this.list = labels;
			this.since = Date.now();
		}
		return list.some((one) => one.label === text && one.index === index) || Date.now() - this.since > STILL;
	}

	/** Goes to an item; tells whether that is the chosen one. */
	async choose(text, index) {
		const list = await this.code.suggestions();
		// Until somebody moves, nothing is chosen, and Tab takes the first.
		const chosen = list.find(({ focused }) => focused) ?? { index: 0 };
		const wanted = list.find(({ label }) => label === text);
		if (wanted.index !== index) {
			this.notes.push(`number ${wanted.index}, not ${index}: ${text}`);
		}
		for (let away = Math.abs(wanted.index - chosen.index); away > 0; away--) {
			await this.press(wanted.index > chosen.index ? "ArrowDown" : "ArrowUp");
		}
		const inFocus = async () => {
			const now = await this.code.suggestions();
			return (now.find(({ focused }) => focused) ?? now.find(({ index }) => index === 0))?.label === text;
		};
		await until(`${text} in focus`, inFocus, LOOK);
		// A list that was asked for earlier may still come, with its own first item in focus.
		await new Promise((resolve) => setTimeout(resolve, wanted.index === chosen.index ? 0 : STILL));
		return inFocus();
	}

	/** Whether something comes to be within the time that somebody looks for it. */
	seen(holds, patience) {
		return until("", holds, patience).catch(() => false);
	}

	/** Keeps a picture of the first few times that something helps. */
	async picture(what) {
		const name = `typing-${this.language}-${what}`;
		if (!this[name]) {
			this[name] = true;
			await this.code.screenshot(name);
		}
	}
}
