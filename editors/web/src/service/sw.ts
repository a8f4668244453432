// Caches the whole page in one version, for the next visit and for offline use.

/** The version and the files of the page, set by the build. */
declare const VERSION: string;
declare const FILES: string[];

const WASM = "python/pyodide.bin";
const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `kibitz-${VERSION}`;

scope.addEventListener("install", (event) => {
	event.waitUntil(keep());
});

// A newer version takes over when all pages of the old one are closed, so no page mixes two versions.
scope.addEventListener("activate", (event) => {
	event.waitUntil(forget());
});

scope.addEventListener("fetch", (event) => {
	event.respondWith(answered(event.request));
});

async function keep(): Promise<void> {
	const cache = await caches.open(CACHE);
	await cache.addAll(FILES);
	const packed = await cache.match(WASM);
	if (packed?.body) {
		const inflated = packed.body.pipeThrough(new DecompressionStream("gzip"));
		await cache.put(WASM, new Response(inflated, { headers: { "Content-Type": "application/wasm" } }));
	}
}

async function forget(): Promise<void> {
	const old = (await caches.keys()).filter((name) => name.startsWith("kibitz-") && name !== CACHE);
	await Promise.all(old.map((name) => caches.delete(name)));
}

async function answered(request: Request): Promise<Response> {
	const cache = await caches.open(CACHE);
	return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
