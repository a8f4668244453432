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

/** Removes commands, and what pip notes down about where and when it installed. */
function prune(folder) {
	rmSync(join(folder, "bin"), { recursive: true, force: true });
	for (const name of readdirSync(folder).filter((one) => one.endsWith(".dist-info"))) {
		for (const note of ["RECORD", "INSTALLER", "REQUESTED", "direct_url.json"]) {
			rmSync(join(folder, name, note), { force: true });
		}
	}
}
