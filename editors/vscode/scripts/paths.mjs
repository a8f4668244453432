import { fileURLToPath } from "node:url";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folders of the extension's sources, of the project, and of the built extension. */
export const HERE = folder("../");
export const PROJECT = folder("../../../");
export const DIST = folder("../dist/");
