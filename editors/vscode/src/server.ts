import {
	ConfigurationTarget,
	commands,
	type Disposable,
	EventEmitter,
	type ExtensionContext,
	window,
	workspace,
} from "vscode";
import {
	CloseAction,
	ErrorAction,
	LanguageClient,
	type LanguageClientOptions,
	State,
	Trace,
} from "vscode-languageclient/node";
import { findPython, NoPython, type Python } from "./python";
import { SELECTOR } from "./records";
import { offers } from "./writing";

/** How often the server may end by itself within how many milliseconds before it is left alone. */
const MOST_ENDS = 5;
const SPELL = 3 * 60 * 1000;
const NO_START = "kibitz's server ended while it started.";

export type Condition = { name: "starting" } | { name: "running"; python: Python } | { name: "stopped"; why: string };

/** The server's process: started, watched, started again. Whatever goes wrong is told once, in one message. */
export class Server implements Disposable {
	readonly log = window.createOutputChannel("kibitz", { log: true });
	private readonly changed = new EventEmitter<Condition>();
	readonly onDidChange = this.changed.event;
	condition: Condition = { name: "starting" };
	private client: LanguageClient | undefined;
	private ends: number[] = [];
	private queue: Promise<void> = Promise.resolve();
	private readonly listening: Disposable;

	constructor(private readonly context: ExtensionContext) {
		this.listening = workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration("kibitz.interpreter")) {
				void this.restart();
			} else if (event.affectsConfiguration("kibitz.trace")) {
				void this.trace();
			}
		});
	}

	/** Starts the server; what goes wrong is shown. */
	start(): Promise<void> {
		return this.next(() => this.launch());
	}

	restart(): Promise<void> {
		this.ends = [];
		return this.next(async () => {
			await this.stop();
			await this.launch();
		});
	}

	/** Sends a request to the running server; without one there is no answer. */
	async request<T>(method: string, parameters: object): Promise<T | undefined> {
		return this.client?.state === State.Running ? this.client.sendRequest<T>(method, parameters) : undefined;
	}

	/** Ranges and positions of the protocol as those of the editor, and the other way round. */
	get converters() {
		return this.client && { in: this.client.protocol2CodeConverter, out: this.client.code2ProtocolConverter };
	}

	/** Ends the server's process; the promise is kept when it has ended. */
	async dispose(): Promise<void> {
		this.listening.dispose();
		await this.next(() => this.stop());
		this.log.dispose();
	}

	/** Starts and stops wait for one another. */
	private next(work: () => Promise<void>): Promise<void> {
		this.queue = this.queue.then(work, work);
		return this.queue;
	}

	private async launch(): Promise<void> {
		this.become({ name: "starting" });
		try {
			const python = await findPython((line) => this.log.info(line), this.context.extensionPath);
			this.log.info(`Python ${python.version}: ${python.path}`);
			this.client = this.createClient(python);
			await this.client.start();
			await this.trace();
		} catch (error) {
			this.log.error(String(error));
			this.fail(error instanceof NoPython ? error.message : NO_START);
		}
	}

	private async stop(): Promise<void> {
		const client = this.client;
		this.client = undefined;
		try {
			await client?.dispose();
		} catch (error) {
			this.log.warn(`The server did not stop as it should: ${error}`);
		}
	}

	private createClient(python: Python): LanguageClient {
		const script = this.context.asAbsolutePath("start.py");
		const run = {
			command: python.path,
			// Isolated: neither the environment nor what is installed beside this Python has a say.
			args: ["-I", "-S", "-X", "utf8", script, "lsp"],
			options: { cwd: this.context.extensionPath, shell: false },
		};
		const client = new QuietClient("kibitz", "kibitz", run, this.options());
		client.onDidChangeState(({ newState }) => {
			if (client !== this.client) {
				return;
			}
			if (newState === State.Running) {
				this.become({ name: "running", python });
			} else if (newState === State.Starting) {
				this.become({ name: "starting" });
			} else if (newState === State.StartFailed) {
				this.fail(NO_START);
			}
		});
		return client;
	}

	private options(): LanguageClientOptions {
		return {
			documentSelector: SELECTOR,
			middleware: offers,
			outputChannel: this.log,
			initializationFailedHandler: () => false,
			errorHandler: {
				error: () => ({ action: ErrorAction.Continue, handled: true }),
				closed: () => ({ action: this.ended(), handled: true }),
			},
		};
	}

	/** The server's process has ended by itself. One that never ran is left alone: `launch` tells. */
	private ended(): CloseAction {
		if (this.condition.name !== "running") {
			return CloseAction.DoNotRestart;
		}
		const now = Date.now();
		this.ends = [...this.ends.filter((then) => now - then < SPELL), now];
		if (this.ends.length < MOST_ENDS) {
			return CloseAction.Restart;
		}
		this.fail(`kibitz's server ended ${MOST_ENDS} times within a few minutes and stays off.`);
		return CloseAction.DoNotRestart;
	}

	private fail(why: string): void {
		if (this.condition.name !== "stopped") {
			this.become({ name: "stopped", why });
			void this.tell(why);
		}
	}

	private async tell(why: string): Promise<void> {
		const choose = "Choose Interpreter…";
		const again = "Try Again";
		const log = "Show Log";
		const answer = await window.showErrorMessage(why, choose, again, log);
		if (answer === choose) {
			await chooseInterpreter();
		} else if (answer === again) {
			await this.restart();
		} else if (answer === log) {
			this.log.show();
		}
	}

	private become(condition: Condition): void {
		this.condition = condition;
		void commands.executeCommand("setContext", "kibitz.running", condition.name === "running");
		this.changed.fire(condition);
	}

	private async trace(): Promise<void> {
		const wanted = workspace.getConfiguration("kibitz").get<string>("trace", "off");
		await this.client?.setTrace(Trace.fromString(wanted));
	}
}

/** Lets the user choose a program for the setting, whose change starts the server again. */
async function chooseInterpreter(): Promise<void> {
	const [file] = (await window.showOpenDialog({ title: "Python 3.10 or newer", openLabel: "Choose" })) ?? [];
	if (file) {
		await workspace.getConfiguration("kibitz").update("interpreter", file.fsPath, ConfigurationTarget.Global);
	}
}

/** The client shows each failure in a message of its own, in its own words. We tell once; the log has the rest. */
class QuietClient extends LanguageClient {
	override error(message: string, data?: unknown): void {
		super.error(message, data, false);
	}

	override info(message: string, data?: unknown): void {
		super.info(message, data, false);
	}
}
