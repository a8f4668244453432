// Records in and out of the page: files, and addresses that hold a record.

import { type File, isCompanion, NOTATIONS, notationOf, type Record } from "./notations";

/** How long what lies beside a record may be, packed, to go into an address with it. */
const LONGEST = 20_000;

/** Lets somebody choose files: a record, and what it names. */
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

/** What of some files the page can open: the first record, and what may lie beside one. */
export async function read(files: readonly globalThis.File[]): Promise<{ record?: Record; beside: readonly File[] }> {
	const taken = async (file: globalThis.File) => ({ name: file.name, text: await file.text() });
	const beside = await Promise.all(files.filter(({ name }) => isCompanion(name)).map(taken));
	const record = files.find(({ name }) => notationOf(name));
	return record ? { record: { ...(await taken(record)), beside }, beside } : { beside };
}

/** Hands a file over to whoever looks at the page. */
export function saved(name: string, text: string, type = "text/plain"): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
	return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}

/** A record as the fragment of an address, which a browser sends to nobody; tells whether all that lies beside is in it. */
export async function fragment({ beside, ...record }: Record): Promise<{ hash: string; whole: boolean }> {
	const first = await packed(record);
	const others = await Promise.all((beside ?? []).map(packed));
	const whole = others.join("").length <= LONGEST;
	return { hash: `#${[first, ...(whole ? others : [])].join("&")}`, whole };
}

/** The record in a fragment; nothing if there is none. */
export async function unpacked(hash: string): Promise<Record | undefined> {
	const [first, ...others] = hash.slice(1).split("&");
	const record = await file(first);
	if (!record || !notationOf(record.name)) {
		return undefined;
	}
	const beside = (await Promise.all(others.map(file))).filter((one) => one !== undefined);
	return { ...record, beside: beside.filter(({ name }) => isCompanion(name)) };
}

async function packed({ name, text }: File): Promise<string> {
	const bytes = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
	const binary = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
	const safe = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
	return `${encodeURIComponent(name)}=${safe}`;
}

async function file(part: string | undefined): Promise<File | undefined> {
	const [name, content] = (part ?? "").split("=");
	if (!name || !content) {
		return undefined;
	}
	const binary = atob(content.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
	const text = await new Response(await through(bytes, new DecompressionStream("deflate-raw"))).text();
	return { name: decodeURIComponent(name), text };
}
