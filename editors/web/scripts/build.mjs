// Builds the page into `dist`: files that any web server can serve, from any path.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { writeNotations } from "./notations.mjs";
import { DIST, HERE, PYODIDE } from "./paths.mjs";
import { packPython } from "./python.mjs";

/** How many bytes the page may weigh beside Pyodide, as a host sends it. */
const HEAVIEST = 200_000;
/** Where the page will be, as `https://example.org/kibitz/`: programs that show a picture beside a link want all of its address. */
const SITE = process.env.KIBITZ_SITE ?? "";
/**
 * What the page needs of Pyodide (of its lock file only which Python it is), under names that every host knows what to do
 * with; what is no script is compressed here, as not every host does it.
 */
const [MODULE, BINARY] = ["pyodide.js", "pyodide.bin"];
/**
 * Nothing from anywhere else, nothing made at run time but WebAssembly. Styles are the page's own; those that CodeMirror
 * makes carry its word, as pages that nobody computes can't have a new one each time.
 */
const POLICY = [
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"worker-src 'self'",
	"connect-src 'self'",
	"style-src 'self' 'nonce-kibitz'",
	"img-src 'self' data:",
	"base-uri 'none'",
	"form-action 'none'",
].join("; ");

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
writeNotations();
const packed = packPython(join(DIST, "python"));
cpSync(join(PYODIDE, "pyodide.asm.mjs"), join(DIST, "python", MODULE));
const wasm = readFileSync(join(PYODIDE, "pyodide.asm.wasm"));
writeFileSync(join(DIST, "python", BINARY), gzipSync(wasm, { level: 9 }));
cpSync(join(HERE, "icon.svg"), join(DIST, "icon.svg"));
cpSync(join(HERE, "../images/web-dark.png"), join(DIST, "preview.png"));
const page = readFileSync(join(HERE, "index.html"), "utf8").replace("{{POLICY}}", POLICY).replace("{{SITE}}", SITE);
writeFileSync(join(DIST, "index.html"), page);
writeFileSync(join(DIST, "policy.txt"), `${POLICY}\n`);
const { info } = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf8"));
const common = {
	bundle: true,
	minify: true,
	format: "esm",
	legalComments: "none",
	logLevel: "warning",
	target: "es2023",
};
await build({
	...common,
	entryPoints: [join(HERE, "src/main.ts"), join(HERE, "src/main.css")],
	outdir: DIST,
});
await build({ ...common, format: "iife", entryPoints: [join(HERE, "src/start.ts")], outdir: DIST });
await packed;
const sizes = Object.fromEntries(
	["python.bin", BINARY, MODULE].map((name) => [name, statSync(join(DIST, "python", name)).size]),
);
await build({
	...common,
	entryPoints: [join(HERE, "src/worker/worker.ts")],
	outdir: DIST,
	external: ["./python/*", "node:*", "ws"],
	define: { LOCK: JSON.stringify({ info, packages: {} }), SIZES: JSON.stringify(sizes) },
});
weigh();
const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
	.filter((one) => one.isFile())
	.map((one) => join(one.parentPath, one.name))
	.sort();
const hash = createHash("sha256");
for (const file of files) {
	hash.update(readFileSync(file));
}
await build({
	...common,
	entryPoints: [join(HERE, "src/service/sw.ts")],
	outdir: DIST,
	define: {
		VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
		FILES: JSON.stringify(["./", ...files.map((file) => file.slice(DIST.length))]),
	},
});

/** The page comes at once, whatever comes later: it must stay light. */
function weigh() {
	const files = readdirSync(DIST).filter((name) => /\.(js|css|html|svg)$/.test(name));
	const weight = files
		.map((name) => brotliCompressSync(readFileSync(join(DIST, name))).length)
		.reduce((one, other) => one + other, 0);
	if (weight > HEAVIEST) {
		throw new Error(`The page weighs ${weight} bytes with brotli, more than ${HEAVIEST}`);
	}
}
