// The saved records in the browser's database. localStorage has no room for long ones.

import type { Record } from "./notations";

export type Kept = Record & {
	id: string;
	/** The time of the last save, in milliseconds since 1970. */
	changed: number;
};

const RECORDS = "records";

/** The database of records. Each method rejects if the browser denies storage or has no room left. */
export class Store {
	private database: Promise<IDBDatabase> | undefined;

	/** Return all records, the latest first. */
	async all(): Promise<Kept[]> {
		const found = await this.transact<Kept[]>("readonly", (records) => records.getAll());
		return found.sort((one, other) => other.changed - one.changed);
	}

	get(id: string): Promise<Kept | undefined> {
		return this.transact<Kept | undefined>("readonly", (records) => records.get(id));
	}

	async put(one: Kept): Promise<void> {
		await this.transact("readwrite", (records) => records.put(one));
	}

	async remove(id: string): Promise<void> {
		await this.transact("readwrite", (records) => records.delete(id));
	}

	private async transact<T>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => IDBRequest): Promise<T> {
		try {
			this.database ??= opened();
			const transaction = (await this.database).transaction(RECORDS, mode);
			return await new Promise((resolve, reject) => {
				const request = work(transaction.objectStore(RECORDS));
				transaction.onabort = () => reject(transaction.error);
				if (mode === "readonly") {
					request.onsuccess = () => resolve(request.result);
				} else {
					transaction.oncomplete = () => resolve(request.result);
					// Commit now, so that the change is made even if the page closes.
					transaction.commit();
				}
			});
		} catch (error) {
			// The browser may have closed the database: open it again next time.
			this.database = undefined;
			throw error;
		}
	}
}

function opened(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open("kibitz", 1);
		request.onupgradeneeded = () => request.result.createObjectStore(RECORDS, { keyPath: "id" });
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
