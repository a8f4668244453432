// The language server, as it is, in Pyodide. What comes before it is ready waits, and is heard in order.

import { loadPyodide, type PyodideAPI } from "pyodide";
import type { Export, FromWorker, ToWorker } from "../protocol";
// Of Pyodide, as it is: the bundle does not hold it.
import createPyodideModule from "./python/pyodide.asm.mjs";

/** Which Python Pyodide is, as its lock file says; nothing else of that is needed. Written in by the build. */
declare const LOCK: object;
/** Where kibitz is unpacked, and where records lie that are exported. */
const [SITE, FOLDER] = ["/kibitz", "/records"];
/** Pyodide is two files, the standard library and kibitz one each. */
const PARTS = 4;

const say = (message: FromWorker) => self.postMessage(message);
const waiting: ToWorker[] = [];
let hear = (message: ToWorker): void => {
	waiting.push(message);
};
self.onmessage = ({ data }: MessageEvent<ToWorker>) => hear(data);

start().catch((error) => say({ kind: "failed", why: String(error?.message ?? error) }));

async function start(): Promise<void> {
	const base = new URL("python/", self.location.href).href;
	watch(base);
	const archive = fetched(`${base}server.zip`);
	const python = await loadPyodide({
		indexURL: base,
		stdLibURL: `${base}stdlib.zip`,
		lockFileContents: LOCK,
		packageBaseUrl: base,
		createPyodideModule,
	} as Parameters<typeof loadPyodide>[0]);
	say({ kind: "progress", share: 0.45, what: "Unpacking kibitz" });
	python.unpackArchive(await archive, "zip", { extractDir: SITE });
	python.FS.mkdir(FOLDER);
	python.FS.chdir(FOLDER);
	python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
	say({ kind: "progress", share: 0.6, what: "Starting the server" });
	const take = python.pyimport("kibitz.lsp.browser").connect((text: string) => say({ kind: "message", text }));
	hear = (message) => (message.kind === "message" ? take(message.text) : exported(python, message));
	waiting.forEach(hear);
	say({ kind: "progress", share: 0.9, what: "Checking the record" });
}

/** Tells how much of Python has come, till all of it is there. */
function watch(base: string): void {
	const came = new Set<string>();
	const tell = () => {
		const share = 0.05 + (0.35 * came.size) / PARTS;
		say({ kind: "progress", share, what: `Loading Python, ${came.size} of ${PARTS} parts` });
	};
	tell();
	const observer = new PerformanceObserver((list) => {
		for (const { name } of list.getEntries().filter((one) => one.name.startsWith(base))) {
			came.add(name);
		}
		if (came.size === PARTS) {
			observer.disconnect();
		} else {
			tell();
		}
	});
	observer.observe({ type: "resource", buffered: true });
}

async function fetched(address: string): Promise<ArrayBuffer> {
	const response = await fetch(address);
	if (!response.ok) {
		throw new Error(`${address}: ${response.status} ${response.statusText}`);
	}
	return response.arrayBuffer();
}

/** A record as a table, which the command line writes. */
function exported(python: PyodideAPI, { id, name, text }: Export): void {
	const table = `${name}.csv`;
	try {
		python.FS.writeFile(name, text);
		const status = python.pyimport("kibitz.cli").main(python.toPy(["export", name, "-o", table]));
		if (status !== 0) {
			throw new Error("the record can't be exported");
		}
		say({ kind: "exported", id, table: python.FS.readFile(table, { encoding: "utf8" }) });
	} catch (error) {
		say({ kind: "exported", id, why: String(error) });
	}
}
