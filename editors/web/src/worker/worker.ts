// The language server in Pyodide. Messages that arrive before it is ready wait, and are handled in order.

import { loadPyodide, type PyodideAPI } from "pyodide";
import { type Beside, type Export, type Exported, FOLDER, type FromWorker, type ToWorker } from "../protocol";
import { type Files, unpack } from "./archive";
import { packed } from "./packed";

/** The lock file of Pyodide without its packages, set by the build. */
declare const LOCK: object;
/** The size of the compressed files in bytes, set by the build. */
declare const SIZE: number;
/** The paths of the standard library, and of kibitz with its dependencies. */
const PATH = "/library.zip:/kibitz";
const MEGABYTE = 1_000_000;

const say = (message: FromWorker) => self.postMessage(message);
let well = true;
/** Report why the server cannot start. Only the first reason counts, because others follow from it. */
function failed(error: unknown): void {
	if (well) {
		well = false;
		say({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
	}
}
const ready = start();
self.onmessage = ({ data }: MessageEvent<ToWorker>) => ready.then((hear) => hear(data), failed);

/** Start the server, and return the function that handles a message. */
async function start(): Promise<(message: ToWorker) => void> {
	const base = new URL("python/", self.location.href).href;
	let [sum, told] = [0, ""];
	const came = (bytes: number) => {
		sum += bytes;
		const what = `Loading Python, ${Math.round(sum / MEGABYTE)} of ${Math.round(SIZE / MEGABYTE)} MB`;
		if (what !== told) {
			told = what;
			say({ kind: "progress", what });
		}
	};
	came(0);
	const files = packed(`${base}python.bin`, "application/x-tar", came, failed).then((one) => one.bytes());
	const wasm = packed(`${base}pyodide.bin`, "application/wasm", came, failed);
	// Pyodide reports a failure here only on the console.
	wasm.catch(failed);
	const plain = self.fetch;
	self.fetch = (address, options) => (String(address) === `${base}pyodide.asm.wasm` ? wasm : plain(address, options));
	const python = await loadPyodide({
		indexURL: base,
		// Pyodide always fetches a standard library. This one is empty, because the archive has the real one.
		stdLibURL: `${base}none.zip`,
		// The code that attrs generates contains hashes. With the seed of the build, it is already compiled.
		env: { PYTHONPATH: PATH, PYTHONHASHSEED: "0" },
		fsInit: async (fs: Files) => unpack(await files, fs),
		lockFileContents: LOCK,
		packageBaseUrl: base,
		// Otherwise Pyodide would wait for this file before it fetches others.
		createPyodideModule: async (settings: object) => {
			// This file of Pyodide is not part of the bundle.
			const { default: create } = await import("./python/pyodide.js");
			return create(settings);
		},
	} as unknown as Parameters<typeof loadPyodide>[0]);
	say({ kind: "progress", what: "Starting the server" });
	python.FS.mkdir(FOLDER);
	python.FS.chdir(FOLDER);
	python.pyimport("precompiled");
	const take = python.pyimport("kibitz.lsp.browser").connect((text: string) => say({ kind: "message", text }));
	say({ kind: "progress", what: "Checking the record" });
	return (message) => {
		if (message.kind === "message") {
			take(message.text);
		} else if (message.kind === "beside") {
			lay(python, message);
		} else {
			exported(python, message);
		}
	};
}

/** Replace the companion files of the record. */
function lay({ FS }: PyodideAPI, { files }: Beside): void {
	for (const name of FS.readdir(FOLDER).filter((one: string) => one !== "." && one !== "..")) {
		FS.unlink(`${FOLDER}/${name}`);
	}
	for (const { name, text } of files) {
		FS.writeFile(`${FOLDER}/${name}`, text);
	}
}

/** Send a record as CSV, which the command line writes. */
function exported(python: PyodideAPI, { name, text, port }: Export): void {
	const table = `${name}.csv`;
	try {
		python.FS.writeFile(name, text);
		const status = python.pyimport("kibitz.cli").main(python.toPy(["export", name, "-o", table]));
		if (status !== 0) {
			throw new Error("the record can't be exported");
		}
		port.postMessage({ table: python.FS.readFile(table, { encoding: "utf8" }) } satisfies Exported);
	} catch (error) {
		port.postMessage({ why: String(error) } satisfies Exported);
	} finally {
		// The server must find only the user's own files in the folder.
		for (const one of [name, table].filter((path) => python.FS.analyzePath(path).exists)) {
			python.FS.unlink(one);
		}
	}
}
