// Run the scenarios that `only` names in the real VS Code: `node driver.mjs OPTIONS`, with the options as JSON. Print
// one line of JSON for each. They share one window, but those of `plain` run in several windows at a time.

import { plainly } from "./plain.mjs";
import { SCENARIOS } from "./scenarios.mjs";
import { session } from "./session.mjs";
import { tapping } from "./taps.mjs";
import { typing } from "./typist.mjs";

const options = JSON.parse(process.argv[2]);
const files = ["hand.bjn", "round.pfn", "grimoire.botc", "game.qgn"];

await session({ ...options, files }, async (window) => {
	if (options.plain) {
		await plainly(options.plain, options.only, window, run);
		return;
	}
	const workbench = await window("records");
	await workbench.begin();
	const scenarios = { ...typing(options.records), ...tapping(options.taps), ...SCENARIOS };
	for (const [name, scenario] of Object.entries(scenarios)) {
		if (options.only.includes(name)) {
			await run(name, scenario, workbench);
		}
	}
});

async function run(name, scenario, workbench) {
	const start = Date.now();
	let error = null;
	let told = null;
	try {
		told = await scenario(workbench);
	} catch (found) {
		error = found.stack;
		await workbench.shoot(`failed-${name}`);
	}
	console.log(JSON.stringify({ name, error, told, seconds: (Date.now() - start) / 1000 }));
}
