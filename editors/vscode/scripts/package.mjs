// Package the extension: `npm run package [-- FILE [--unscanned]]`. The same sources always give the same bytes.
// The scan for secrets takes longer than all the rest. Tests package twice, so they skip it with `--unscanned`.

import { chmodSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DIST, HERE } from "./paths.mjs";

const [file = join(HERE, "kibitz.vsix"), scan] = process.argv.slice(2);
const unscanned = scan === "--unscanned";
const REPOSITORY = "https://github.com/kibitz-lsp/kibitz";

// The time of the files in the archive, and its time zone.
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
	// Relative links of the README point into the repository.
	baseContentUrl: `${REPOSITORY}/blob/main/editors/vscode`,
	baseImagesUrl: `${REPOSITORY}/raw/main/editors/vscode`,
	packagePath: resolve(file),
	allowPackageAllSecrets: unscanned,
	allowPackageEnvFile: unscanned,
});
