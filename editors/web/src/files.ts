// Opening and saving of records as files.

import type { Client } from "./client";
import { menu } from "./menu";
import { type File, isCompanion, NOTATIONS, notationOf, type Record } from "./notations";
import type { Exported } from "./protocol";

/** Return the files that the user chooses, or none if the dialog is cancelled. */
export function chosen(): Promise<readonly globalThis.File[]> {
	const input = document.createElement("input");
	input.type = "file";
	input.multiple = true;
	input.accept = [...NOTATIONS.map(({ id }) => `.${id}`), ".json"].join();
	return new Promise((resolve) => {
		input.onchange = () => resolve([...(input.files ?? [])]);
		input.oncancel = () => resolve([]);
		input.click();
	});
}

/** Read the first record among some files, and all possible companion files. */
export async function read(files: readonly globalThis.File[]): Promise<{ record?: Record; beside: readonly File[] }> {
	const taken = async (file: globalThis.File) => ({ name: file.name, text: await file.text() });
	const beside = await Promise.all(files.filter(({ name }) => isCompanion(name)).map(taken));
	const record = files.find(({ name }) => notationOf(name));
	return record ? { record: { ...(await taken(record)), beside }, beside } : { beside };
}

/** Return the record that the server makes from another program's file, or undefined if it cannot. */
export async function imported({ name, text }: File, client: Client): Promise<Record | undefined> {
	for (const { id: language } of NOTATIONS) {
		const asked = { command: "kibitz.inForm", arguments: [{ text, language, to: "record" }] };
		const made = await client.request<object, string>("workspace/executeCommand", asked).catch(() => "");
		if (made) {
			return { name: name.replace(/json$/i, language), text: made };
		}
	}
	return undefined;
}

/** Download a text as a file. */
export function saved(name: string, text: string, type = "text/plain"): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Download an exported record, or show why that fails. */
export function exported({ name }: File, made: ({ svg?: string; html?: string } & Exported) | null): void {
	const forms = { svg: ["svg", "image/svg+xml"], html: ["html", "text/html"], table: ["csv", "text/csv"] } as const;
	for (const [form, [suffix, type]] of Object.entries(forms)) {
		const text = made?.[form as keyof typeof forms];
		if (text) {
			saved(name.replace(/\w+$/, suffix), text, type);
			return;
		}
	}
	menu("Export", [{ label: made?.why ?? "The record can't be exported." }]);
}
