import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { StartError } from '../servers/start-error.js';
import { gatewayProgram, type GatewayHost } from './gateway-cli.js';

const DEADLINE_MS = 60_000;

/**
 * The gateway's command line as a process that stays: starting one costs over a second of CPU. It
 * ends with this process, because its input does.
 */
class GatewayShell {
  private readonly waiting: PromiseWithResolvers<string>[] = [];

  constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.waiting.shift()?.resolve(line);
    });
    child.stdin.on('error', () => undefined);
    child.unref();
    for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as Socket).unref();
  }

  get isOpen(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async run(args: readonly string[]): Promise<unknown> {
    const answer = Promise.withResolvers<string>();
    const fail = (why: string) => () => answer.reject(new StartError('DIED', why));
    const ended = fail('The command line of the gateway ended.');
    const timer = setTimeout(fail('The gateway did not answer a command.'), DEADLINE_MS);
    this.child.once('exit', ended);
    try {
      this.waiting.push(answer);
      this.child.stdin.write(`${JSON.stringify(args)}\n`);
      const body = JSON.parse(await answer.promise) as { readonly error?: string };
      if (body.error === undefined) return body;
      const command = args.slice(0, 2).join(' ');
      throw new StartError('DIED', `The gateway's command "${command}" failed.`, [body.error]);
    } finally {
      clearTimeout(timer);
      this.child.off('exit', ended);
    }
  }
}

/** One of each running system. */
const shells = new Map<string, GatewayShell>();

/** As `runGatewayCli`, by a process that this one keeps for all its commands to the system. */
export async function runInGatewayShell(
  system: GatewayHost,
  args: readonly string[],
): Promise<unknown> {
  const { program, cwd, env } = gatewayProgram(system, 'cli-lines.js');
  const key = JSON.stringify(env);
  let shell = shells.get(key);
  if (!shell?.isOpen) {
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    shell = new GatewayShell(spawn(process.execPath, [program], { cwd, env, stdio }));
    shells.set(key, shell);
  }
  return shell.run(args);
}
