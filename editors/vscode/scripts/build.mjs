// Build the extension into `dist`, ready to be run or packaged.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { DIST, HERE, PROJECT } from "./paths.mjs";
import { bundleServer } from "./python.mjs";
import { writeSyntaxes } from "./syntaxes.mjs";

const STATIC = ["README.md", "icons", "images", "languages", "snippets", "start.py", "walkthrough"];

rmSync(DIST, { recursive: true, force: true });
mkdirSync(join(DIST, "webview"), { recursive: true });
for (const name of STATIC) {
	cpSync(join(HERE, name), join(DIST, name), { recursive: true });
}
for (const name of ["LICENSE", "CHANGELOG.md"]) {
	cpSync(join(PROJECT, name), join(DIST, name));
}
writeManifest();
writeSyntaxes(join(DIST, "syntaxes"));
const common = { bundle: true, minify: true, legalComments: "none", logLevel: "warning", target: "es2023" };
await build({
	...common,
	entryPoints: [join(HERE, "src/extension.ts")],
	outfile: join(DIST, "extension.js"),
	platform: "node",
	format: "cjs",
	external: ["vscode"],
});
await build({
	...common,
	entryPoints: [join(HERE, "src/webview/picture.ts"), join(HERE, "src/webview/picture.css")],
	outdir: join(DIST, "webview"),
	platform: "browser",
	format: "iife",
});
bundleServer(join(DIST, "python"));

/** Write the manifest without the parts for development, and with the server's version. */
function writeManifest() {
	const manifest = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
	const source = readFileSync(join(PROJECT, "server/kibitz/__init__.py"), "utf8");
	const version = /^__version__ = "(.+)"$/m.exec(source)?.[1];
	if (!version) {
		throw new Error("no version in server/kibitz/__init__.py");
	}
	const { scripts: _, devDependencies: __, private: ___, ...rest } = manifest;
	writeFileSync(
		join(DIST, "package.json"),
		`${JSON.stringify({ ...rest, version, files: ["**"] }, undefined, "\t")}\n`,
	);
}
