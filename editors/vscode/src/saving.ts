import { type Uri, window, workspace } from "vscode";

/** Asks where a picture of a record is to be saved, beside that if nothing else is said, and saves it. */
export async function saveAs(suffix: string, data: Uint8Array, record: Uri | undefined): Promise<void> {
	const beside = record?.with({ path: `${record.path.replace(/\.\w+$/, "")}.${suffix}` });
	const filters = { [suffix.toUpperCase()]: [suffix] };
	const chosen = await window.showSaveDialog({ filters, ...(beside?.scheme === "file" && { defaultUri: beside }) });
	if (chosen) {
		await workspace.fs.writeFile(chosen, data);
	}
}
