// The files that Python runs: one archive.

/** What is used of Emscripten's file system. */
export type Files = {
	mkdirTree(path: string): void;
	writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
};

/** A block of an archive: a header, and what the contents of files are filled up to. */
const BLOCK = 512;

/** Writes the files of an archive (tar), from the root on. The archive must stay as it is: they are parts of it. */
export function unpack(tar: Uint8Array, fs: Files): void {
	const decoder = new TextDecoder();
	const field = (at: number, length: number) => decoder.decode(tar.subarray(at, at + length)).replace(/\0.*/s, "");
	const folders = new Set<string>();
	for (let at = 0; tar[at]; ) {
		const path = `/${field(at, 100)}`;
		const size = Number.parseInt(field(at + 124, 12), 8);
		const folder = path.slice(0, path.lastIndexOf("/"));
		if (!folders.has(folder)) {
			fs.mkdirTree(folder);
			folders.add(folder);
		}
		const start = at + BLOCK;
		fs.writeFile(path, tar.subarray(start, start + size), { canOwn: true });
		at = start + Math.ceil(size / BLOCK) * BLOCK;
	}
}
