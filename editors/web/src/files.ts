// Records in and out of the page: files, and addresses that hold a record.

import { NOTATIONS, notationOf, type Record } from "./notations";

/** Lets somebody choose a file. */
export function chosen(): Promise<File | undefined> {
	const input = document.createElement("input");
	input.type = "file";
	input.accept = NOTATIONS.map(({ id }) => `.${id}`).join();
	return new Promise((resolve) => {
		input.onchange = () => resolve(input.files?.[0]);
		input.oncancel = () => resolve(undefined);
		input.click();
	});
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

/** A record as the fragment of an address, which a browser sends to nobody. */
export async function fragment({ name, text }: Record): Promise<string> {
	const packed = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
	const binary = Array.from(packed, (one) => String.fromCharCode(one)).join("");
	const safe = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
	return `#${encodeURIComponent(name)}=${safe}`;
}

/** The record in a fragment; nothing if there is none. */
export async function unpacked(hash: string): Promise<Record | undefined> {
	const [name, packed] = hash.slice(1).split("=");
	if (!name || !packed || !notationOf(decodeURIComponent(name))) {
		return undefined;
	}
	const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
	const text = await new Response(await through(bytes, new DecompressionStream("deflate-raw"))).text();
	return { name: decodeURIComponent(name), text };
}
