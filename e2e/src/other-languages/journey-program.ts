import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What the program cannot do with the API alone, by the word that asks for it. */
export type Helpers = Readonly<Record<string, (detail: never) => Promise<unknown>>>;

interface Journey {
  /** The program with its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly helpers: Helpers;
}

/**
 * Lets a program make its journey. Each line of its output names one helper, whose result is the next
 * line of its input, or ends with `done` and what the journey made.
 */
export async function journeyOf<T>({ command, env, helpers }: Journey): Promise<T> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'pipe' });
  const closed = once(child, 'close');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [[word, detail]] = Object.entries(JSON.parse(line) as object) as [[string, never]];
      if (word === 'done') return detail as T;
      const help = helpers[word];
      if (!help) throw new Error(`the program asks for ${word}`);
      child.stdin.write(`${JSON.stringify(await help(detail))}\n`);
    }
    await closed;
    throw new Error(`the journey ended too early:\n${complaint}`);
  } finally {
    child.kill();
    await closed;
  }
}
