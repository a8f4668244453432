declare module "*.json";
declare module "*.bjn" {
	const text: string;
	export default text;
}
declare module "*.botc" {
	const text: string;
	export default text;
}
declare module "*.pfn" {
	const text: string;
	export default text;
}
declare module "*.qgn" {
	const text: string;
	export default text;
}
