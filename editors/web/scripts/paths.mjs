import { fileURLToPath } from "node:url";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folders of the page's sources, the project, the built page, the intermediate files of the build, and Pyodide. */
export const HERE = folder("../");
export const PROJECT = folder("../../../");
export const DIST = folder("../dist/");
export const BUILD = folder("../build/");
export const PYODIDE = folder("../node_modules/pyodide/");
