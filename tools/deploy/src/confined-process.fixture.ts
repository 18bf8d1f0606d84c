import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent, releaseFromParent } from '@towpath/local-system';

export interface Confinement {
  readonly cwd: string;
  /** Appears at /run/secrets, and nothing else of the folder around it. */
  readonly secrets: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/**
 * What compose.yaml says of a container, by the kernel's own means: every file system read-only,
 * user 1000, no capability and none to gain.
 */
const CONFINE = `
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/secrets
mount --bind "$1" /run/secrets
mount -o remount,bind,ro /run/secrets
mount -o remount,ro /run
mount -o remount,bind,ro /
shift
exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --bounding-set -all -- "$@"
`;

/** Only Linux's administrator may confine; others run it as themselves, on files without write bits. */
export const canConfine =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'setpriv', '--version'], { stdio: 'ignore' }).status === 0;

/** A program as it runs in a container. */
export class ConfinedProcess {
  private output = '';
  private result?: Ended;
  readonly ended: Promise<Ended>;

  private constructor(private readonly child: ChildProcess & { readonly pid: number }) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    endWithParent(child.pid, 'SIGTERM');
    this.ended = once(child, 'close').then(([code, signal]) => {
      releaseFromParent(child.pid);
      this.result = {
        code: code as number | null,
        signal: signal as NodeJS.Signals | null,
        output: this.output,
      };
      return this.result;
    });
  }

  static async start(
    command: readonly string[],
    { cwd, secrets, environment }: Confinement,
  ): Promise<ConfinedProcess> {
    const [program = '', ...args] = command;
    const inner = [program === 'node' ? process.execPath : program, ...args];
    const confined = ['unshare', '--mount', '--', 'sh', '-euc', CONFINE, 'sh', secrets, ...inner];
    const [file = '', ...rest] = canConfine ? confined : inner;
    const path = process.env['PATH'] ?? '';
    const child = spawn(file, rest, { cwd, env: { PATH: path, ...environment } });
    await once(child, 'spawn');
    return new ConfinedProcess(child as ChildProcess & { readonly pid: number });
  }

  get running(): boolean {
    return this.result === undefined;
  }

  get pid(): number {
    return this.child.pid;
  }

  lastLines(): string {
    return this.output.split('\n').slice(-15).join('\n');
  }

  /** Sends SIGTERM; resolves when the process is gone. */
  async terminate(): Promise<Ended & { readonly seconds: number }> {
    const begin = performance.now();
    this.child.kill('SIGTERM');
    const ended = await this.ended;
    return { ...ended, seconds: (performance.now() - begin) / 1000 };
  }
}
