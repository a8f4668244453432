// The server and its dependencies in the extension: pure Python, for every system and version.

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { HERE, PROJECT } from "./paths.mjs";

/** Options for pip that accept only wheels without compiled parts. */
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

/** Install the server into a folder with pip. The variable PYTHON replaces `python3`. */
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
 * Remove commands, pip's notes about the installation, and what only readers of the sources need. Also remove the
 * exceptions of single terminal programs from Unicode's character widths, which an editor does not need.
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
