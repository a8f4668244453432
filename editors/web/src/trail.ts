// The records opened in this tab. After the last change, undo goes back to the previous one, and redo goes forward.

export class Trail<Place> {
	private back: Place[] = [];
	private forth: Place[] = [];

	/** Remember `left`, which a new place replaces. */
	leave(left: Place): void {
		this.back.push(left);
		this.forth = [];
	}

	/** Return the place before `left`, or undefined if `left` was the first. */
	undo(left: Place): Place | undefined {
		return moved(this.back, this.forth, left);
	}

	redo(left: Place): Place | undefined {
		return moved(this.forth, this.back, left);
	}
}

function moved<Place>(from: Place[], to: Place[], left: Place): Place | undefined {
	const found = from.pop();
	if (found) {
		to.push(left);
	}
	return found;
}
