// A typist in the real VS Code: writes a record with the keys that the simulated typist planned.

import { check, PATIENCE, until } from "./workbench.mjs";

/** Time to wait for help before asking for it, or for the cursor before moving it, in milliseconds. */
const LOOK = 10_000;
/** Time without changes after which a list counts as complete, in milliseconds. */
const STILL = 300;

/** Return a scenario for each record: `name` is its file, `steps` its plan. It returns the number of keys and notes. */
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

/** Return a text without spaces and line breaks: the editor may add some in an empty line. */
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

	/** Leave a field of a snippet. With `to`, a field must be selected then, or the cursor must be at that place. */
	async tab({ to }) {
		await this.press("Tab");
		const there = async () => (await this.code.selected()) > 0 || (await this.code.cursor()) === to;
		if (to && !(await this.seen(there, LOOK))) {
			this.notes.push(`not at ${to}, but at ${await this.code.cursor()}`);
			await this.press("End");
		}
	}

	/** Accept the ghost text, or type the text if none is shown. */
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

	/** Choose an item of the list. With `alone`, as on an empty line, the typist has to open the list. */
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

	/** Return whether the list has an item at its index, or has it elsewhere and no longer changes. */
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

	/** Go to an item, and return whether it is in focus. */
	async choose(text, index) {
		const list = await this.code.suggestions();
		// Before the first move nothing is in focus, and Tab takes the first item.
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
		// A list that was requested earlier may still arrive, with its own first item in focus.
		await new Promise((resolve) => setTimeout(resolve, wanted.index === chosen.index ? 0 : STILL));
		return inFocus();
	}

	/** Return whether a condition comes true within the time. */
	seen(holds, patience) {
		return until("", holds, patience).catch(() => false);
	}

	/** Take a screenshot when a kind of help first appears. */
	async picture(what) {
		const name = `typing-${this.language}-${what}`;
		if (!this[name]) {
			this[name] = true;
			await this.code.screenshot(name);
		}
	}
}
