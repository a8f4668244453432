// Starts the server while the page's own program is still loading, and collects the messages until then.

import type { Started } from "./protocol";

const worker = new Worker("worker.js", { type: "module" });
const started: Started = { worker, heard: [] };
worker.onmessage = ({ data }) => started.heard.push(data);
worker.onerror = () => started.heard.push({ kind: "failed", why: "its program can't be loaded" });
(globalThis as unknown as { started: Started }).started = started;
