// Files that the build has compressed. The browser inflates them while they arrive.

/** Callbacks for the number of bytes so far (none means all), and for a failure. */
export type Watcher = { came(bytes?: number): void; failed(error: Error): void };

/** Return the response for a compressed file, with its inflated content and content type. */
export async function packed(address: string, type: string, watcher: Watcher): Promise<Response> {
	const response = await fetch(address);
	if (!response.ok || !response.body) {
		throw new Error(`${address}: ${response.status} ${response.statusText}`);
	}
	if (response.headers.get("Content-Type") === type) {
		// The service worker has inflated the file already. The browser can cache what it compiles from this response.
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
