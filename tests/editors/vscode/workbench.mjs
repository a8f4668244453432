// The workbench of VS Code in a browser, used as a user does: by keys, the mouse, and what is visible.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Timeout for anything, in milliseconds. */
export const PATIENCE = 120_000;
/** Timeout for an attempt that is repeated, in milliseconds. */
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

/** Keys for commands that the driver often runs: the palette would take most of the time. */
const KEYS = {
	"Control+F9": "workbench.action.closeAllEditors",
	"Control+F10": "workbench.action.focusActiveEditorGroup",
	"Control+F11": "workbench.action.files.saveWithoutFormatting",
};

/** Wait until a condition holds, checking it again and again, and return its value. */
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

/** Write the user's settings and keys, before the start. */
export function writeSettings(userData) {
	mkdirSync(join(userData, "User"), { recursive: true });
	writeFileSync(join(userData, "User/settings.json"), JSON.stringify(SETTINGS));
	const keys = Object.entries(KEYS).map(([key, command]) => ({ key: key.replace("Control", "ctrl"), command }));
	writeFileSync(join(userData, "User/keybindings.json"), JSON.stringify(keys));
}

export class Workbench {
	/** `pictures` says whether to save screenshots for people, `machine` is the file of the machine's settings. */
	constructor({ page, folder, python, screenshots, pictures, machine, serverProcess }) {
		Object.assign(this, { page, folder, python, screenshots, pictures, machine, serverProcess });
	}

	/** Open a first record, which starts the extension, so that each scenario has a running server. */
	async begin() {
		await this.open("hand.bjn", "{1.52}\n");
		await this.editor.locator(".codelens-decoration").first().waitFor({ timeout: PATIENCE });
	}

	/** Open a file with this text from the explorer, and close all others. A hidden explorer is hidden again. */
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
			// A key that closed the last file may have been pressed twice and arrive late: it closes this file, too.
			if (!(await tab.isVisible())) {
				await row.click();
				// A resting mouse shows the path of the file, which covers what is next to it.
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
		// The editor restores the cursor of a file that was open before.
		await this.press("Control+Home");
	}

	/** The active editor. */
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

	/** Save a file without formatting it, and return its text. */
	async saveAsIs(name) {
		const isSaved = async () => (await this.page.locator(".tab.active.dirty").count()) === 0;
		await this.pressUntil("Control+F11", `${name} saved`, isSaved);
		return this.read(name);
	}

	/** Run a command by its name in the palette, and wait until that closes, unless the command asks for more. */
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

	/** Open the input at the top with a key, if it is hidden, and fill it. Losing the focus may close it meanwhile. */
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

	/** Click the first entry of the list with this name, perhaps followed by something in parentheses. */
	async pick(name, patience = PATIENCE) {
		const names = this.page.locator(".quick-input-list .monaco-list-row .label-name");
		const wanted = new RegExp(`^${name.replace(/[()+]/g, "\\$&")}( \\([^()]*\\))?$`);
		await names.filter({ hasText: wanted }).first().click({ timeout: patience });
	}

	/** Put the cursor at a line and a column, both counted from 1. */
	async goTo(line, column = 1) {
		await this.focus();
		await until(`the cursor at ${line}:${column}`, async () => {
			if (await this.input.isVisible()) {
				// The input was opened without an editor in focus: a preview that was clicked took the focus late.
				await this.press("Escape", "Control+1");
			}
			await this.ask("Control+g", `:${line}:${column}`);
			await this.page.keyboard.press("Enter");
			await this.input.waitFor({ state: "hidden", timeout: GLANCE });
			return until("there", async () => (await this.cursor()) === `${line}:${column}`, GLANCE);
		});
	}

	/** Return the cursor position from the status bar. */
	async cursor() {
		const text = await this.page.locator("#status\\.editor\\.selection").innerText({ timeout: GLANCE });
		const [, line, column] = /Ln (\d+), Col (\d+)/.exec(text) ?? [];
		return `${line}:${column}`;
	}

	/** Return the length of the selection if it is in one line, else 0. */
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

	/** Press a key until a condition holds. A list that is just closing may swallow the key. */
	async pressUntil(key, what, holds) {
		await until(what, async () => {
			await this.press(key);
			return until(what, holds, GLANCE);
		});
	}

	/** Save, and wait until the file holds the given text. */
	async save(name, expected) {
		await this.pressUntil("Control+s", `${name} saved as ${JSON.stringify(expected)}`, () => {
			check(this.read(name) === expected, `it is ${JSON.stringify(this.read(name))}`);
			return true;
		});
	}

	read(name) {
		return this.bytes(name).toString();
	}

	/** Return the content of a file, empty if there is no file. */
	bytes(name) {
		const path = join(this.folder, name);
		return existsSync(path) ? readFileSync(path) : Buffer.of();
	}

	/** Return the visible lines of the editor, with ordinary spaces. */
	async text() {
		const lines = await this.editor.locator(".view-lines").innerText();
		return lines.replaceAll("\u00a0", " ");
	}

	/** Rest the mouse on a word of the editor until a hover appears, and return its text. */
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

	/** Return the visible completions from the top, and which is in focus. The first of all has index 0. */
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

	/** Return the visible ghost text as it is read: from the top, with its lines joined. */
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

	/** Return the document within the webview. */
	async preview() {
		const frame = this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
		await frame.locator("#bar").waitFor({ timeout: PATIENCE });
		return frame;
	}

	/** Return the texts of the drawing. */
	async drawingText() {
		const frame = await this.preview();
		const texts = await frame.locator("#drawing text").allTextContents();
		return texts.join(" ");
	}

	/** Move the mouse away from everything that shows more when it rests there. */
	async leave() {
		// Two steps: a mouse that is already there would not move, and popups would stay.
		await this.page.mouse.move(6, 6);
		await this.page.mouse.move(2, 2);
	}

	/** Save a screenshot if wanted. The mouse leaves first, unless it must stay (`still`). */
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

	/** Change a setting of this machine. */
	set(id, value) {
		const now = existsSync(this.machine) ? JSON.parse(readFileSync(this.machine, "utf8")) : {};
		mkdirSync(dirname(this.machine), { recursive: true });
		writeFileSync(this.machine, JSON.stringify({ ...now, [id]: value }));
	}

	/** Change the theme of the folder, and wait until it is active. */
	async theme(name, kind) {
		writeFileSync(join(this.folder, ".vscode/settings.json"), JSON.stringify({ "workbench.colorTheme": name }));
		await this.page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: PATIENCE });
	}
}
