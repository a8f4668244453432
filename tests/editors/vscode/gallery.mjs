// Screenshots of each notation with its preview, in light and dark, for people to look at.

import { readFileSync } from "node:fs";
import { check, until } from "./workbench.mjs";

const RECORDS = new URL("../../records/", import.meta.url);
/** Themes: their names in the settings, and their kinds. */
export const THEMES = {
	dark: ["Default Dark Modern", "vs-dark"],
	light: ["Default Light Modern", "vs"],
	contrast: ["Default High Contrast", "hc-black"],
};

/** A record, the cursor position, and a word that the preview then contains. */
const SHOWN = {
	bjn: { name: "hand.bjn", record: "annotated.bjn", at: [22, 8], drawn: "Dealer" },
	pfn: { name: "round.pfn", record: "demo.pfn", at: [33, 10], drawn: "goal" },
	botc: { name: "grimoire.botc", record: "drawing.botc", at: [11, 43], drawn: "Grimoire" },
	qgn: { name: "game.qgn", record: "connect4.qgn", at: [8, 20], drawn: "connect4" },
};

const NIGHT = `# The third night
[Alice:fortune_teller(poisoner:poisoned)
 *~~Bob~~:chef*
 Charlie:imp
 Dave:slayer(slayer:no_ability)
 Eve:poisoner]
`;
const TWICE = "// One deck\n{2.52}|1.1..as.|2.1..kd.|0.1...?|1.1..as.|2.1..9h._|0.1..ah.\n";

/** Screenshots for the READMEs, made small by `pngquant --strip`. The small window keeps them readable. */
async function pictures(code) {
	const size = code.page.viewportSize();
	await code.page.setViewportSize({ width: 960, height: 420 });
	await code.press("Control+b");
	await code.open("hand.bjn", TWICE);
	for (const theme of ["dark", "light"]) {
		await code.theme(...THEMES[theme]);
		await code.goTo(2);
		await code.press("F8");
		await code.page.locator(".marker-widget .descriptioncontainer", { hasText: "dealt twice" }).waitFor();
		await code.screenshot(`problem-${theme}`);
		await code.press("Escape");
	}
	await code.page.setViewportSize({ width: 1100, height: 600 });
	await code.open("grimoire.botc", NIGHT);
	await code.goTo(4, 4);
	await code.press("Control+k", "v");
	await until("the picture", async () => (await code.drawingText()).includes("Grimoire"));
	for (const theme of ["light", "dark"]) {
		await code.theme(...THEMES[theme]);
		await code.screenshot(`preview-${theme}`);
	}
	await code.press("Control+b");
	await code.page.setViewportSize(size);
}

/** Frames of the README's animation: type a card twice, see the underline, apply the fix. Names end in milliseconds. */
async function animation(code) {
	const size = code.page.viewportSize();
	let number = 0;
	const frame = async (lasts) => {
		const name = `fix-${String(number++).padStart(3, "0")}-${lasts}`;
		await code.page.screenshot({ path: `${code.screenshots}/${name}.png`, animations: "disabled" });
	};
	await code.page.setViewportSize({ width: 760, height: 300 });
	await code.press("Control+b");
	await code.theme(...THEMES.dark);
	await code.open("hand.bjn", "// One deck\n{1.52}|1.1..as.|0.1...?|1.1..");
	await code.press("Control+End");
	await frame(1200);
	for (const key of "as.|0.1..ah.|1.1.^.9c._") {
		await code.page.keyboard.type(key);
		await new Promise((resolve) => setTimeout(resolve, 250));
		await frame(110);
	}
	await code.press("Escape");
	await code.squiggles().first().waitFor();
	await frame(1500);
	await code.press("F8");
	await code.page.locator(".marker-widget .descriptioncontainer", { hasText: "dealt twice" }).waitFor();
	await new Promise((resolve) => setTimeout(resolve, 500));
	await frame(2500);
	await code.press("Escape", "Control+.");
	await code.page.locator(".action-widget .monaco-list-row.action").first().waitFor();
	await new Promise((resolve) => setTimeout(resolve, 500));
	await frame(2000);
	await code.press("Enter");
	await until("the fix", async () => (await code.text()).includes("|1.1..ac.|"));
	await until("no problem", async () => (await code.squiggles().count()) === 0);
	await new Promise((resolve) => setTimeout(resolve, 500));
	await frame(2500);
	await code.press("Control+b");
	await code.page.setViewportSize(size);
}

/** A record, where the user writes in it, the typed text, and a word of the preview before that. */
const WRITTEN = {
	hand: {
		name: "hand.bjn",
		text: "// Two of us\n{2.52}|1.1..as.|2.1..kd.|0.1...?|1.1..5s.|2.1..9h._|0.1..ah.|",
		at: [2, 62],
		typed: "1.1.^.",
		drawn: "Dealer",
	},
	trade: {
		name: "round.pfn",
		text: readFileSync(new URL("demo.pfn", RECORDS), "utf8"),
		at: [41, 1],
		typed: '[[Trades]]\nTradeIndex = 3\nBuyer = "P',
		drawn: "goal",
	},
	grimoire: { name: "grimoire.botc", text: NIGHT, at: [4, 1], typed: "Fay:sl", drawn: "Grimoire" },
	game: {
		name: "game.qgn",
		text: readFileSync(new URL("connect4.qgn", RECORDS), "utf8"),
		at: [8, 1],
		typed: "0p&",
		drawn: "connect4",
	},
};

/** Type part of an entry: findings that further typing fixes are not red. The screenshots show the help. */
async function writing(code) {
	for (const [what, { name, text, at, typed, drawn }] of Object.entries(WRITTEN)) {
		await code.open(name, text);
		await code.goTo(...at);
		await code.press("Control+k", "v");
		await until("the picture", async () => (await code.drawingText()).includes(drawn));
		await code.type(typed);
		await new Promise((resolve) => setTimeout(resolve, 1500));
		await code.screenshot(`writing-${what}`);
		check((await code.editor.locator(".squiggly-error").count()) === 0, `something is red in the ${what}`);
		await code.press("Escape");
	}
}

/** Show a record with its preview, in all themes if there are to be screenshots for people. */
async function shown(code, language, { name, record, at, drawn }) {
	await code.open(name, readFileSync(new URL(record, RECORDS), "utf8"));
	await code.goTo(...at);
	await code.press("Control+k", "v");
	await until("the picture", async () => (await code.drawingText()).includes(drawn));
	if (code.pictures) {
		await code.press("Control+b");
		for (const [theme, named] of Object.entries(THEMES)) {
			await code.theme(...named);
			await code.screenshot(`${language}-${theme}`);
		}
		await code.theme(...THEMES.dark);
		await code.press("Control+b");
	}
}

export const GALLERY = {
	writing,
	pictures,
	animation,
	...Object.fromEntries(
		Object.entries(SHOWN).map(([language, what]) => [`gallery_${language}`, (code) => shown(code, language, what)]),
	),
};
