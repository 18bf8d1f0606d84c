import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Its warnings are about classes that it leaves out. */
const QUIET = '-Xlog:cds*=error';

/**
 * The class archive of the broker's JVM, in a file beside the jars. A start with it needs half the
 * CPU. The first broker that stops writes it. A JVM that cannot use the file, for example one of
 * another version, starts without it.
 */
export class ClassArchive {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'broker.jsa');
  }

  /** For programs that only read it. */
  get readArguments(): string[] {
    return existsSync(this.file) ? [QUIET, `-XX:SharedArchiveFile=${this.file}`] : [];
  }

  /** For a broker: reads the archive or, while there is none, writes one to `newFile` at its end. */
  brokerArguments(newFile: string): string[] {
    return existsSync(this.file)
      ? this.readArguments
      : [QUIET, `-XX:ArchiveClassesAtExit=${newFile}`];
  }

  /** Stores the archive that a broker wrote, if any. With several brokers the last one stays. */
  keep(newFile: string): void {
    if (!existsSync(newFile)) return;
    const draft = `${this.file}.${process.pid}`;
    copyFileSync(newFile, draft);
    renameSync(draft, this.file);
    rmSync(newFile);
  }
}
