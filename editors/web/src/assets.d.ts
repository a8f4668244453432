declare module "*/notations.json" {
	const found: { notations: import("./notations").Notation[]; first: string };
	export default found;
}
