import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, type Merchant } from '@towpath/testing';

export type Document = Readonly<Record<string, unknown>>;

export interface Finished {
  readonly code: number | null;
  /** The documents of stdout, one a line. */
  readonly documents: readonly Document[];
  readonly stdout: string;
  readonly stderr: string;
}

export interface ShopOfCommands {
  readonly baseUrl: string;
  readonly shop: Merchant;
}

/** The command line as npm would publish it, in a folder that has nothing else. */
export class CommandLine {
  private constructor(readonly folder: string) {}

  static pack(): CommandLine {
    const folder = mkdtempSync(join(tmpdir(), 'towpath-cli-'));
    const options = ['pack', '--silent', '--pack-destination', folder];
    const packed = spawnSync('npm', options, { cwd: resolve('tools/cli'), encoding: 'utf8' });
    spawnSync('tar', ['-xzf', packed.stdout.trim()], { cwd: folder });
    return new CommandLine(folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The environment that names an app. */
  static environmentOf({ baseUrl, shop }: ShopOfCommands): NodeJS.ProcessEnv {
    const { client_id, client_secret } = shop.credentials;
    return {
      TOWPATH_URL: baseUrl,
      TOWPATH_CLIENT_ID: client_id,
      TOWPATH_CLIENT_SECRET: client_secret,
    };
  }

  start(args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand {
    const file = join(this.folder, 'package/dist/towpath.js');
    const { PATH } = process.env;
    return new RunningCommand(
      spawn(process.execPath, [file, ...args], { cwd: this.folder, env: { PATH, ...env } }),
    );
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finished> {
    return this.start(args, env).finished;
  }
}

/** A command that runs. */
export class RunningCommand {
  stdout = '';
  stderr = '';
  readonly finished: Promise<Finished>;

  constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.finished = new Promise((done) => {
      child.once('close', (code) => done({ ...this.seen, code }));
    });
  }

  /** The first document that fits, printed already or still to come. */
  prints(fits: (document: Document) => boolean): Promise<Document> {
    return eventually(() => this.seen.documents.find(fits), {
      deadlineMs: 60_000,
      describe: () => `a document of the command, which printed ${this.stdout}${this.stderr}`,
    });
  }

  /** As Ctrl-C does. */
  interrupt(): Promise<Finished> {
    this.child.kill('SIGINT');
    return this.finished;
  }

  private get seen() {
    const { stdout, stderr } = this;
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    const documents = lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Document];
      } catch {
        // Its end is still to come.
        return [];
      }
    });
    return { stdout, stderr, documents };
  }
}
