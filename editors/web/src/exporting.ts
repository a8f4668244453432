// Export of a record as an SVG image, an HTML replay or a CSV table.

import type { Server } from "./client";
import { saved } from "./files";
import { menu } from "./menu";
import type { Record } from "./notations";
import type { Picture } from "./picture";

export async function exported(
	form: "svg" | "replay" | "csv",
	record: Record,
	server: Server,
	picture: Picture,
	theme: string,
) {
	const stem = record.name.replace(/\.\w+$/, "");
	if (form === "csv") {
		try {
			saved(`${stem}.csv`, await server.export(record.name, record.text), "text/csv");
		} catch (error) {
			menu("Export", [{ label: String((error as Error).message) }]);
		}
	} else if (form === "svg") {
		const answer = await picture.answer<{ svg: string }>({ format: "svg", theme });
		saved(`${stem}.svg`, answer?.svg ?? "", "image/svg+xml");
	} else {
		const answer = await picture.answer<{ html: string }>({ format: "replay", theme });
		saved(`${stem}.html`, answer?.html ?? "", "text/html");
	}
}
