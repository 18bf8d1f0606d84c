import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { endStray, processCommand } from '../servers/process-table.js';
import { StartError } from '../servers/start-error.js';

interface RecordedProcess {
  readonly pid: number;
  /** Its command line, which distinguishes it from a later program with the same pid. */
  readonly command: string;
  readonly stopSignal: NodeJS.Signals;
}

interface RunRecord {
  readonly launcher: RecordedProcess;
  readonly parts: Readonly<Record<string, RecordedProcess>>;
}

export interface StartedPart {
  readonly name: string;
  readonly pid: number;
  /** SIGTERM when absent. */
  readonly stopSignal?: NodeJS.Signals;
}

const STOP_DEADLINE_MS = 10_000;

/**
 * The file that names the process of a data folder, so that a later run finds the remains of a dead
 * one.
 */
export class RunFile {
  private readonly parts: Record<string, RecordedProcess> = {};

  constructor(private readonly path: string) {}

  /**
   * Claims the data folder. Throws RUNNING while another launcher is running. It ends the parts of
   * a dead launcher, and returns their names.
   */
  async claim(): Promise<string[]> {
    const earlier = this.read();
    if (earlier && earlier.launcher.pid !== process.pid && lives(earlier.launcher)) {
      throw new StartError(
        'RUNNING',
        `The system is running already, as process ${earlier.launcher.pid}: stop that one first.`,
      );
    }
    const left = Object.entries(earlier?.parts ?? {}).filter(([, { command }]) => command !== '');
    const ended = await Promise.all(
      left.map(async ([name, { pid, command, stopSignal }]) => {
        const stray = { pid, marker: command, stopSignal };
        return (await endStray({ ...stray, deadlineMs: STOP_DEADLINE_MS })) ? [name] : [];
      }),
    );
    this.write();
    return ended.flat();
  }

  add({ name, pid, stopSignal }: StartedPart): void {
    this.parts[name] = recorded(pid, stopSignal);
    this.write();
  }

  /** After everything was stopped. */
  remove(): void {
    rmSync(this.path, { force: true });
  }

  private read(): RunRecord | undefined {
    if (!existsSync(this.path)) return undefined;
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as RunRecord;
    } catch {
      // Cut short by a crash while it was written: nothing is known of that run.
      return undefined;
    }
  }

  private write(): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const record: RunRecord = { launcher: recorded(process.pid), parts: this.parts };
    writeFileSync(this.path, JSON.stringify(record, null, 2));
  }
}

function recorded(pid: number, stopSignal: NodeJS.Signals = 'SIGTERM'): RecordedProcess {
  return { pid, command: processCommand(pid) ?? '', stopSignal };
}

function lives({ pid, command }: RecordedProcess): boolean {
  return command !== '' && processCommand(pid) === command;
}
