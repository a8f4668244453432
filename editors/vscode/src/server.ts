import {
	ConfigurationTarget,
	commands,
	type Disposable,
	EventEmitter,
	type ExtensionContext,
	type TextDocument,
	window,
	workspace,
} from "vscode";
import {
	CloseAction,
	ErrorAction,
	type InitializeParams,
	LanguageClient,
	RevealOutputChannelOn,
	State,
} from "vscode-languageclient/node";
import { findProgram, NoProgram, type Program, SETTINGS } from "./program";
import { SELECTOR } from "./records";
import { beside } from "./shown";
import { offers } from "./writing";

const NO_START = "kibitz's server ended while it started.";

/** The state of a document (`kibitz/status`). `held` counts the findings that are held back during an entry. */
export interface Status {
	uri: string;
	version: number;
	checked: boolean;
	held: number;
	errors: number;
	warnings: number;
	informations: number;
	hints: number;
}

/**
 * The server, which the client library runs, watches and restarts. This class chooses the program, and shows a message
 * if there is none: the library's own messages do not say what to do.
 */
export class Server implements Disposable {
	readonly log = window.createOutputChannel("kibitz", { log: true });
	private readonly changed = new EventEmitter<void>();
	readonly onDidChange = this.changed.event;
	private readonly tells = new EventEmitter<Status>();
	readonly onDidTell = this.tells.event;
	private readonly hears = new EventEmitter<TextDocument>();
	/** Fires after the server has received a change of a record: later requests are about the new version. */
	readonly onDidHear = this.hears.event;
	program: Program | undefined;
	/** Why no server runs or will start; undefined otherwise. */
	trouble: string | undefined;
	private client: LanguageClient | undefined;
	private queue: Promise<void> = Promise.resolve();
	private readonly listening = workspace.onDidChangeConfiguration((event) => {
		if (SETTINGS.some((name) => event.affectsConfiguration(`kibitz.${name}`))) {
			void this.restart();
		}
	});

	constructor(private readonly context: ExtensionContext) {}

	/** Start or restart the server. Starts are queued: a setting may change twice during one. */
	restart(): Promise<void> {
		this.queue = this.queue.then(async () => {
			await this.stop();
			await this.start();
		});
		return this.queue;
	}

	get running(): LanguageClient | undefined {
		return this.client?.state === State.Running ? this.client : undefined;
	}

	/** End the server. The promise resolves after its process has ended. */
	async dispose(): Promise<void> {
		this.listening.dispose();
		await this.queue;
		await this.stop();
		this.log.dispose();
	}

	private async start(): Promise<void> {
		if (this.trouble) {
			// The message about an earlier failure must not stay next to a running server.
			void commands.executeCommand("notifications.hideToasts");
			this.trouble = undefined;
		}
		this.changed.fire();
		try {
			this.program = await findProgram((line) => this.log.info(line), this.context.extensionPath);
			this.log.info(`The server is ${this.program.told}`);
			this.client = this.createClient(this.program);
			await this.client.start();
		} catch (error) {
			this.log.error(String(error));
			void this.fail(error instanceof NoProgram ? error.message : NO_START);
		}
	}

	/** Dispose of the client. A client that failed to start cannot be used again, so each start creates one. */
	private async stop(): Promise<void> {
		const client = this.client;
		this.client = undefined;
		await client?.dispose().catch((error) => this.log.warn(`The server did not stop cleanly: ${error}`));
	}

	private createClient({ command, arguments: prefix }: Program): LanguageClient {
		const options = { cwd: this.context.extensionPath, shell: false };
		const client: Client = new Client(
			"kibitz",
			"kibitz",
			{ command, args: [...prefix, "lsp"], options },
			{
				documentSelector: SELECTOR,
				middleware: { ...offers, window: { showDocument: beside } },
				outputChannel: this.log,
				revealOutputChannelOn: RevealOutputChannelOn.Never,
				initializationFailedHandler: () => false,
				errorHandler: {
					// An error that ends the connection also closes it. The library would stop the server without a restart.
					error: () => ({ action: ErrorAction.Continue }),
					closed: async () => {
						// The library would start a program that has never run five times, and report each failure.
						const answer = client.state === State.Running ? await usual.closed() : { action: CloseAction.DoNotRestart };
						if (answer.action === CloseAction.DoNotRestart && answer.message) {
							void this.fail(answer.message);
						}
						return answer;
					},
				},
			},
		);
		const usual = client.createDefaultErrorHandler();
		const changes = client.getFeature("textDocument/didChange");
		changes.onNotificationSent(({ textDocument }) => this.hears.fire(textDocument));
		client.onNotification("kibitz/status", (status: Status) =>
			this.tells.fire({ ...status, uri: client.protocol2CodeConverter.asUri(status.uri).toString() }),
		);
		client.onDidChangeState(({ newState }) => {
			void commands.executeCommand("setContext", "kibitz.running", newState === State.Running);
			this.changed.fire();
			if (newState === State.StartFailed) {
				void this.fail(NO_START);
			}
		});
		return client;
	}

	/** Show why there is no server, once. */
	private async fail(why: string): Promise<void> {
		if (this.trouble) {
			return;
		}
		this.trouble = why;
		this.changed.fire();
		const answers: Record<string, () => unknown> = {
			"Choose Interpreter…": chooseInterpreter,
			"Try Again": () => this.restart(),
			"Show Log": () => this.log.show(),
		};
		answers[(await window.showErrorMessage(why, ...Object.keys(answers))) ?? ""]?.();
	}
}

/** Let the user choose a program for the setting. Its change restarts the server. */
async function chooseInterpreter(): Promise<void> {
	const [file] = (await window.showOpenDialog({ title: "Python 3.10 or newer", openLabel: "Choose" })) ?? [];
	if (file) {
		await workspace.getConfiguration("kibitz").update("interpreter", file.fsPath, ConfigurationTarget.Global);
	}
}

/** The library's client. It restarts a server that ends, but its messages do not say what to do: `Server` shows one. */
class Client extends LanguageClient {
	/** Log an error without a notification. No option of the library turns all of them off. */
	override error(message: string, data?: unknown): void {
		super.error(message, data, false);
	}

	/** Announce that this client handles `kibitz/status`. */
	protected override fillInitializeParams(params: InitializeParams): void {
		super.fillInitializeParams(params);
		params.capabilities.experimental = { kibitzStatus: true };
	}
}
