// Unpacking of the archive with the files of Python.

/** The functions of Emscripten's file system that `unpack` uses. */
export type Files = {
	mkdirTree(path: string): void;
	writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
};

/** Size of a block in bytes. A header is one block, and the contents of files are padded to whole blocks. */
const BLOCK = 512;

/** Write the files of a tar archive, from the root on. They share its memory, so it must not change. */
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
