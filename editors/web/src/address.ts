// Addresses with a record in their fragment, which browsers never send to a server.

import { menu } from "./menu";
import { type File, isCompanion, notationOf, type Record } from "./notations";

/** Maximum length of an address that every chat and mail program keeps whole, and that all browsers open. */
const [SURE, LONGEST] = [2_000, 1_000_000];
/** Maximum size of an unpacked file in bytes. Few packed bytes may hold a huge file. */
const LARGEST = 10_000_000;

/** Put a record into the page's address and onto the clipboard, or offer a file if the address is too long. */
export async function share({ beside = [], ...record }: Record, save: () => void): Promise<void> {
	const hash = `#${(await Promise.all([record, ...beside].map(packed))).join("&")}`;
	const page = location.origin + location.pathname;
	const address = page + location.search + hash;
	const frame = `<iframe src="${page}?embed${hash}" title="A record, played by kibitz" width="720" height="480" loading="lazy" allowfullscreen></iframe>`;
	const copy = async () => {
		window.history.replaceState(null, "", hash);
		const copying = navigator.clipboard?.writeText(address) ?? Promise.reject();
		const how = await copying.then(
			() => ", and is copied",
			() => ": copy it from above",
		);
		menu("Share", [
			{ label: `The address of this page now contains the record${how}. No server sees it.` },
			{
				label: "Copy a frame for blogs and forums",
				detail: "an embedded preview with steps, for HTML pages",
				choose: () => navigator.clipboard?.writeText(frame),
			},
		]);
	};
	if (address.length <= SURE) {
		return copy();
	}
	const isOpened = address.length <= LONGEST;
	const refusal = isOpened ? "many chats and mail programs cut it off or refuse it" : "browsers refuse it";
	const why = `An address with this record has ${address.length.toLocaleString("en")} characters: ${refusal}.`;
	menu("Share", [
		{ label: why },
		{ label: "Save the record as a file", detail: "to send it in another way", choose: save },
		...(isOpened ? [{ label: "Copy the address anyway", choose: copy }] : []),
	]);
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
		forget();
		return undefined;
	}
}

/** Remove the record from the page's address, because it is outdated. */
export function forget(): void {
	if (location.hash) {
		window.history.replaceState(null, "", location.pathname + location.search);
	}
}

/** The reason to refuse a record in an address, as a message for the user. */
class Refusal extends Error {}

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

/** Return the text that some bytes hold. Stop when it is too large. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	let size = 0;
	const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(chunk, controller) {
			size += chunk.length;
			if (size > LARGEST) {
				controller.terminate();
			} else {
				controller.enqueue(chunk);
			}
		},
	});
	const inflating = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
	const found = await new Response(inflating.pipeThrough(limit)).arrayBuffer();
	if (size > LARGEST) {
		throw new Refusal(`it has more than ${LARGEST / 1_000_000} MB`);
	}
	return new TextDecoder("utf-8", { fatal: true }).decode(found);
}
