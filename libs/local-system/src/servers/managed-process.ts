import { type ChildProcess, spawn } from 'node:child_process';
import { endWithParent, releaseFromParent } from './guardian.js';
import { LogFile } from './log-file.js';
import type { ServerUser } from './server-user.js';
import { signal } from './process-table.js';
import { StartError } from './start-error.js';

export interface ProcessOptions {
  /** For messages: `PostgreSQL`, `payment-link`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment; the parent's when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly user?: ServerUser | undefined;
  /** Output of the process, appended. */
  readonly logFile: string;
  readonly stopSignal: NodeJS.Signals;
  /** Time in ms that `stop` waits before SIGKILL. */
  readonly stopDeadlineMs: number;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if `stop` or `kill` caused it. */
  readonly expected: boolean;
}

/** A child process in a separate process group, so that Ctrl-C reaches only its parent. */
export class ManagedProcess {
  readonly pid: number;
  readonly exit: Promise<ProcessExit>;
  private ended = false;
  private expected = false;

  private constructor(
    private readonly options: ProcessOptions,
    child: ChildProcess & { readonly pid: number },
    private readonly log: LogFile,
  ) {
    this.pid = child.pid;
    endWithParent(this.pid, options.stopSignal);
    this.exit = new Promise((resolve) => {
      child.once('exit', (code, signalName) => {
        this.ended = true;
        releaseFromParent(this.pid);
        resolve({ code, signal: signalName, expected: this.expected });
      });
    });
  }

  /** Resolves when the program runs; refuses with DIED when it cannot be run at all. */
  static async start(options: ProcessOptions): Promise<ManagedProcess> {
    const log = LogFile.open(options.logFile);
    try {
      const child = spawn(options.command, [...options.args], {
        cwd: options.cwd,
        env: options.env ? { ...options.env } : process.env,
        uid: options.user?.uid,
        gid: options.user?.gid,
        stdio: ['ignore', log.descriptor, log.descriptor],
        detached: process.platform !== 'win32',
      });
      await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      return new ManagedProcess(options, child as ChildProcess & { pid: number }, log);
    } catch (error) {
      throw new StartError('DIED', `${options.name} cannot be run: ${(error as Error).message}.`);
    } finally {
      log.close();
    }
  }

  get running(): boolean {
    return !this.ended;
  }

  /** Asks it to end, and ends it by SIGKILL at the deadline. */
  async stop(): Promise<ProcessExit> {
    this.send(this.options.stopSignal);
    const timer = setTimeout(() => this.send('SIGKILL'), this.options.stopDeadlineMs);
    return this.exit.finally(() => clearTimeout(timer));
  }

  /** Ends it at once, as a crash would; resolves when it is gone. */
  async kill(name: NodeJS.Signals = 'SIGKILL'): Promise<ProcessExit> {
    this.send(name);
    return this.exit;
  }

  /** The last lines that this process wrote, oldest first, without empty ones. */
  lastLines(count = 20): string[] {
    return this.log.lastLines(count);
  }

  /** Refuses with DIED as soon as the process ends; never resolves. */
  async failOnExit(): Promise<never> {
    const { code, signal: signalName } = await this.exit;
    throw new StartError(
      'DIED',
      `${this.options.name} ended while it was starting (${signalName ?? `exit code ${code}`}).`,
      this.lastLines(),
    );
  }

  private send(name: NodeJS.Signals): void {
    if (this.ended) return;
    this.expected = true;
    signal(this.pid, name);
  }
}

/** A server on 127.0.0.1 that keeps its addresses and its data over restarts. */
export interface LocalServer {
  readonly port: number;
  /** Process ID of the server that runs now. */
  readonly pid: number;
  /** When the server that runs now ends. */
  readonly exit: Promise<ProcessExit>;
  /** Ends it cleanly. */
  stop(): Promise<void>;
  /** Sends SIGKILL: the next start finds the state of a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port with its data, after `stop` or `kill`. */
  restart(): Promise<void>;
  lastLines(count?: number): string[];
}

/** Starts a server; `launch` resolves when it serves, at the first start and at each other one. */
export async function localServer<A extends { readonly port: number }>(
  addresses: A,
  launch: () => Promise<ManagedProcess>,
): Promise<A & LocalServer> {
  let server = await launch();
  return {
    ...addresses,
    get pid() {
      return server.pid;
    },
    get exit() {
      return server.exit;
    },
    stop: async () => void (await server.stop()),
    kill: async () => void (await server.kill()),
    restart: async () => {
      await server.stop();
      server = await launch();
    },
    lastLines: (count) => server.lastLines(count),
  };
}
