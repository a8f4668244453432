import { type Uri, window, workspace } from "vscode";

/** Ask where to save a preview, and save it. The default is next to its record. */
export async function saveAs(suffix: string, data: Uint8Array, record: Uri | undefined): Promise<void> {
	const beside = record?.with({ path: `${record.path.replace(/\.\w+$/, "")}.${suffix}` });
	const filters = { [suffix.toUpperCase()]: [suffix] };
	const chosen = await window.showSaveDialog({ filters, ...(beside?.scheme === "file" && { defaultUri: beside }) });
	if (chosen) {
		await workspace.fs.writeFile(chosen, data);
	}
}
