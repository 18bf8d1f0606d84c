import { DomainError, type StatementId } from '@towpath/kernel';
import type { PdfReply } from './pdf-thread.js';
import { PdfWorker, PdfWorkerLost } from './pdf-worker.js';

/** A statement of a composite file. */
export interface MergedStatement {
  readonly statementId: StatementId;
  readonly date: string;
  readonly name: string;
  readonly bytes: number;
}

interface Merge {
  /** In the order of the whole. */
  readonly statements: readonly MergedStatement[];
  read(statementId: StatementId): Promise<Buffer>;
  /** A statement that is not part of the whole. */
  onMissing(statement: MergedStatement, reason: string): void;
}

const MIB = 1024 ** 2;
const MAX_FILE_BYTES = 8 * MIB;
const MAX_BYTES = 24 * MIB;
const MAX_PAGES_OF_ONE = 500;
const MAX_PAGES = 2_000;
/** After so long no further file is read. */
const WHOLE_MS = 20_000;

/**
 * One PDF file of many. A file that is too large, or that cannot be read in time, is not part of it:
 * a page in its place names the statement. One such file never fails the others.
 */
export async function mergeFiles(merge: Merge): Promise<Uint8Array> {
  const missing = tooLarge(merge.statements);
  const merged = new Set<StatementId>();
  const endsAt = performance.now() + WHOLE_MS;
  const isLate = () => performance.now() > endsAt;
  let whole: Uint8Array | undefined;
  // Each worker that is lost leaves one more statement out.
  while (!whole) whole = await new Attempt(merge, { missing, merged, isLate }).run();
  for (const each of merge.statements) {
    const reason = missing.get(each.statementId);
    if (reason !== undefined) merge.onMissing(each, reason);
  }
  return whole;
}

function tooLarge(statements: readonly MergedStatement[]): Map<StatementId, string> {
  const missing = new Map<StatementId, string>();
  let bytes = 0;
  for (const each of statements) {
    const isTooLarge = each.bytes > MAX_FILE_BYTES || bytes + each.bytes > MAX_BYTES;
    if (isTooLarge) missing.set(each.statementId, 'it is too large');
    else bytes += each.bytes;
  }
  return missing;
}

interface Known {
  /** Statements that are not part of the whole, with the reason. */
  readonly missing: Map<StatementId, string>;
  /** Those that an earlier worker has merged. */
  readonly merged: Set<StatementId>;
  /** Whether only those are read from now on. */
  readonly isLate: () => boolean;
}

/** The work of one worker. */
class Attempt {
  private readonly worker = new PdfWorker();
  private pages = 0;

  constructor(
    private readonly merge: Merge,
    private readonly known: Known,
  ) {}

  /** Undefined when the worker was lost. */
  async run(): Promise<Uint8Array | undefined> {
    const { missing } = this.known;
    let current: MergedStatement | undefined;
    try {
      for (current of this.merge.statements) await this.add(current);
      current = undefined;
      const reply = await this.worker.ask('SAVE');
      return 'whole' in reply ? reply.whole : undefined;
    } catch (error) {
      if (!(error instanceof PdfWorkerLost)) throw error;
      if (!current) throw cannotMerge(error);
      missing.set(current.statementId, error.message);
      return undefined;
    } finally {
      await this.worker.end();
    }
  }

  private async add(statement: MergedStatement): Promise<void> {
    const { missing, merged, isLate } = this.known;
    const { statementId } = statement;
    if (isLate() && !merged.has(statementId) && !missing.has(statementId)) {
      missing.set(statementId, 'there was no time to read it');
    }
    const reply = missing.has(statementId) ? undefined : await this.file(statementId);
    if (reply && 'pages' in reply) {
      this.pages += reply.pages;
      merged.add(statementId);
      return;
    }
    if (reply && 'refused' in reply) missing.set(statementId, reply.refused);
    const lines = linesOf(statement, missing.get(statementId) ?? '');
    await this.worker.ask({ lines });
  }

  private async file(statementId: StatementId): Promise<PdfReply> {
    const maxPages = Math.min(MAX_PAGES_OF_ONE, MAX_PAGES - this.pages);
    const file = await this.merge.read(statementId);
    return this.worker.ask({ file, maxPages });
  }
}

function cannotMerge(cause: PdfWorkerLost): DomainError {
  const explanation = 'The statements cannot be put into one file: download each of them.';
  return new DomainError('PRODUCT_NOT_AVAILABLE', explanation, { cause });
}

function linesOf({ statementId, date, name }: MergedStatement, reason: string): string[] {
  return [
    `The statement "${name}" of ${date} is not part of this file: ${reason}.`,
    `Download it alone. Its ID is ${statementId}.`,
  ];
}
