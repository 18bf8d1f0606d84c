import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ManagedProcess, type ProcessExit } from '../servers/managed-process.js';
import { patient } from '../servers/patient.js';
import { StartError } from '../servers/start-error.js';
import { workspaceRoot } from '../workspace.js';
import type { Environment } from './environment.js';

export interface ServiceLaunch {
  readonly name: string;
  /** The program, `dist/main.js` of the service. */
  readonly entry: string;
  /** Working directory: the checkout. */
  readonly cwd: string;
  readonly environment: Environment;
  readonly url: string;
  readonly internalUrl: string;
  readonly logFile: string;
  /** Called with each new process, for the run file. */
  readonly onStart?: (pid: number) => void;
  /** Called when a process ends without a request. */
  readonly onUnexpectedEnd?: (service: ServiceProcess, exit: ProcessExit) => void;
}

const READY_DEADLINE_MS = 120_000;
/** Longer than a service takes to finish the requests that it holds. */
const STOP_DEADLINE_MS = 25_000;
const POLL_MS = 100;
/**
 * Heap of a service in MiB; in an image, half of the container's limit. By default, Node sizes the
 * space for young objects by the machine: 60 MiB more per process, for objects that die with a
 * request.
 */
const MEMORY_LIMITS = ['--max-old-space-size=192', '--max-semi-space-size=4'];
const PROBE_TIMEOUT_MS = 3000;
/** Variables that a service inherits from its launcher; all other variables are set explicitly. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SYSTEMROOT', 'NODE_EXTRA_CA_CERTS'];

/** A service of the system as a process that can be killed and started again. */
export class ServiceProcess {
  private child?: ManagedProcess;

  constructor(private readonly launch: ServiceLaunch) {}

  get name(): string {
    return this.launch.name;
  }

  /** Base address of its public operations. */
  get url(): string {
    return this.launch.url;
  }

  get internalUrl(): string {
    return this.launch.internalUrl;
  }

  /** Its own variables, without the inherited ones. */
  get environment(): Environment {
    return this.launch.environment;
  }

  get running(): boolean {
    return this.child?.running ?? false;
  }

  /** Undefined before the first start. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Another process of the same service on ports of its own; not started yet. */
  replica({ port, internalPort, root }: ReplicaOptions): ServiceProcess {
    const { launch } = this;
    const at = (url: string, ownPort: number) => {
      const { protocol, hostname } = new URL(url);
      return `${protocol}//${hostname}:${ownPort}`;
    };
    const ports = { PORT: String(port), INTERNAL_PORT: String(internalPort) };
    const { name } = launch;
    const cwd = root ?? launch.cwd;
    const entry = root ? join(root, relative(launch.cwd, launch.entry)) : launch.entry;
    return new ServiceProcess({
      name: `${name}, second replica`,
      entry,
      cwd,
      environment: { ...launch.environment, ...ports },
      url: at(launch.url, port),
      internalUrl: at(launch.internalUrl, internalPort),
      logFile: launch.logFile.replace(/\.log$/, '-2.log'),
    });
  }

  /** Starts the process; `ready` resolves when it serves. */
  async start(): Promise<void> {
    if (this.running) return;
    const { entry, ...program } = this.launch;
    const child = await runNode({ ...program, args: [...MEMORY_LIMITS, entry] });
    this.child = child;
    this.launch.onStart?.(child.pid);
    void child.exit.then((exit) => {
      if (!exit.expected) this.launch.onUnexpectedEnd?.(this, exit);
    });
  }

  /** Resolves when `/health/ready` answers 200; refuses with DIED or NOT_READY. */
  async ready(deadlineMs = patient(READY_DEADLINE_MS)): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    let state = await this.health();
    while (state !== 'ready') {
      if (!this.running) await this.child?.failOnExit();
      if (performance.now() > deadline) {
        throw new StartError(
          'NOT_READY',
          `${this.name} was not ready within ${deadlineMs / 1000} s: ${state}.`,
          this.lastLines(),
        );
      }
      await pause(POLL_MS);
      state = await this.health();
    }
  }

  async stop(): Promise<void> {
    await this.child?.stop();
  }

  /** Sends SIGKILL by default; resolves when the process has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.child?.kill(signal);
  }

  /** Stops it if it runs, starts it and waits until it serves. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
    await this.ready();
  }

  lastLines(count = 20): string[] {
    return this.child?.lastLines(count) ?? [];
  }

  private async health(): Promise<string> {
    try {
      const answer = await fetch(`${this.internalUrl}/health/ready`, {
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      const body = await answer.text();
      return answer.status === 200 ? 'ready' : `answer ${answer.status} ${body.slice(0, 200)}`;
    } catch (error) {
      return `no answer (${(error as Error).message})`;
    }
  }
}

export interface ReplicaOptions {
  readonly port: number;
  readonly internalPort: number;
  /** A checkout of another release, built; the same one when absent. */
  readonly root?: string | undefined;
}

export interface NodeProgram {
  readonly name: string;
  /** Script and its arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  readonly logFile: string;
}

/** Runs a script of ours with the same Node as this process, and only the variables it needs. */
export async function runNode(program: NodeProgram): Promise<ManagedProcess> {
  const { name, args, cwd, environment, logFile } = program;
  return ManagedProcess.start({
    name,
    command: process.execPath,
    args: [...sourceMaps(), ...args],
    cwd,
    env: { ...inheritedVariables(), ...environment },
    logFile,
    stopSignal: 'SIGTERM',
    stopDeadlineMs: STOP_DEADLINE_MS,
  });
}

/** Node's arguments for stack traces that name our sources; needs a build. */
export function sourceMaps(): string[] {
  const preload = join(workspaceRoot(), 'libs', 'service', 'dist', 'source-maps.js');
  return ['--import', pathToFileURL(preload).href];
}

/**
 * Variables that each of our programs inherits from this process, and the folder of Node's cache.
 */
export function inheritedVariables(): Environment {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const cache = join(workspaceRoot(), '.cache', 'node');
  return { NODE_COMPILE_CACHE: cache, ...Object.fromEntries(inherited) };
}

/** Path of a built program; refuses with NOT_BUILT when there is no such file. */
export function builtProgram({ root, folder, program }: BuiltProgram): string {
  const path = join(root, folder, 'dist', program);
  if (existsSync(path)) return path;
  throw new StartError('NOT_BUILT', `${path} does not exist: run npm run build first.`);
}

export interface BuiltProgram {
  /** The checkout. */
  readonly root: string;
  /** Folder of the project inside it. */
  readonly folder: string;
  /** `main.js`, `migrate.js`, `cli.js`. */
  readonly program: string;
}
