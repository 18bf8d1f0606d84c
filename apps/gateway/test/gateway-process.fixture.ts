import { inheritedVariables, workspaceRoot } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { failureText, runCommandLine } from '../src/cli/command-line.js';

type Variables = Readonly<Record<string, string>>;

/** How a program ended and all that it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GatewayProcess {
  /** Standard output and error so far. */
  output(): string;
  /** Resolves when it ended by itself. */
  readonly ended: Promise<Ended>;
  /** Addresses that it says it listens on, once it does. */
  listening(): Promise<{ readonly publicUrl: string; readonly internalUrl: string }>;
  stop(): Promise<Ended>;
}

/** The gateway's built program (`main.js`, `cli.js`) with exactly these variables. */
export function startProgram(
  program: string,
  { args = [], variables }: { readonly args?: readonly string[]; readonly variables: Variables },
): GatewayProcess {
  const script = join(workspaceRoot(), 'apps/gateway/dist', program);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: workspaceRoot(),
    env: { ...inheritedVariables(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    ...written,
  }));
  return {
    output: () => written.stdout + written.stderr,
    ended,
    listening: () => eventually(() => addressesIn(written.stdout), { deadlineMs: 80_000 }),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs one command of the command line to its end, as a process of its own. */
export function runCli(variables: Variables, args: readonly string[]): Promise<Ended> {
  return startProgram('cli.js', { args, variables }).ended;
}

/** The same in this process: only the start of a program is left out. `input`: standard input. */
export async function runCommandHere(
  variables: Variables,
  args: readonly string[],
  input = '',
): Promise<Ended> {
  let stdout = '';
  const write = (text: string) => void (stdout += text);
  const read = () => Promise.resolve(input);
  return runCommandLine(args, { environment: variables, write, read }).then(
    () => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => ({ code: 1, stdout, stderr: `${failureText(error)}\n` }),
  );
}

function addressesIn(log: string) {
  const line = log.split('\n').find((each) => each.includes('"publicUrl"'));
  return line ? (JSON.parse(line) as { publicUrl: string; internalUrl: string }) : undefined;
}
