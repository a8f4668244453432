// The server and what it needs, as the extension carries them: pure Python, for every system and version.

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { HERE, PROJECT } from "./paths.mjs";

/** Takes any wheel that has no compiled parts, and nothing else. */
const PURE = ["--only-binary", ":all:", "--platform", "any", "--implementation", "py", "--python-version", "3.10"];
const PIP = [
	"-m",
	"pip",
	"--disable-pip-version-check",
	"--no-input",
	"install",
	"--quiet",
	"--no-compile",
	"--no-deps",
];

/** Installs the server into a folder, with Python's own means; the variable PYTHON names the Python, if it is another. */
export function bundleServer(folder) {
	const python = process.env.PYTHON ?? "python3";
	const requirements = join(HERE, "requirements.txt");
	execFileSync(python, [...PIP, ...PURE, "--require-hashes", "--requirement", requirements, "--target", folder], {
		stdio: ["ignore", "inherit", "inherit"],
	});
	cpSync(join(PROJECT, "server/kibitz"), join(folder, "kibitz"), {
		recursive: true,
		filter: (path) => basename(path) !== "__pycache__",
	});
	cpSync(join(PROJECT, "grammars"), join(folder, "kibitz/grammars"), { recursive: true });
	prune(folder);
}

/**
 * Removes commands, what pip notes down about where and when it installed, what is for people who read the sources, and
 * how single programs that show terminals differ from Unicode in the widths of characters: an editor is none of them.
 */
function prune(folder) {
	for (const name of readdirSync(join(folder, "kibitz/grammars"))) {
		if (!/\.(lark|json)$/.test(name)) {
			rmSync(join(folder, "kibitz/grammars", name), { recursive: true });
		}
	}
	const overrides = join(folder, "wcwidth/table_grapheme_overrides");
	for (const name of readdirSync(overrides).filter((one) => one.startsWith("_known_"))) {
		rmSync(join(overrides, name));
	}
	rmSync(join(folder, "bin"), { recursive: true, force: true });
	for (const name of readdirSync(folder).filter((one) => one.endsWith(".dist-info"))) {
		for (const note of ["RECORD", "INSTALLER", "REQUESTED", "direct_url.json"]) {
			rmSync(join(folder, name, note), { force: true });
		}
	}
}
