import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const LARGEST_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/** A log that grows over restarts; one that has grown large is set aside as `<file>.1` first. */
export class LogFile {
  /** Start of this process's output, in bytes. */
  private readonly begin: number;

  private constructor(
    private readonly path: string,
    readonly descriptor: number,
  ) {
    this.begin = fstatSync(descriptor).size;
  }

  static open(path: string): LogFile {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path) && statSync(path).size > LARGEST_BYTES) renameSync(path, `${path}.1`);
    return new LogFile(path, openSync(path, 'a', 0o600));
  }

  /** Closes the file of this process; the child keeps its own handle. */
  close(): void {
    closeSync(this.descriptor);
  }

  /** The last lines written since this opening, oldest first, without empty ones. */
  lastLines(count: number): string[] {
    if (!existsSync(this.path)) return [];
    const reader = openSync(this.path, 'r');
    try {
      const end = fstatSync(reader).size;
      const from = Math.max(Math.min(this.begin, end), end - TAIL_BYTES);
      const tail = Buffer.alloc(end - from);
      readSync(reader, tail, 0, tail.length, from);
      const lines = tail.toString('utf8').split('\n');
      return lines.filter((line) => line.trim() !== '').slice(-count);
    } finally {
      closeSync(reader);
    }
  }
}
