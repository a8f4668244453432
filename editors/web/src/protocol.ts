/** What the page and the worker with the server say to each other. */

/** A wish for a record as a table for other programs: CSV, as `kibitz export` writes it. */
export type Export = { kind: "export"; id: number; name: string; text: string };
/** The files that lie beside the record from now on, in place of those that did. */
export type Beside = { kind: "beside"; files: readonly { name: string; text: string }[] };
/** Beside these a message of the language server protocol. */
export type ToWorker = { kind: "message"; text: string } | Export | Beside;

/** Where the server finds records and what lies beside them. */
export const FOLDER = "/records";

export type FromWorker =
	| { kind: "message"; text: string }
	/** How far it has come with loading, from 0 to 1, and what comes next. */
	| { kind: "progress"; share: number; what: string }
	/** It can't be loaded, and why. */
	| { kind: "failed"; why: string }
	| { kind: "exported"; id: number; table?: string; why?: string };

/** The server as the page finds it, and what it has said already. */
export type Started = { worker: Worker; heard: FromWorker[] };
