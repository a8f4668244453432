// What a user does with records in VS Code, one scenario each. A scenario throws an error if something is wrong.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { GALLERY, THEMES } from "./gallery.mjs";
import { check, until } from "./workbench.mjs";

const HAND = "{1.52}\n1.1..as.\n0.1...?\n1.1..kd._\n0.1..7h.\n";
const GRIMOIRE =
	"[Alice:baron(poisoner:poisoned) *~~Bob~~:imp* Charlie:scarlet_woman(washerwoman:townsfolk) Dave:washerwoman Eve:poisoner]\n";
const ROUND = `[FiggieGame]
Title = "A <img src=x onerror=alert(1)> round"
GameID = "G1"
Players = 2
Date = "2025-02-15"
GameDuration = 60.0

[Deal]
P1 = "S1,S2"
P2 = "H1,H2"

[[Trades]]
TradeIndex = 1
T = 5.0
Buyer = "P1"
Seller = "P2"
Suit = "Hearts"
Card = "H1"
Price = 10
`;

/** Try in the page of the preview what a malicious record might do. Return what the page's policy refused. */
async function attack() {
	const refused = [];
	document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
	const script = document.createElement("script");
	script.textContent = "document.title = 'taken over'";
	document.body.append(script);
	const button = document.createElement("button");
	button.setAttribute("onclick", "document.title = 'taken over'");
	document.body.append(button);
	button.click();
	const image = document.createElement("img");
	image.src = "https://example.com/x.png";
	document.body.append(image);
	await fetch("https://example.com/").catch(() => {});
	await new Promise((done) => setTimeout(done, 500));
	for (const one of [script, button, image]) {
		one.remove();
	}
	return document.title === "taken over" ? ["nothing"] : refused;
}

export const SCENARIOS = {
	async squiggle(code) {
		await code.open("hand.bjn", "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..ah.\n");
		await code.squiggles().first().waitFor();
		await code.goTo(1);
		await code.press("F8");
		const message = code.page.locator(".marker-widget .descriptioncontainer").first();
		const text = await until("the message", async () => (await message.innerText()).replaceAll("\u00a0", " "));
		check(text.includes("`as` is dealt twice: player 1 already has it"), `the message is ${text}`);
		check(text.includes("BJN210"), `no code in ${text}`);
		check(text.includes("dealt to player 1 here"), `no related place in ${text}`);
		check((await code.squiggles().count()) === 1, "one problem is shown more than once");
		await code.screenshot("problem");
		await code.press("Escape");
	},

	async hover(code) {
		await code.open("grimoire.botc", GRIMOIRE);
		const text = await code.hover("scarlet_woman");
		check(/Scarlet Woman/.test(text) && /minion/i.test(text), `the hover says ${text}`);
		await code.screenshot("hover", { still: true });

		await code.open("round.pfn", ROUND);
		// On a busy machine, a hover may close before its screenshot or its text is available.
		await until("the state after the trade", async () => (await code.hover("Price")).includes("P1: 240 chips"));
		await code.screenshot("hover-state", { still: true });
	},

	async completion(code) {
		await code.open("hand.bjn", HAND);
		await code.goTo(6);
		await code.type("0.1.%.");
		const rows = code.page.locator(".suggest-widget.visible .monaco-list-row");
		await rows.first().waitFor();
		await code.type("a");
		await until("aces only", async () => /^a[a-z]/.test(await rows.first().innerText()));
		const offered = (await rows.allInnerTexts()).map((one) => one.slice(0, 2));
		check(!offered.includes("as"), `the ace of spades is dealt already, and offered: ${offered}`);
		await code.screenshot("completion");
		const columns = (await rows.allTextContents()).map((one) => one.indexOf("ace of")).filter((at) => at < 20);
		check(columns.length > 1 && new Set(columns).size === 1, `what the cards mean stands in the columns ${columns}`);
		check(!(await code.suggestions()).some(({ focused }) => focused), "something is chosen, and nobody has moved");
		await until("the ace of hearts alone chosen", async () => {
			const chosen = (await code.suggestions()).find(({ focused }) => focused);
			if (chosen?.label !== "ah") {
				await code.press("ArrowDown");
			}
			return chosen?.label === "ah";
		});
		await code.press("Enter");
		await until("the card", async () => (await code.text()).includes("0.1.%.ah"));
		await code.type(".");
		await until("the suggestion taken", async () => (await code.text()).includes("0.1.%.ah."));
		await code.press("Escape");
		await code.save("hand.bjn", `${HAND}0.1.%.ah.\n`);
	},

	async keysOfTheList(code) {
		for (const [keys, taken] of [
			[["Enter"], () => "bar\n"],
			[["Tab"], ([first]) => first],
			[["ArrowDown", "Tab"], ([, second]) => second],
			[["ArrowDown", "Enter"], ([, second]) => second],
			[["ArrowDown", "ArrowUp", "Enter"], ([first]) => first],
		]) {
			// If the list is filled again after the arrows, nothing is in focus any more, and Enter ends the line.
			const [found, expected] = await until(`${keys} heard by the list`, async () => {
				await code.open("grimoire.botc", "");
				await code.type("[Alice:bar");
				const labels = await until("roles", async () => {
					const offered = (await code.suggestions()).map(({ label }) => label);
					// While rows are drawn one by one, an old one may be above a new one.
					return offered.length > 1 && offered.slice(0, 2).every((one) => one.startsWith("bar")) && offered;
				});
				await code.press(...keys, "Escape");
				const both = [await code.saveAsIs("grimoire.botc"), `[Alice:${taken(labels)}`];
				return (keys.length === 1 || both[0] !== "[Alice:bar\n") && both;
			});
			check(found === expected, `${keys}: ${found}, not ${expected}`);
		}
	},

	async ghostText(code) {
		await code.open("hand.bjn", HAND.trimEnd());
		await code.editor.locator(".codelens-decoration", { hasText: "1 player" }).waitFor();
		await code.goTo(5, 9);
		await code.press("Enter");
		await code.editor.locator(".ghost-text-decoration, .ghost-text").first().waitFor();
		await code.screenshot("ghost");
		await code.press("Tab");
		await until("the prediction taken", async () => (await code.text()).includes("\n0.1.%."));
	},

	async lens(code) {
		await code.open("hand.bjn", HAND);
		await code.editor.locator(".codelens-decoration a", { hasText: "1 player" }).click();
		const shown = (what) => code.page.locator(".editor-instance .view-lines", { hasText: what }).first();
		await shown("48 cards left of 52").waitFor();
		await code.open("grimoire.botc", GRIMOIRE);
		await code.editor.locator(".codelens-decoration a", { hasText: "Eve (Poisoner)" }).click();
		await shown("1. Eve, Poisoner").waitFor();
		await code.screenshot("night");
		check((await code.notifications().count()) === 0, "there is a message, too");
		check((await code.cursor()).startsWith("1:"), "the record has lost the keys");
	},

	async leaving(code) {
		const said = join(code.folder, "..", "said");
		const program = join(code.folder, "..", "kibitz that is heard");
		const python = JSON.stringify(code.python);
		const heard = `if [ "$1" = lsp ]; then exec tee ${JSON.stringify(said)} | ${python} -m kibitz lsp; fi`;
		writeFileSync(program, `#!/bin/sh\n${heard}\nexec ${python} -m kibitz "$@"\n`, { mode: 0o755 });
		const settings = join(code.folder, ".vscode", "settings.json");
		writeFileSync(settings, JSON.stringify({ "kibitz.path": program }));
		await until("another server", () => code.serverProcess() === undefined);
		await code.open("hand.bjn", `${HAND}0.1.%.as.\n`);
		await code.squiggles().first().waitFor();
		const status = async () => {
			await code.page.locator("#status\\.languageStatus").hover();
			const shown = code.page.locator(".hover-language-status");
			await shown.nth(1).waitFor();
			const text = (await shown.allInnerTexts()).join("\n");
			await code.leave();
			await shown.first().waitFor({ state: "hidden" });
			return text;
		};
		await until("one error told", async () => /1 error/.test(await status()));
		await code.goTo(6);
		await code.press("Shift+End", "Delete");
		await code.type("0.1.%.as");
		await until("unfinished", async () => /unfinished/.test(await status()));
		await code.screenshot("unfinished");
		await code.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "game.qgn" }).click();
		const left = /"method":"kibitz\/left","params":\{"textDocument":\{"uri":"[^"]*hand\.bjn"/;
		await until("told of leaving", () => left.test(readFileSync(said, "utf8")));
		await code.page.locator(".tab", { hasText: "hand.bjn" }).click();
		await code.squiggles().first().waitFor();
		rmSync(settings);
		await until("the extension's server", () => code.serverProcess());
	},

	async drawings(code) {
		const drawing = readFileSync(new URL("../../records/drawing.botc", import.meta.url), "utf8");
		const lines = () => code.editor.locator(".view-line").allInnerTexts();
		const isWhole = (line) => /^┌.*┐$/.test(line.replaceAll("\u00a0", " ").trim());
		const size = code.page.viewportSize();
		await code.page.setViewportSize({ width: 800, height: 720 });
		for (let time = 0; time < 2; time++) {
			await code.open("grimoire.botc", drawing);
			await until("the frame in one line", async () => (await lines()).some(isWhole));
			await code.screenshot("drawing");
			await code.press("Control+a");
			await code.page.keyboard.insertText(GRIMOIRE.trim());
			await until("a long line in several", async () => (await lines()).length > 1);
		}
		await code.page.setViewportSize(size);
	},

	async fixesAtOnce(code) {
		const hands = "{1.52}|1.1..10s.|0.1...?|1.1..kd._|0.1..7h.\n".repeat(60);
		for (let time = 0; time < 3; time++) {
			await code.open("hand.bjn", hands);
			await code.goTo(1, 14);
			await code.squiggles().first().waitFor();
			await code.press("Control+.");
			const none = code.page.locator(".monaco-editor-overlaymessage", { hasText: "No code actions" });
			const first = code.page.locator(".action-widget .monaco-list-row.action").first();
			await first.or(none).first().waitFor();
			check((await none.count()) === 0, "there is said to be no remedy");
			check(/ts/.test(await first.innerText()), `the first remedy is ${await first.innerText()}`);
			await code.press("Escape");
			// VS Code stores an automatic request that follows a manual one after 500 ms, which cancels the next manual one.
			await new Promise((resolve) => setTimeout(resolve, 1_000));
		}
	},

	async formatOnSave(code) {
		await code.open("game.qgn", '[key "tictactoe"]   [teams "a, b"]\n0m&1.1    1m&0.0   {a corner}\n0m&0.1\n');
		await code.press("Control+End");
		await code.type("1m&2.1");
		await code.pressUntil("Control+/", "the action in braces", async () => (await code.text()).endsWith("{1m&2.1}"));
		// Ghost text may follow it already. The saved text is compared as a whole.
		await code.pressUntil("Control+/", "no braces", async () => /\n1m&2\.1(?!\})/.test(await code.text()));
		await code.save("game.qgn", '[key "tictactoe"]\n[teams "a, b"]\n\n0m&1.1 1m&0.0 {a corner} 0m&0.1 1m&2.1\n');
	},

	async quickFix(code) {
		await code.open("hand.bjn", "{1.52}|1.1..10s.|0.1...?|1.1..kd._|0.1..7h.\n");
		await code.squiggles().first().waitFor();
		await code.goTo(1, 14);
		await code.press("Control+.");
		const first = code.page.locator(".action-widget .monaco-list-row.action").first();
		await first.waitFor();
		check(/ts/.test(await first.innerText()), `the first remedy is ${await first.innerText()}`);
		await code.screenshot("quickfix");
		await code.press("Enter");
		await until("the remedy", async () => (await code.text()).includes("1.1..ts."));
		await code.save("hand.bjn", "{1.52}|1.1..ts.|0.1...?|1.1..kd._|0.1..7h.\n");
	},

	async rename(code) {
		await code.open("round.pfn", ROUND);
		await code.goTo(9, 2);
		const box = code.page.locator(".rename-box input");
		await until("the box for the name", async () => {
			await code.press("F2");
			await box.waitFor({ timeout: 2000 });
			return (await box.inputValue()) === "P1";
		});
		await box.fill("P2");
		await code.press("Enter");
		await until("the new name", async () => (await code.text()).includes('Buyer = "P2"'));
		await code.save(
			"round.pfn",
			ROUND.replace(/P[12]/g, (name) => (name === "P1" ? "P2" : "P1")),
		);
	},

	async words(code) {
		await code.open("grimoire.botc", GRIMOIRE);
		for (const word of ["poisoner:poisoned", "scarlet_woman", "Alice"]) {
			await code.goTo(1, GRIMOIRE.indexOf(word) + 3);
			const lengths = [0];
			while (lengths.at(-1) < word.length) {
				await code.press("Shift+Alt+ArrowRight");
				lengths.push(
					await until(`more than ${lengths.at(-1)} selected`, async () => {
						const length = await code.selected();
						return length > lengths.at(-1) && length;
					}),
				);
			}
			check(lengths.includes(word.length), `${word} is not selected as one: ${lengths}`);
		}
	},

	async preview(code) {
		await code.open("grimoire.botc", GRIMOIRE);
		await code.goTo(1, 3);
		await code.press("Control+k", "v");
		await until("Alice drawn", async () => (await code.drawingText()).includes("Alice"));
		const frame = await code.preview();
		const isLit = async (name) => (await frame.locator(".current").allTextContents()).join().includes(name);
		await until("Alice lit", () => isLit("Alice"));

		await code.type("n");
		await until("the edit drawn", async () => (await code.drawingText()).includes("Anlice"));
		await code.goTo(1, GRIMOIRE.indexOf("Charlie") + 3);
		await until("Charlie lit", () => isLit("Charlie"));

		const dave = frame.locator("#drawing [data-number]", { hasText: "Dave" }).first();
		await dave.click();
		await frame.locator("#plays button", { hasText: "Kill Dave" }).waitFor({ timeout: 20_000 });
		await dave.click({ modifiers: ["Control"] });
		const at = GRIMOIRE.indexOf("Dave") + 2;
		await until("Dave selected", async () => (await code.selected()) === 4);
		check((await code.cursor()) === `1:${at + 4}`, `a click on Dave goes to ${await code.cursor()}`);
		await code.screenshot("preview");
	},

	async played(code) {
		const head = '[key "connect4"]\n[teams "red, blue"]\n';
		await code.open("game.qgn", head);
		await code.press("Control+k", "v");
		const frame = await code.preview();
		for (const [action, isTakenBack] of [
			["0p&3", true],
			["0p&3", false],
			["1p&3", false],
		]) {
			const column = frame.locator('[data-place="column 3"][data-open]').last();
			await column.waitFor({ timeout: 20_000 });
			await column.click();
			const isDone = async () => (await code.drawingText()).includes(`last action ${action}`);
			await until(action, isDone);
			if (isTakenBack) {
				await code.press("Control+z");
				await until("taken back where the keys are", async () => !(await isDone()));
			}
		}
		// The panel may take the focus of the click after the editor has taken that of the key.
		await until("the keys in the editor", async () => {
			await code.press("Control+1", "Home");
			return (await code.cursor()) === "4:1";
		});
		await code.pressUntil("End", "the end of the game", async () => (await code.cursor()) === "4:10");
		// The number in the preview is that of the list.
		await frame.locator(".digit", { hasText: "5" }).waitFor({ timeout: 20_000 });
		await code.type(" ");
		await until("all columns", async () => (await code.suggestions()).length > 1);
		await code.type("5");
		await until("the list", async () => (await code.suggestions())[0]?.label.includes("0p&5"));
		await code.press("Tab");
		await until("the fifth", async () => (await code.drawingText()).includes("last action 0p&5"));
		await code.save("game.qgn", `${head}\n0p&3 1p&3 0p&5\n`);
	},

	async previewDrawn(code) {
		await code.open(
			"grimoire.botc",
			`${GRIMOIRE}${GRIMOIRE.replace("Alice", "*Alice").replace(/(Alice:[a-z_]+(\([^)]*\))?)/, "$1*")}`,
		);
		await code.goTo(1, 3);
		await code.press("Control+k", "v");
		const frame = await code.preview();
		await until("Alice drawn", async () => (await code.drawingText()).includes("Alice"));
		await until("Alice lit", async () => (await frame.locator(".current").allTextContents()).join().includes("Alice"));
		const look = (selector) =>
			frame
				.locator(selector)
				.first()
				.evaluate((one) => getComputedStyle(one).fill);
		const dark = await look("#drawing .paper");
		check(dark !== "rgb(0, 0, 0)", "the drawing has no colours");
		await code.theme(...THEMES.light);
		await until("another paper", async () => (await look("#drawing .paper")) !== dark);
		await code.theme(...THEMES.dark);
		await until("the dark one", async () => (await look("#drawing .paper")) === dark);
		const size = (await frame.locator("#drawing > svg").getAttribute("viewBox")) ?? "";
		await frame.locator("#layout").selectOption("tower");
		await until("a tower", async () => (await frame.locator("#drawing > svg").getAttribute("viewBox")) !== size);
		await frame.locator("#layout").selectOption("circle");
		// The panel may take the focus of the click after the editor has taken that of the key.
		const moment = (line) =>
			until(`the moment of line ${line}`, async () => {
				await code.press("Control+1");
				return (await code.cursor()).startsWith(`${line}:`);
			});
		await frame.locator("[data-step=next]").click();
		await moment(2);
		await until("the shroud", async () => (await code.drawingText()).includes("dead, has a vote"));
		await frame.locator("[data-step=previous]").click();
		await moment(1);
		await frame
			.locator("#drawing [data-number]", { hasText: "Dave" })
			.first()
			.click({ modifiers: ["Control"] });
		await until("Dave selected", async () => (await code.selected()) === 4);
		await frame.locator("#lock").click();
		await until("locked", async () => (await frame.locator("#lock").getAttribute("aria-pressed")) === "true");
		await code.screenshot("drawn");
		await frame.locator("#lock").click();

		// A drawing that has just been replaced has no width.
		const width = () => frame.locator("#drawing > svg").evaluate((one) => one.getBoundingClientRect().width);
		const fitted = await until("unlocked", async () =>
			(await frame.locator("#lock").getAttribute("aria-pressed")) === "false" ? width() : 0,
		);
		await frame.locator("#larger").click();
		await until("larger", async () => (await width()) > fitted * 1.1);
		await frame.locator("#smaller").click();
		await frame.locator("#smaller").click();
		const isSmaller = async () => {
			const now = await width();
			return now > 0 && now < fitted * 0.95;
		};
		await until("smaller", isSmaller);
		await frame.locator("#fit").click();
		await until("fitted", async () => Math.abs((await width()) - fitted) < 1);

		await frame.locator("#copy").click();
		const copied = () => code.page.evaluate(() => navigator.clipboard.readText());
		await until("the picture as text copied", async () => /Grimoire.*Charlie/s.test(await copied()));
		for (const [form, suffix, begins] of [
			["svg", "svg", "<svg"],
			["png", "png", "\x89PNG"],
			["html", "html", "<!DOCTYPE html>"],
			["replay", "html", "<!DOCTYPE html>"],
		]) {
			await frame.locator("#save").selectOption(form);
			await until("where to save it", async () => (await code.input.inputValue()).endsWith(`grimoire.${suffix}`));
			await code.input.fill(join(code.folder, `${form}.${suffix}`));
			await code.press("Enter");
			await code.answered();
			await until(`the ${form}`, () => code.bytes(`${form}.${suffix}`).length > 1000);
			check(code.bytes(`${form}.${suffix}`).toString("latin1").startsWith(begins), `the ${form} is none`);
		}
		check(/<script/.test(code.read("replay.html")) && !/<script/.test(code.read("html.html")), "the replay is none");

		await moment(1);
		await code.goTo(1, GRIMOIRE.indexOf("Dave"));
		await code.type("((");
		await until("what can't be read told", async () => (await code.drawingText()).includes("can't be read"));
		check((await code.drawingText()).includes("Alice"), "what can be read is gone");
		await code.screenshot("broken");
	},

	async previewByKeys(code) {
		await code.open("hand.bjn", HAND);
		await code.goTo(1);
		await code.press("Control+k", "v");
		await until("the table drawn", async () => (await code.drawingText()).includes("Dealer"));
		await code.goTo(4, 8);
		const frame = await code.preview();
		const named = (one) => one?.querySelector("title")?.textContent;
		const isKing = (name) => name?.startsWith("king of diamonds");
		await until("the king lit", async () => isKing(await frame.locator(".current").first().evaluate(named)));
		await code.command("View: Focus Next Editor Group");
		const body = frame.locator("body");
		await until("the panel in focus", () => body.evaluate(() => document.hasFocus()));
		await until("the card in focus", async () => {
			await code.press("Tab");
			const at = () => document.getElementById("drawing").shadowRoot.activeElement?.querySelector("title")?.textContent;
			return isKing(await body.evaluate(at));
		});
		await code.press("ArrowLeft", "Control+Enter");
		await until("the ace selected", async () => (await code.cursor()) === "2:8" && (await code.selected()) === 2);
	},

	async previewIsText(code) {
		await code.open("round.pfn", ROUND);
		await code.press("Control+k", "v");
		await until("the title drawn", async () => (await code.drawingText()).includes("<img src=x onerror=alert(1)>"));
		const frame = await code.preview();
		check((await frame.locator("#drawing img").count()) === 0, "the text of a record became an element");
		const refused = await frame.locator("body").evaluate(attack);
		check(
			refused.sort().join() === "connect-src,img-src,script-src-attr,script-src-elem",
			`the page refuses ${refused}`,
		);
	},

	async convert(code) {
		await code.open("hand.bjn", "{1.52}|1.1..as.|0.1...?|1.1..kd._|0.1..7h.|0.1.%.ah._|[w]\n");
		await code.command("kibitz: Convert to the Other Form");
		await until("a line each", async () => (await code.text()).includes("\n0.1...?"));
	},

	async nextGrimoire(code) {
		await code.open("grimoire.botc", GRIMOIRE);
		await code.goTo(1, 3);
		await code.command("kibitz: Continue with the Next Grimoire");
		await until("a second one", async () => (await code.text()).split("[Alice:").length === 3);
		// The Poisoner's reminder token lasts one night.
		await code.save("grimoire.botc", `${GRIMOIRE}\n${GRIMOIRE.replace("(poisoner:poisoned)", "")}`);
	},

	async clipboard(code) {
		const copied = () => code.page.evaluate(() => navigator.clipboard.readText());
		await code.open("grimoire.botc", GRIMOIRE);
		await code.goTo(1, 3);
		await code.command("kibitz: Copy the Picture as Text");
		await until("a drawing", async () => /^```\n┌─ Grimoire \(5 players\)[\s\S]*┘\n```\n$/.test(await copied()));
		await code.command("kibitz: Copy the Grimoire for the Town Square");
		await until(
			"a game state",
			async () => JSON.parse((await copied()).replace(/^`[\s\S]*/, "{}")).players?.[1].isDead,
		);
		await code.command("kibitz: Paste from the Town Square or a Chat as a Grimoire");
		await until("a second one", async () => (await code.text()).split("[Alice:").length === 3);
		await code.save("grimoire.botc", GRIMOIRE.replace("\n", "\n# edition: Trouble Brewing\n") + GRIMOIRE);
		const trade = { buyer: { name: "Ann" }, suit: "Hearts", seller: { name: "Bob" }, price: "7" };
		await code.page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify([trade]));
		await code.open("round.pfn", "");
		await code.command("kibitz: Paste as a Round");
		await until("the trade", async () => (await code.text()).includes("1<2 h@7"));
	},

	async template(code) {
		await code.command("Create: New File...", { asks: true });
		await code.pick("Quibbble Game Notation (.qgn)");
		await until("how to begin", async () => (await code.text()).includes("begin with"));
		check((await code.squiggles().count()) === 0, "an empty record is underlined");
		await code.screenshot("new");
		await code.command("kibitz: Insert Template", { asks: true });
		const row = code.page.locator(".quick-input-list .monaco-list-row", { hasText: "The tags of a game of two teams" });
		await row.waitFor();
		await row.click();
		await until("the template", async () => (await code.text()).includes('[teams "a, b"]'));
		await until("the hint gone", async () => !(await code.text()).includes("begin with"));
		await code.press("Escape", "Escape");
	},

	async restart(code) {
		await code.open("hand.bjn", HAND);
		const first = await until("the server's process", () => code.serverProcess());
		process.kill(first.pid, "SIGKILL");
		const second = await until("another process", () => {
			const now = code.serverProcess();
			return now && now.pid !== first.pid ? now : undefined;
		});
		await code.goTo(6);
		await code.type("1.1.^.as.");
		await code.squiggles().first().waitFor();
		check((await code.notifications().count()) === 0, "a message was shown, but the server is up again");

		await code.command("kibitz: Restart Server");
		await until("a third process", () => ![undefined, first.pid, second.pid].includes(code.serverProcess()?.pid));
		await until("the problem again", async () => (await code.squiggles().count()) > 0);
	},

	...GALLERY,

	async checkWorkspace(code) {
		await code.open("grimoire.botc", GRIMOIRE);
		writeFileSync(join(code.folder, "round.pfn"), "Title =\n");
		await code.command("kibitz: Check All Records of the Workspace");
		const toast = code.notifications();
		await until("the summary", async () => /^Checked 3 records/.test(await toast.first().innerText()));
		const label = code.page.locator(".explorer-folders-view .monaco-list-row .monaco-icon-label", {
			hasText: "round.pfn",
		});
		await until("round.pfn marked", async () => /problem/.test(await label.getAttribute("aria-label")));

		await code.command("Tasks: Run Task", { asks: true });
		// The terminal of this VS Code lacks its compiled parts, so that it cannot run anything.
		const rows = code.page.locator(".quick-input-list .monaco-list-row");
		await rows.filter({ hasText: "kibitz" }).first().click();
		await rows.filter({ hasText: "kibitz: check ." }).first().waitFor();
		await code.press("Escape");
		await code.command("Notifications: Clear All Notifications");
	},

	async projectsOwn(code) {
		await code.open("hand.bjn", "{1.52}|1.1..as.|1.1..as.\n");
		const settings = join(code.folder, ".vscode", "settings.json");
		mkdirSync(dirname(settings), { recursive: true });
		const interpreter = environment(code, "99.1");
		writeFileSync(
			settings,
			JSON.stringify({ "kibitz.interpreter": interpreter, "kibitz.importStrategy": "fromEnvironment" }),
		);
		await until("no server of the extension's", () => code.serverProcess() === undefined);
		await code.squiggles().first().waitFor();
		await code.page.locator("#status\\.languageStatus").hover();
		await code.page
			.locator(".hover-language-status", { hasText: /kibitz 99\.1.*the environment's, with Python/ })
			.waitFor();
		await code.screenshot("environment", { still: true });
		rmSync(settings);
		await until("the extension's server", () => code.serverProcess());
		await code.squiggles().first().waitFor();
	},

	async brokenInterpreter(code) {
		await code.open("hand.bjn", "{1.52}|1.1..as.|1.1..as.\n");
		code.set("kibitz.interpreter", "~/no such/python");
		const toast = code.notifications();
		await until("the message", async () => (await toast.count()) > 0);
		await until("the server's end", () => code.serverProcess() === undefined);
		const text = await toast.first().innerText();
		check(
			/kibitz can't start: .*\/no such\/python.*kibitz\.interpreter, does not exist/.test(text),
			`the message is ${text}`,
		);
		await code.screenshot("interpreter");
		check((await toast.count()) === 1, "there is more than one message");

		code.set("kibitz.interpreter", code.python);
		await until("the server", () => code.serverProcess());
		await code.squiggles().first().waitFor();
		check((await toast.count()) === 0, "the message stays");
	},

	async oldInterpreter(code) {
		await code.open("hand.bjn", "{1.52}|1.1..as.|1.1..as.\n");
		const old = join(code.folder, "..", "old python");
		writeFileSync(old, "#!/bin/sh\necho 3.9.18\necho /usr/bin/python3.9\n", { mode: 0o755 });
		code.set("kibitz.interpreter", old);
		const toast = code.notifications();
		await until("the message", async () =>
			/Python 3\.10 or newer.*is Python 3\.9\.18/.test(await toast.first().innerText()),
		);
		await chooseInterpreter(code);
		await until("the server", () => code.serverProcess());
		await code.squiggles().first().waitFor();

		code.set("kibitz.path", join(dirname(code.python), "kibitz"));
		await until("no server of the extension's", () => code.serverProcess() === undefined);
		await code.squiggles().first().waitFor();
		await code.page.locator("#status\\.languageStatus").hover();
		await code.page.locator(".hover-language-status", { hasText: /kibitz \d.*\/kibitz/ }).waitFor();
		await code.screenshot("status", { still: true });
	},
};

/** Choose another interpreter with the button of the message. */
async function chooseInterpreter(code) {
	await code.page.locator(".notifications-toasts .monaco-button", { hasText: "Choose Interpreter" }).click();
	const path = code.input;
	// The dialog first lists a folder, and replaces what was typed before by its name.
	await until("the interpreter chosen", async () => {
		await path.fill(code.python, { timeout: 5000 });
		await code.page.locator(".quick-input-widget .monaco-button", { hasText: "Choose" }).click({ timeout: 5000 });
		await path.waitFor({ state: "hidden", timeout: 5000 });
		return true;
	});
}

/** Return the Python of a virtual environment that has a kibitz of another version. */
function environment(code, version) {
	const venv = join(code.folder, "..", "venv");
	const asked = (python, what) => execFileSync(python, ["-c", what], { encoding: "utf8" }).trim().split("\n");
	execFileSync(code.python, ["-m", "venv", "--without-pip", venv]);
	const python = join(venv, "bin", "python");
	const [site] = asked(python, "import sysconfig; print(sysconfig.get_path('purelib'))");
	const [real, ...others] = asked(
		code.python,
		"import kibitz, sys; print(kibitz.__path__[0], *sys.path[1:], sep='\\n')",
	);
	writeFileSync(join(site, "others.pth"), others.join("\n"));
	mkdirSync(join(site, "kibitz"));
	const init = `__path__ = [${JSON.stringify(real)}]\nexec(open(__path__[0] + "/__init__.py").read())\n__version__ = "${version}"\n`;
	writeFileSync(join(site, "kibitz", "__init__.py"), init);
	return python;
}
