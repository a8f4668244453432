// Start code-server and a browser, both with new and empty profiles, and end them.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE, until, Workbench, writeSettings } from "./workbench.mjs";

const FLAGS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	// Without a screen, the browser would round character widths, and the frames of drawings would not fit in a line.
	"--font-render-hinting=none",
];

/** Run `work` with a function that opens windows: workbenches with the extension, each on its own named folder. */
export async function session({ tools, vsix, chromium, python, screenshots, pictures, files }, work) {
	const home = mkdtempSync(join(tmpdir(), "kibitz vscode "));
	const userData = join(home, "data");
	writeFileSync(join(home, "config.yaml"), "");
	writeSettings(userData);
	const entry = join(tools, "node_modules/code-server/out/node/entry.js");
	const profile = [
		"--config",
		join(home, "config.yaml"),
		"--user-data-dir",
		userData,
		"--extensions-dir",
		join(home, "extensions"),
	];
	execFileSync(process.execPath, [entry, ...profile, "--install-extension", vsix], { stdio: "pipe" });
	const server = spawn(
		process.execPath,
		[
			entry,
			...profile,
			"--auth",
			"none",
			"--bind-addr",
			"127.0.0.1:0",
			"--disable-update-check",
			"--disable-telemetry",
		],
		{ detached: true, stdio: ["ignore", "pipe", "pipe"] },
	);
	let browser;
	try {
		const address = await listening(server);
		const { chromium: launcher } = createRequire(`${tools}/`)("playwright-core");
		browser = await launcher.launch({ executablePath: chromium, headless: true, args: FLAGS });
		const serverProcess = () => descendants(server.pid).find(({ command }) => command.includes("start.py"));
		return await work(async (name, settings = {}) => {
			const folder = folderOf(join(home, name), files, settings);
			const page = await pageOn(browser, `${address}?folder=${encodeURIComponent(folder)}`);
			const machine = join(userData, "Machine/settings.json");
			return new Workbench({ page, folder, python, screenshots, pictures, machine, serverProcess });
		});
	} finally {
		await browser?.close();
		// The listening process has children, so end the whole group.
		process.kill(-server.pid, "SIGTERM");
		await new Promise((resolve) => server.once("exit", resolve));
		rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
	}
}

/** Create a folder with empty files and its own settings. */
function folderOf(folder, files, settings) {
	mkdirSync(join(folder, ".vscode"), { recursive: true });
	writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(settings));
	for (const name of files) {
		writeFileSync(join(folder, name), "");
	}
	return folder;
}

async function pageOn(browser, address) {
	const permissions = ["clipboard-read", "clipboard-write"];
	const context = await browser.newContext({ viewport: { width: 1200, height: 720 }, permissions });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	await page.goto(address);
	await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor({ timeout: 60_000 });
	return page;
}

async function listening(server) {
	let output = "";
	for (const stream of [server.stdout, server.stderr]) {
		stream.setEncoding("utf8").on("data", (data) => {
			output += data;
		});
	}
	try {
		return await until("code-server listening", () => /listening on (http:\S+)/.exec(output)?.[1], 60_000);
	} catch (error) {
		throw new Error(`${error.message}\n${output}`);
	}
}

/** Return a process and its descendants, read from Linux' `/proc`. */
function descendants(root) {
	const all = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const status = readFileSync(`/proc/${pid}/stat`, "utf8");
				const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
				return [{ pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
			} catch {
				return []; // The process has ended.
			}
		});
	const below = new Set([root]);
	for (let size = 0; size !== below.size; ) {
		size = below.size;
		for (const { pid, parent } of all) {
			if (below.has(parent)) {
				below.add(pid);
			}
		}
	}
	return all.filter(({ pid }) => below.has(pid));
}
