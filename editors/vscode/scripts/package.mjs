// Packages the extension: `npm run package [-- FILE]`. The same sources give the same bytes, wherever and whenever.

import { chmodSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DIST, HERE } from "./paths.mjs";

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
	packagePath: resolve(process.argv[2] ?? join(HERE, "kibitz.vsix")),
});
