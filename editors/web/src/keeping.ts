// Saves the open record in the browser's database, next to all earlier ones.

import { type IDBPDatabase, openDB } from "idb";
import type { Record } from "./notations";

export type Kept = Record & {
	id: string;
	/** The time of the last save, in milliseconds since 1970. */
	changed: number;
};

const RECORDS = "records";
/** The storage keys for the id of a tab's record, and for the last save in any tab, of which the other tabs hear. */
const [OPEN, SAVED] = ["kibitz.open", "kibitz.saved"];
/** Milliseconds from the first unsaved change until it is saved. */
const LATER = 500;

export class Keeping {
	/** The id of the open record. */
	id = "";
	private database: Promise<IDBPDatabase> | undefined;
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** `told` gets the reason when saving fails, and an empty text when it succeeds. */
	constructor(
		private readonly record: () => Record,
		private readonly told: (why: string) => void,
	) {
		// The last events that a closing page is sure to receive.
		document.addEventListener("visibilitychange", () => document.hidden && this.flush());
		addEventListener("pagehide", () => this.flush());
		addEventListener("storage", ({ key, newValue }) => {
			if (key === SAVED && newValue?.split(" ")[0] === this.id) {
				// Another tab goes on with this record, so this tab saves later changes as a new one.
				this.id = fresh();
			}
		});
	}

	/** Save the changes of the open record, then switch to another one, or to a new one without an `id`. */
	open(id?: string): void {
		this.flush();
		this.id = id ?? fresh();
		if (id) {
			remember("sessionStorage", OPEN, id);
		}
	}

	/** Save the changed record after `LATER`. */
	changed(): void {
		this.timer ??= setTimeout(() => this.keep(), LATER);
	}

	/** Save unsaved changes now. */
	flush(): void {
		if (this.timer !== undefined) {
			this.keep();
		}
	}

	/** Save the record. */
	async keep(): Promise<void> {
		clearTimeout(this.timer);
		this.timer = undefined;
		remember("sessionStorage", OPEN, this.id);
		const changed = Date.now();
		remember("localStorage", SAVED, `${this.id} ${changed}`);
		if (await this.put({ ...this.record(), id: this.id, changed })) {
			this.told("");
		}
	}

	/** Return all saved records, the latest first. */
	async all(): Promise<Kept[]> {
		const found: Kept[] | undefined = await this.done((database) => database.getAll(RECORDS));
		return found?.sort((one, other) => other.changed - one.changed) ?? [];
	}

	/** Return the record that this tab had open, else the latest one. */
	async latest(): Promise<Kept | undefined> {
		const own = remembered("sessionStorage", OPEN);
		const found = await this.all();
		return found.find(({ id }) => id === own) ?? found[0];
	}

	/** Delete a record, and return a function that restores it. */
	async remove(one: Kept): Promise<() => void> {
		await this.done((database) => database.delete(RECORDS, one.id));
		return () => this.put(one);
	}

	/** Save a record, and return whether that succeeded. */
	private async put(one: Kept): Promise<boolean | undefined> {
		return this.done(async (database) => {
			const change = database.transaction(RECORDS, "readwrite");
			const put = change.store.put(one);
			// Commit now, so that the change is made even if the page closes.
			change.commit();
			await Promise.all([put, change.done]);
			return true;
		});
	}

	private async done<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T | undefined> {
		try {
			this.database ??= openDB("kibitz", 1, {
				upgrade: (database) => void database.createObjectStore(RECORDS, { keyPath: "id" }),
			});
			return await work(await this.database);
		} catch (error) {
			// The browser may have closed the database: open it again next time.
			this.database = undefined;
			this.told(
				(error as Error).name === "QuotaExceededError"
					? "Not stored: the browser has no space left. Save the record as a file, or delete others under Open."
					: "The browser does not let this page store records. Save your record as a file.",
			);
			return undefined;
		}
	}
}

function fresh(): string {
	return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** Return a small value in the browser's storage, or null if there is none or the browser denies access. */
export function remembered(where: "localStorage" | "sessionStorage", key: string): string | null {
	try {
		return window[where].getItem(key);
	} catch {
		return null;
	}
}

export function remember(where: "localStorage" | "sessionStorage", key: string, value: string): void {
	try {
		window[where].setItem(key, value);
	} catch {
		// Without storage, the next visit begins with the default.
	}
}
