import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent, eventually, releaseFromParent } from '@towpath/local-system';

/** Time in ms for a `beforeAll` that starts one, on a busy machine. */
export const FOREIGN_SERVER_START_MS = 60_000;

export interface ForeignServerOptions {
  /** On the path, or a path. */
  readonly command: string;
  /** They bind it to 127.0.0.1 alone. */
  readonly args: readonly string[];
  /** Where it answers, with any status. */
  readonly url: string;
}

/** A server that others wrote, as a separate process. */
export class ForeignServer {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start({ command, args, url }: ForeignServerOptions): Promise<ForeignServer> {
    const child = spawn(command, [...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    await once(child, 'spawn');
    const { pid = 0 } = child;
    endWithParent(pid, 'SIGTERM');
    child.once('exit', () => releaseFromParent(pid));
    const server = new ForeignServer(url, child);
    try {
      await eventually(() => fetch(url).then(({ status }) => status), {
        deadlineMs: FOREIGN_SERVER_START_MS - 10_000,
        describe: `an answer of ${command}`,
      });
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}
