// Saves the open record in the browser, next to all earlier ones. Each tab writes to its own records.

import type { Record } from "./notations";
import { remember, remembered } from "./small";
import { type Kept, Store } from "./store";

/** The storage key for the id of a tab's record. */
const OPEN = "kibitz.open";
/** Milliseconds from the first unsaved change until it is saved. */
const LATER = 500;
/** Maximum milliseconds to wait for the lock of a record. A tab that is reloading releases it sooner. */
const LONGEST = 2000;

/** A record that is open in this tab. `free` resolves to whether no other tab has it open. */
type Hold = { id: string; free: Promise<boolean>; release: () => void };

export class Keeping {
	private readonly store = new Store();
	private hold: Hold = { id: "", free: Promise.resolve(true), release: () => {} };
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** `told` gets the reason when saving fails, and an empty text when it succeeds. */
	constructor(
		private readonly record: () => Record,
		private readonly told: (why: string) => void,
	) {
		// The last events that a closing page is sure to receive.
		document.addEventListener("visibilitychange", () => document.hidden && this.flush());
		addEventListener("pagehide", () => this.flush());
	}

	/** The id of the open record. */
	get id(): string {
		return this.hold.id;
	}

	/** Save the changes of the open record, then switch to another one, or to a new one without an `id`. */
	open(id?: string): void {
		this.flush();
		this.hold.release();
		this.hold = held(id);
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

	/** Save the record, or save it as a new one if another tab has it open. */
	async keep(): Promise<void> {
		clearTimeout(this.timer);
		this.timer = undefined;
		const [record, hold] = [this.record(), this.hold];
		if (!(await hold.free)) {
			Object.assign(hold, held());
		}
		remember("sessionStorage", OPEN, this.id);
		const kept = await this.done((store) =>
			store.put({ ...record, id: hold.id, changed: Date.now() }).then(() => true),
		);
		if (kept) {
			this.told("");
		}
	}

	/** Return all saved records, the latest first. */
	async all(): Promise<Kept[]> {
		return (await this.done((store) => store.all())) ?? [];
	}

	/** Return the record that this tab had open, else the latest one that no tab has open. */
	async latest(): Promise<Kept | undefined> {
		const own = remembered("sessionStorage", OPEN);
		const [found, open] = await Promise.all([this.all(), this.opened()]);
		return found.find(({ id }) => id === own) ?? found.find(({ id }) => !open.has(id));
	}

	/** Return the ids of the records that are open in any tab. */
	async opened(): Promise<Set<string>> {
		const held = (await navigator.locks?.query().catch(() => undefined))?.held ?? [];
		return new Set(held.map(({ name }) => name ?? ""));
	}

	/** Delete a record, and return a function that restores it. */
	async remove(one: Kept): Promise<() => void> {
		await this.done((store) => store.remove(one.id));
		return () => this.done((store) => store.put(one));
	}

	private async done<T>(work: (store: Store) => Promise<T>): Promise<T | undefined> {
		try {
			return await work(this.store);
		} catch (error) {
			this.told(
				(error as Error).name === "QuotaExceededError"
					? "Not stored: the browser has no space left. Save the record as a file, or delete others under Open."
					: "The browser does not let this page store records. Save your record as a file.",
			);
			return undefined;
		}
	}
}

/** Lock a record, or a new one, for this tab. Without HTTPS there are no locks, and only new records are free. */
function held(id?: string): Hold {
	const own = id ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
	const ended = new AbortController();
	const until = new Promise<void>((done) => ended.signal.addEventListener("abort", () => done()));
	const free = new Promise<boolean>((resolve) => {
		const granted = () => {
			resolve(true);
			return until;
		};
		const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(LONGEST)]);
		const asked = navigator.locks?.request(own, { signal }, granted);
		(asked ?? Promise.reject()).catch(() => resolve(id === undefined));
	});
	return { id: own, free, release: () => ended.abort() };
}
