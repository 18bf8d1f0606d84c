import { Towpath } from '@towpath/sdk';
import yoctoSpinner from 'yocto-spinner';
import { credentialsOf, type Credentials, type Environment } from './credentials.js';

/** Shows how far a long piece of work is. */
export type Progress = (text: string) => void;

/** Results go to stdout, one JSON document or one line each; everything else goes to stderr. */
export class Output {
  constructor(private readonly isJson: boolean) {}

  result(document: object, text: string): void {
    process.stdout.write(`${this.isJson ? JSON.stringify(document) : text}\n`);
  }

  /** For programs only. */
  document(document: object): void {
    if (this.isJson) process.stdout.write(`${JSON.stringify(document)}\n`);
  }

  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  async during<T>(text: string, work: (progress: Progress) => Promise<T>): Promise<T> {
    const spinner = yoctoSpinner({ text, stream: process.stderr }).start();
    try {
      return await work((next) => {
        spinner.text = `${text}: ${next}`;
      });
    } finally {
      spinner.stop();
    }
  }
}

/** What every command works with. */
export interface Session {
  readonly towpath: Towpath;
  readonly credentials: Credentials;
  readonly output: Output;
}

export function openSession(env: Environment, { json }: { readonly json?: boolean }): Session {
  const credentials = credentialsOf(env, process.cwd());
  return { towpath: new Towpath(credentials), credentials, output: new Output(json === true) };
}
