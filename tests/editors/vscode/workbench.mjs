// The workbench of VS Code in a browser, used as a person does: by keys, the mouse, and what can be seen.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** How long anything may take to come about, in milliseconds. */
export const PATIENCE = 120_000;
/** How long something is waited for that is tried again. */
const GLANCE = 3_000;

const SETTINGS = {
	"editor.minimap.enabled": false,
	"explorer.autoReveal": false,
	"files.autoSave": "off",
	"git.enabled": false,
	"security.workspace.trust.enabled": false,
	"telemetry.telemetryLevel": "off",
	"update.mode": "none",
	"window.commandCenter": false,
	"workbench.colorTheme": "Default Dark Modern",
	"workbench.editor.enablePreview": false,
	"workbench.layoutControl.enabled": false,
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
	"chat.commandCenter.enabled": false,
	"extensions.ignoreRecommendations": true,
};

/** Commands that the driver gives all the time have keys: by the palette they would be most of what VS Code has to do. */
const KEYS = {
	"Control+F9": "workbench.action.closeAllEditors",
	"Control+F10": "workbench.action.focusActiveEditorGroup",
	"Control+F11": "workbench.action.files.saveWithoutFormatting",
};

/** Waits until something holds, asking again and again; gives what it gave. */
export async function until(what, holds, patience = PATIENCE) {
	const end = Date.now() + patience;
	let last;
	while (Date.now() < end) {
		try {
			const answer = await holds();
			if (answer) {
				return answer;
			}
		} catch (error) {
			last = error;
		}
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`waited in vain: ${what}${last ? ` (${last.message})` : ""}`);
}

export function check(condition, message) {
	if (!condition) {
		throw new Error(message);
	}
}

/** Writes the settings and the keys of the user, before the start. */
export function writeSettings(userData) {
	mkdirSync(join(userData, "User"), { recursive: true });
	writeFileSync(join(userData, "User/settings.json"), JSON.stringify(SETTINGS));
	const keys = Object.entries(KEYS).map(([key, command]) => ({ key: key.replace("Control", "ctrl"), command }));
	writeFileSync(join(userData, "User/keybindings.json"), JSON.stringify(keys));
}

export class Workbench {
	/** `pictures` tells whether there are to be pictures for people, `machine` is the file of the machine's settings. */
	constructor({ page, folder, python, screenshots, pictures, machine, serverProcess }) {
		Object.assign(this, { page, folder, python, screenshots, pictures, machine, serverProcess });
	}

	/** Opens a first record, which starts the extension: each scenario may count on a server that runs. */
	async begin() {
		await this.open("hand.bjn", "{1.52}\n");
		await this.editor.locator(".codelens-decoration").first().waitFor({ timeout: PATIENCE });
	}

	/** Opens a file with this text in the explorer, beside nothing else. An explorer that was hidden is hidden again. */
	async open(name, text) {
		await this.closeAll();
		writeFileSync(join(this.folder, name), text);
		const row = this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
		const hidden = !(await row.isVisible());
		if (hidden) {
			await this.press("Control+b");
		}
		const tab = this.page.locator(`.tab.active[data-resource-name="${name}"]`);
		await until(`${name} opened`, async () => {
			// What closed the file before may have been pressed twice, and be heard of late: it closes this one, too.
			if (!(await tab.isVisible())) {
				await row.click();
				// Where it rests, the path of the file comes up and covers what is beside it.
				await this.leave();
			}
			await until("a tab", () => tab.isVisible(), GLANCE);
			await until("an editor", () => this.editor.isVisible(), GLANCE);
			return tab.isVisible();
		});
		if (hidden) {
			await this.press("Control+b");
		}
		await this.leave();
		await this.focus();
		// The editor remembers where it was when the file was open before.
		await this.press("Control+Home");
	}

	/** The editor that is used at the moment. */
	get editor() {
		return this.page.locator(".editor-group-container.active .editor-instance .monaco-editor").first();
	}

	async focus() {
		await this.press("Control+F10");
	}

	async closeAll() {
		const dialog = this.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Don't Save" });
		const isClosed = async () => (await this.page.locator(".tab").count()) === 0;
		await until("everything closed", async () => {
			if (!(await isClosed())) {
				await this.press("Control+F9");
				await until("closed, or asked", async () => (await isClosed()) || (await dialog.isVisible()), GLANCE);
				if (await dialog.isVisible()) {
					await dialog.click();
				}
			}
			return isClosed();
		});
	}

	/** Saves a file as it is, and gives what it holds then. */
	async saveAsIs(name) {
		const isSaved = async () => (await this.page.locator(".tab.active.dirty").count()) === 0;
		await this.pressUntil("Control+F11", `${name} saved`, isSaved);
		return this.read(name);
	}

	/** Runs a command by its name in the palette, and waits until that is gone, unless the command asks for more. */
	async command(title, { asks = false } = {}) {
		await until(`the command ${title}`, async () => {
			await this.ask("F1", `>${title}`);
			await this.pick(title, GLANCE);
			return true;
		});
		if (!asks) {
			await this.answered();
		}
	}

	/** Opens the input at the top with a key, if it is not there, and writes into it; it may vanish meanwhile, with the focus. */
	async ask(key, text) {
		if (!(await this.input.isVisible())) {
			await this.page.keyboard.press(key);
			await this.input.waitFor({ timeout: GLANCE });
		}
		await this.input.fill(text, { timeout: GLANCE });
	}

	get input() {
		return this.page.locator(".quick-input-widget input");
	}

	async answered() {
		await this.input.waitFor({ state: "hidden", timeout: PATIENCE });
	}

	/** Clicks the first entry of the list whose name is this one, perhaps with something in parentheses behind it. */
	async pick(name, patience = PATIENCE) {
		const names = this.page.locator(".quick-input-list .monaco-list-row .label-name");
		const wanted = new RegExp(`^${name.replace(/[()+]/g, "\\$&")}( \\([^()]*\\))?$`);
		await names.filter({ hasText: wanted }).first().click({ timeout: patience });
	}

	/** Puts the cursor at a line and a column, both counted from 1. */
	async goTo(line, column = 1) {
		await this.focus();
		await until(`the cursor at ${line}:${column}`, async () => {
			if (await this.input.isVisible()) {
				// It was asked where no text is: a picture that was clicked took the focus late.
				await this.press("Escape", "Control+1");
			}
			await this.ask("Control+g", `:${line}:${column}`);
			await this.page.keyboard.press("Enter");
			await this.input.waitFor({ state: "hidden", timeout: GLANCE });
			return until("there", async () => (await this.cursor()) === `${line}:${column}`, GLANCE);
		});
	}

	/** Where the cursor is, as the status bar says. */
	async cursor() {
		const text = await this.page.locator("#status\\.editor\\.selection").innerText({ timeout: GLANCE });
		const [, line, column] = /Ln (\d+), Col (\d+)/.exec(text) ?? [];
		return `${line}:${column}`;
	}

	/** What is selected, if it is one stretch of one line, by its length; 0 for nothing. */
	async selected() {
		const text = await this.page.locator("#status\\.editor\\.selection").innerText({ timeout: GLANCE });
		return Number(/\((\d+) selected\)/.exec(text)?.[1] ?? 0);
	}

	async type(text) {
		await this.page.keyboard.type(text, { delay: 15 });
	}

	async press(...keys) {
		for (const key of keys) {
			await this.page.keyboard.press(key);
		}
	}

	/** Presses a key until something holds. A list that is just closing may swallow it. */
	async pressUntil(key, what, holds) {
		await until(what, async () => {
			await this.press(key);
			return until(what, holds, GLANCE);
		});
	}

	/** Saves, and waits until the file holds the given text. */
	async save(name, expected) {
		await this.pressUntil("Control+s", `${name} saved as ${JSON.stringify(expected)}`, () => {
			check(this.read(name) === expected, `it is ${JSON.stringify(this.read(name))}`);
			return true;
		});
	}

	read(name) {
		return this.bytes(name).toString();
	}

	/** What a file holds; nothing where there is none. */
	bytes(name) {
		const path = join(this.folder, name);
		return existsSync(path) ? readFileSync(path) : Buffer.of();
	}

	/** The text of the editor as it shows: with ordinary blanks, but only the lines in view. */
	async text() {
		const lines = await this.editor.locator(".view-lines").innerText();
		return lines.replaceAll("\u00a0", " ");
	}

	/** Lets the mouse rest on a word of the editor until a hover shows up, and gives what it says. */
	async hover(word) {
		const place = this.editor.locator(".view-lines span > span", { hasText: word }).first();
		const hover = this.page.locator(".monaco-hover:not(.hidden) .hover-contents");
		return until(`a hover over ${word}`, async () => {
			const { x, y, width, height } = await place.boundingBox({ timeout: 1000 });
			await this.page.mouse.move(x, y + 200);
			await this.page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
			await hover.first().waitFor({ timeout: 5000 });
			return (await hover.allInnerTexts()).join("\n");
		});
	}

	/** What the list of completions has in view, from above, and which one is chosen; the first of all has number 0. */
	async suggestions() {
		return this.page.evaluate(() =>
			[...document.querySelectorAll(".suggest-widget.visible:not(.message) .monaco-list-row")]
				.sort((one, other) => one.dataset.index - other.dataset.index)
				.map((row) => ({
					index: Number(row.dataset.index),
					label: row.querySelector(".label-name").textContent.replaceAll("\u00a0", " "),
					focused: row.classList.contains("focused"),
				})),
		);
	}

	/** The ghost text that is shown, read as a person does: from above, its lines run together. */
	async ghost() {
		const parts = this.editor.locator(".ghost-text-decoration, .ghost-text, .suggest-preview-text");
		const text = await parts.evaluateAll((all) =>
			all
				.filter((one) => !all.some((other) => other !== one && other.contains(one)))
				.map((one) => ({ place: one.getBoundingClientRect(), text: one.textContent }))
				.sort((one, other) => one.place.top - other.place.top || one.place.left - other.place.left)
				.map((one) => one.text)
				.join(""),
		);
		return text.replaceAll("\u00a0", " ");
	}

	squiggles(severity = "error") {
		return this.editor.locator(`.squiggly-${severity}`);
	}

	notifications() {
		return this.page.locator(".notifications-toasts .notification-list-item-message");
	}

	/** The document within the webview. */
	async preview() {
		const frame = this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
		await frame.locator("#bar").waitFor({ timeout: PATIENCE });
		return frame;
	}

	/** The texts of the picture that is drawn. */
	async drawingText() {
		const frame = await this.preview();
		const texts = await frame.locator("#drawing text").allTextContents();
		return texts.join(" ");
	}

	/** Takes the mouse away from everything that tells more when it rests there. */
	async leave() {
		// Two steps: where it has been put already it would not seem to move, and what came up meanwhile would stay.
		await this.page.mouse.move(6, 6);
		await this.page.mouse.move(2, 2);
	}

	/** Keeps a picture, where they are wanted; the mouse leaves it, unless it has to stay where it is. */
	async screenshot(name, { still = false } = {}) {
		if (!this.pictures) {
			return;
		}
		if (!still) {
			await this.leave();
		}
		// Widgets fade in and out for a third of a second.
		await this.page.waitForTimeout(400);
		await this.shoot(name);
	}

	async shoot(name) {
		mkdirSync(this.screenshots, { recursive: true });
		await this.page.screenshot({ path: join(this.screenshots, `${name}.png`) });
	}

	/** Gives a setting of this machine a value. */
	set(id, value) {
		const now = existsSync(this.machine) ? JSON.parse(readFileSync(this.machine, "utf8")) : {};
		mkdirSync(dirname(this.machine), { recursive: true });
		writeFileSync(this.machine, JSON.stringify({ ...now, [id]: value }));
	}

	/** Gives the folder another theme, and waits until it is there. */
	async theme(name, kind) {
		writeFileSync(join(this.folder, ".vscode/settings.json"), JSON.stringify({ "workbench.colorTheme": name }));
		await this.page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: PATIENCE });
	}
}
