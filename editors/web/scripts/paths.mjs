import { fileURLToPath } from "node:url";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the page's sources, that of the project, the page as it is built, what the build makes for itself, and Pyodide. */
export const HERE = folder("../");
export const PROJECT = folder("../../../");
export const DIST = folder("../dist/");
export const BUILD = folder("../build/");
export const PYODIDE = folder("../node_modules/pyodide/");
