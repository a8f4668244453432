// Files that the build has compressed. The browser inflates them while they arrive.

/**
 * Return the response for a compressed file, with its inflated content and content type. `came` gets the number of
 * bytes of each piece, and `failed` what goes wrong later.
 */
export async function packed(
	address: string,
	type: string,
	came: (bytes: number) => void,
	failed: (error: Error) => void,
): Promise<Response> {
	const response = await fetch(address);
	if (!response.ok || !response.body) {
		throw new Error(`${address}: ${response.status} ${response.statusText}`);
	}
	if (response.headers.get("Content-Type") === type) {
		// The service worker has inflated the file already. The browser can cache what it compiles from this response.
		return response;
	}
	const counted = new TransformStream<Uint8Array<ArrayBuffer>, BufferSource>({
		transform(chunk, controller) {
			came(chunk.length);
			controller.enqueue(chunk);
		},
	});
	const inflating = new DecompressionStream("gzip");
	const piped = response.body.pipeThrough(counted).pipeTo(inflating.writable);
	piped.catch((error) => failed(new Error(`${address}: ${error.message}`)));
	return new Response(inflating.readable, { headers: { "Content-Type": type } });
}
