// Packages the extension: `npm run package [-- FILE [--unscanned]]`. The same sources give the same bytes, wherever and whenever.
// To look for secrets in all files takes longer than all the rest: `--unscanned` is for tests, which package it twice.

import { chmodSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DIST, HERE } from "./paths.mjs";

const [file = join(HERE, "kibitz.vsix"), scan] = process.argv.slice(2);
const unscanned = scan === "--unscanned";
const REPOSITORY = "https://github.com/kibitz-lsp/kibitz";

// The times of the files in the archive, and the zone in which they are told.
process.env.SOURCE_DATE_EPOCH ??= "1735689600";
process.env.TZ = "UTC";

await import("./build.mjs");
for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
	chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
const { createVSIX } = await import("@vscode/vsce");
await createVSIX({
	cwd: DIST,
	dependencies: false,
	// Links of the README that are relative point into the repository.
	baseContentUrl: `${REPOSITORY}/blob/main/editors/vscode`,
	baseImagesUrl: `${REPOSITORY}/raw/main/editors/vscode`,
	packagePath: resolve(file),
	allowPackageAllSecrets: unscanned,
	allowPackageEnvFile: unscanned,
});
