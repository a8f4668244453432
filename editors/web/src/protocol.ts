/** The messages between the page and the worker with the server. */

/** A request for a record as CSV, as `kibitz export` writes it, with the port for the answer. */
export type Export = { kind: "export"; name: string; text: string; port: MessagePort };
/** The table, or why there is none. */
export type Exported = { table?: string; why?: string };
/** The companion files of the record, which replace the earlier ones. */
export type Beside = { kind: "beside"; files: readonly { name: string; text: string }[] };
/** A message to the worker. The kind `message` is one of the language server protocol. */
export type ToWorker = { kind: "message"; text: string } | Export | Beside;

/** The server's folder of records and companion files. */
export const FOLDER = "/records";

export type FromWorker =
	| { kind: "message"; text: string }
	/** The loading progress. */
	| { kind: "progress"; what: string }
	/** The reason why the server cannot start. */
	| { kind: "failed"; why: string };
