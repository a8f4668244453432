// Keeps the record that is open, and all that were. Each tab writes to records of its own.

import type { Record } from "./notations";
import { remember, remembered } from "./small";
import { type Kept, Store } from "./store";

/** Under which word a tab remembers its record. */
const OPEN = "kibitz.open";
/** Milliseconds from the first key that is not kept yet until it is. */
const LATER = 500;
/** Milliseconds after which another tab is known to have a record: one that is being reloaded lets go sooner. */
const LONGEST = 2000;

/** A record as this tab has it open; `free` tells whether no other tab has. */
type Hold = { id: string; free: Promise<boolean>; release: () => void };

export class Keeping {
	private readonly store = new Store();
	private hold: Hold = { id: "", free: Promise.resolve(true), release: () => {} };
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** `told` hears why nothing can be kept, and nothing once it can. */
	constructor(
		private readonly record: () => Record,
		private readonly told: (why: string) => void,
	) {
		// The last moments at which a page that goes away is sure to hear of it.
		document.addEventListener("visibilitychange", () => document.hidden && this.flush());
		addEventListener("pagehide", () => this.flush());
	}

	/** What the open record is kept as. */
	get id(): string {
		return this.hold.id;
	}

	/** The record that is open is this one from now on; without an `id` a new one. What was typed before is kept. */
	open(id?: string): void {
		this.flush();
		this.hold.release();
		this.hold = held(id);
		if (id) {
			remember("sessionStorage", OPEN, id);
		}
	}

	/** The record has changed. */
	changed(): void {
		this.timer ??= setTimeout(() => this.keep(), LATER);
	}

	/** Keeps what is not kept yet. */
	flush(): void {
		if (this.timer !== undefined) {
			this.keep();
		}
	}

	/** Keeps the record as it is; as a new one where another tab has it open. */
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

	/** All records that are kept, the latest first. */
	async all(): Promise<Kept[]> {
		return (await this.done((store) => store.all())) ?? [];
	}

	/** What this tab had open, else the latest record that no other tab has. */
	async latest(): Promise<Kept | undefined> {
		const own = remembered("sessionStorage", OPEN);
		const [found, open] = await Promise.all([this.all(), this.opened()]);
		return found.find(({ id }) => id === own) ?? found.find(({ id }) => !open.has(id));
	}

	/** Which records are open in a tab. */
	async opened(): Promise<Set<string>> {
		const held = (await navigator.locks?.query().catch(() => undefined))?.held ?? [];
		return new Set(held.map(({ name }) => name ?? ""));
	}

	/** Deletes a record; the answer brings it back. */
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
					? "Not kept: the browser has no more room. Save the record as a file, or delete others under Open."
					: "Nothing is kept: the browser does not let this page. Save what you write as a file.",
			);
			return undefined;
		}
	}
}

/** Holds a record for this tab, or a new one. Without locks, as where the page does not come by HTTPS, none but new ones. */
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
