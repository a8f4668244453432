import { fileURLToPath } from "node:url";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the extension's sources, that of the project, and the extension as it is built. */
export const HERE = folder("../");
export const PROJECT = folder("../../../");
export const DIST = folder("../dist/");
