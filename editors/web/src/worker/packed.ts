// What the build has compressed, whatever the host does: the browser itself inflates it as it comes.

/** Who is told how many bytes have come (without a number all), and that no more will come. */
export type Watcher = { came(bytes?: number): void; failed(error: Error): void };

/** Fetches a compressed file; what is in it is of some type. */
export async function packed(address: string, type: string, watcher: Watcher): Promise<Response> {
	const response = await fetch(address);
	if (!response.ok || !response.body) {
		throw new Error(`${address}: ${response.status} ${response.statusText}`);
	}
	if (response.headers.get("Content-Type") === type) {
		// The service worker keeps it inflated: as it comes from there, the browser keeps what it compiles of it.
		watcher.came();
		return response;
	}
	let bytes = 0;
	const counted = new TransformStream<Uint8Array<ArrayBuffer>, BufferSource>({
		transform(chunk, controller) {
			bytes += chunk.length;
			watcher.came(bytes);
			controller.enqueue(chunk);
		},
	});
	const inflating = new DecompressionStream("gzip");
	response.body
		.pipeThrough(counted)
		.pipeTo(inflating.writable)
		.catch((error) => {
			watcher.failed(new Error(`${address}: ${error.message}`));
		});
	return new Response(inflating.readable, { headers: { "Content-Type": type } });
}
