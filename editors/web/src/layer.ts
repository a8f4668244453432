// Decorations from the server's answers. They move with the text until new ones replace them.

import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

export class Layer {
	private readonly set = StateEffect.define<DecorationSet>();
	private readonly field = StateField.define<DecorationSet>({
		create: () => Decoration.none,
		update: (shown, transaction) => {
			const told = transaction.effects.find((one) => one.is(this.set));
			return told ? (told.value as DecorationSet) : shown.map(transaction.changes);
		},
		provide: (field) => EditorView.decorations.from(field),
	});
	/** With the lowest precedence, so that other decorations at the same place wrap these. */
	readonly extension: Extension = Prec.lowest(this.field);

	/** `find` asks the server. If it returns null, the current decorations stay. */
	constructor(private readonly find: (view: EditorView) => Promise<DecorationSet | null>) {}

	async refresh(view: EditorView): Promise<void> {
		const { doc } = view.state;
		const found = await this.find(view);
		if (found && view.state.doc === doc) {
			// New decorations above the cursor must not push it out of view.
			const stay = isSeen(view) ? [EditorView.scrollIntoView(view.state.selection.main.head)] : [];
			view.dispatch({ effects: [this.set.of(found), ...stay] });
		}
	}

	shown(view: EditorView): DecorationSet {
		return view.state.field(this.field, false) ?? Decoration.none;
	}

	/** Remove the decorations, and return whether there were any. */
	clear(view: EditorView): boolean {
		const has = this.shown(view).size > 0;
		if (has) {
			view.dispatch({ effects: this.set.of(Decoration.none) });
		}
		return has;
	}
}

/** Return whether the cursor is in view. */
function isSeen(view: EditorView): boolean {
	const place = view.coordsAtPos(view.state.selection.main.head);
	const { top, bottom } = view.scrollDOM.getBoundingClientRect();
	return place !== null && top <= place.top && place.bottom <= bottom;
}

/** An element in the text. It is drawn again only if its key changes. */
export class Widget extends WidgetType {
	constructor(
		private readonly key: string,
		private readonly draw: (view: EditorView) => HTMLElement,
	) {
		super();
	}

	override eq(other: Widget): boolean {
		return other.key === this.key;
	}

	override toDOM(view: EditorView): HTMLElement {
		return this.draw(view);
	}
}
