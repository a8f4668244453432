declare module "*/pyodide.asm.mjs" {
	const createPyodideModule: unknown;
	export default createPyodideModule;
}
