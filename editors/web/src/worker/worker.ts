// The language server, as it is, in Pyodide. What comes before it is ready waits, and is heard in order.

import { loadPyodide, type PyodideAPI } from "pyodide";
import type { Export, FromWorker, ToWorker } from "../protocol";
// Of Pyodide, as it is: the bundle does not hold it.
import createPyodideModule from "./python/pyodide.asm.mjs";

/** Which Python Pyodide is, as its lock file says; nothing else of that is needed. Written in by the build. */
declare const LOCK: object;
/** Where kibitz is unpacked, and where records lie that are exported. */
const [SITE, FOLDER] = ["/kibitz", "/records"];

const say = (message: FromWorker) => self.postMessage(message);
const waiting: ToWorker[] = [];
let hear = (message: ToWorker): void => {
	waiting.push(message);
};
self.onmessage = ({ data }: MessageEvent<ToWorker>) => hear(data);

start().catch((error) => say({ kind: "failed", why: String(error?.message ?? error) }));

async function start(): Promise<void> {
	const base = new URL("python/", self.location.href).href;
	say({ kind: "progress", share: 0.05, what: "Loading Python" });
	const archive = fetched(`${base}server.zip`);
	const python = await loadPyodide({
		indexURL: base,
		stdLibURL: `${base}stdlib.zip`,
		lockFileContents: LOCK,
		packageBaseUrl: base,
		createPyodideModule,
	} as Parameters<typeof loadPyodide>[0]);
	say({ kind: "progress", share: 0.45, what: "Loading kibitz" });
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
