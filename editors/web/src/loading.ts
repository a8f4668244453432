// The line that shows the loading progress.

import type { Server } from "./client";

export function loading(line: HTMLElement, server: Server): void {
	server.onprogress = (share, what) => {
		line.querySelector("progress")?.setAttribute("value", String(share));
		const words = line.querySelector("span");
		if (words) {
			words.textContent = `${what} …`;
		}
	};
	server.onfailure = (why) => {
		line.textContent = `The server can't be started: ${why}`;
		line.className = "error";
	};
	server.listen();
}
