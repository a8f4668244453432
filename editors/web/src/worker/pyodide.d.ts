declare module "*/pyodide.js" {
	const createPyodideModule: (settings: object) => Promise<unknown>;
	export default createPyodideModule;
}
