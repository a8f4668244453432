// What was open in this tab: undo goes back into it once there is nothing left to undo, and redo on.

export class Trail<Place> {
	private back: Place[] = [];
	private forth: Place[] = [];

	/** Something is opened in place of `left`. */
	leave(left: Place): void {
		this.back.push(left);
		this.forth = [];
	}

	/** What was open before `left`; nothing where that was the first. */
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
