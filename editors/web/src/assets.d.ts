declare module "*/notations.json" {
	const found: { notations: import("./notations").Notation[]; modifiers: string[]; first: string };
	export default found;
}
