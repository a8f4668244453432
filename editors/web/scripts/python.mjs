// The server, its dependencies and the needed parts of the standard library, compiled by the Python of Pyodide.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import { bundleServer } from "../../vscode/scripts/python.mjs";
import { HERE, PYODIDE } from "./paths.mjs";

const SCRIPTS = join(HERE, "scripts");

/** Write `python.bin`, an empty standard library and the previews of the examples into a folder. */
export async function packPython(target) {
	mkdirSync(target, { recursive: true });
	const folder = mkdtempSync(join(tmpdir(), "kibitz-"));
	try {
		bundleServer(folder);
		const python = await loadPyodide({
			indexURL: PYODIDE,
			// Leave out the columns of instructions, which only tracebacks show. The page uses the same hash seed.
			env: { HOME: "/", PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" },
		});
		for (const [name, path] of Object.entries({
			"/server": folder,
			"/pyodide": PYODIDE,
			"/scripts": SCRIPTS,
			"/examples": join(HERE, "examples"),
			"/target": target,
		})) {
			python.FS.mkdir(name);
			python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, name);
		}
		python.runPython(readFileSync(join(SCRIPTS, "pack.py"), "utf8"));
		const main = python.globals.get("main");
		const archive = await main("/server", "/pyodide/python_stdlib.zip", "/scripts", "/examples", "/target");
		writeFileSync(join(target, "python.bin"), gzipSync(archive.toJs(), { level: 9 }));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
