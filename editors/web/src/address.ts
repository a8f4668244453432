// Addresses with a record in their fragment, which browsers never send to a server.

import { type Choice, menu } from "./menu";
import { type File, isCompanion, notationOf, type Record } from "./notations";

/** Maximum length of the packed companion files in an address, in characters. */
const LONGEST_BESIDE = 20_000;
/** Maximum length of an address that every chat and mail program keeps whole, and that all browsers open. */
const [SURE, LONGEST] = [2_000, 1_000_000];
/** Maximum size of an unpacked file in bytes. Few packed bytes may hold a huge file. */
const LARGEST = 10_000_000;
/** Number of packed bytes that are inflated at once. Each becomes about a thousand at most. */
const PIECE = 1_000;

/** Put a record into the page's address and onto the clipboard, or offer a file if the address is too long. */
export async function share(record: Record, save: () => void): Promise<void> {
	const { hash, whole } = await fragment(record);
	const address = location.origin + location.pathname + location.search + hash;
	const left = whole ? "" : " The files next to the record are too long for an address: send them as files.";
	const frame = {
		label: "Copy a frame for blogs and forums",
		detail: "an embedded preview with steps, for HTML pages",
	};
	const copy = async () => {
		window.history.replaceState(null, "", hash);
		const copied = await navigator.clipboard?.writeText(address).then(
			() => true,
			() => false,
		);
		const how = copied ? ", and is copied" : ": copy it from above";
		const label = `The address of this page now contains the record${how}. No server sees it.${left}`;
		menu("Share", [{ label }, { ...frame, choose: () => navigator.clipboard?.writeText(framed(hash, record.name)) }]);
	};
	if (address.length <= SURE) {
		return copy();
	}
	const length = address.length.toLocaleString("en");
	const file: Choice = { label: "Save the record as a file", detail: "to send it in another way", choose: save };
	const same: Choice = { label: "Copy the address anyway", choose: copy };
	if (address.length <= LONGEST) {
		const why = `An address with this record has ${length} characters: many chats and mail programs cut it off or refuse it.`;
		menu("Share", [{ label: why + left }, file, same]);
	} else {
		menu("Share", [
			{ label: `An address with this record would have ${length} characters: browsers refuse it.` },
			file,
		]);
	}
}

/** Return the HTML of a frame that shows the record in other pages. */
function framed(hash: string, name: string): string {
	const made = document.createElement("iframe");
	made.src = `${location.origin}${location.pathname}?embed${hash}`;
	made.title = `${name}, played by kibitz`;
	Object.assign(made, { width: "720", height: "480", loading: "lazy", allowFullscreen: true });
	return made.outerHTML;
}

/** Return the record in the page's address, if there is one. Show a message if it is not readable. */
export async function addressed(): Promise<Record | undefined> {
	const { hash } = location;
	if (hash.length < 2) {
		return undefined;
	}
	try {
		return await unpacked(hash);
	} catch (error) {
		const why = error instanceof Refusal ? error.message : "it is damaged, or a part of it is missing";
		menu("Link", [{ label: `The record in the address is unreadable: ${why}.` }]);
		window.history.replaceState(null, "", location.pathname + location.search);
		return undefined;
	}
}

/** The reason to refuse a record in an address, as a message for the user. */
class Refusal extends Error {}

/** Return a record as the fragment of an address, and whether it includes all companion files. */
async function fragment({ beside, ...record }: Record): Promise<{ hash: string; whole: boolean }> {
	const first = await packed(record);
	const others = await Promise.all((beside ?? []).map(packed));
	const whole = others.join("").length <= LONGEST_BESIDE;
	return { hash: `#${[first, ...(whole ? others : [])].join("&")}`, whole };
}

async function packed({ name, text }: File): Promise<string> {
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	const binary = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
	const safe = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
	return `${encodeURIComponent(name)}=${safe}`;
}

async function unpacked(hash: string): Promise<Record> {
	const [first = "", ...others] = hash.slice(1).split("&");
	const record = await file(first);
	if (!notationOf(record.name)) {
		throw new Refusal(`${record.name} is not a record`);
	}
	const beside = (await Promise.all(others.map(file))).filter(({ name }) => isCompanion(name));
	return beside.length ? { ...record, beside } : record;
}

async function file(part: string): Promise<File> {
	const [name = "", content = ""] = part.split("=");
	const binary = atob(content.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
	return { name: decodeURIComponent(name), text: await inflated(bytes) };
}

/** Return the text that some bytes hold. Inflate it piece by piece, and stop when it is too large. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	let at = 0;
	const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull(controller) {
			if (at < bytes.length) {
				controller.enqueue(bytes.subarray(at, at + PIECE));
				at += PIECE;
			} else {
				controller.close();
			}
		},
	});
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let [text, size] = ["", 0];
	for await (const chunk of chunks(pieces.pipeThrough(new DecompressionStream("deflate-raw")))) {
		size += chunk.length;
		if (size > LARGEST) {
			throw new Refusal(`it has more than ${LARGEST / 1_000_000} MB`);
		}
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

/** Yield the chunks of a stream, and cancel it when the loop ends. Not all browsers can iterate over streams. */
async function* chunks<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
	const reader = stream.getReader();
	try {
		for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
			yield value as T;
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}
