// Builds the page into `dist`: static files for any web server and any path.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { writeNotations } from "./notations.mjs";
import { DIST, HERE, PYODIDE } from "./paths.mjs";
import { packPython } from "./python.mjs";

/** Maximum size of the page without Python in bytes, compressed with brotli. */
const HEAVIEST = 200_000;
/** The address of the page, such as `https://example.org/kibitz/`. Link previews need an absolute image address. */
const SITE = process.env.KIBITZ_SITE ?? "";
/**
 * The files of Pyodide in the page, with suffixes that every host can serve. The binary is compressed here, because not
 * every host compresses it.
 */
const [MODULE, BINARY] = ["pyodide.js", "pyodide.bin"];
/**
 * The content security policy: no foreign sources, and no code made at run time except WebAssembly. The styles of
 * CodeMirror carry a fixed nonce, because a static page cannot have a new one each time.
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
await packed;
const sizes = ["python.bin", BINARY].map((name) => statSync(join(DIST, "python", name)).size);
await build({
	...common,
	entryPoints: [join(HERE, "src/worker/worker.ts")],
	outdir: DIST,
	external: ["./python/*", "node:*", "ws"],
	define: { LOCK: JSON.stringify({ info, packages: {} }), SIZE: String(sizes[0] + sizes[1]) },
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

/** Fail if the page weighs more than `HEAVIEST`: it must appear at once, before Python is there. */
function weigh() {
	const files = readdirSync(DIST).filter((name) => /\.(js|css|html|svg)$/.test(name));
	const weight = files
		.map((name) => brotliCompressSync(readFileSync(join(DIST, name))).length)
		.reduce((one, other) => one + other, 0);
	if (weight > HEAVIEST) {
		throw new Error(`The page weighs ${weight} bytes with brotli, more than ${HEAVIEST}`);
	}
}
