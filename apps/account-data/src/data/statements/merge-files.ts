import { DomainError, type StatementId } from '@towpath/kernel';
import { PdfWorker, PdfWorkerLost } from './pdf-worker.js';

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
  const known = { missing, merged: new Set<StatementId>(), endsAt: performance.now() + WHOLE_MS };
  let whole: Uint8Array | undefined;
  // Each worker that is lost leaves one more statement out.
  while (!whole) whole = await attempt(merge, known);
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
  /** Those that an earlier worker has merged; after `endsAt` only these are read. */
  readonly merged: Set<StatementId>;
  readonly endsAt: number;
}

/** The work of one worker. Undefined when it was lost. */
async function attempt(
  merge: Merge,
  { missing, merged, endsAt }: Known,
): Promise<Uint8Array | undefined> {
  const worker = new PdfWorker();
  let pages = 0;
  const add = async (statement: MergedStatement): Promise<void> => {
    const { statementId } = statement;
    const isLate = performance.now() > endsAt && !merged.has(statementId);
    if (isLate && !missing.has(statementId)) {
      missing.set(statementId, 'there was no time to read it');
    }
    if (!missing.has(statementId)) {
      const maxPages = Math.min(MAX_PAGES_OF_ONE, MAX_PAGES - pages);
      const reply = await worker.ask({ file: await merge.read(statementId), maxPages });
      if ('pages' in reply) {
        pages += reply.pages;
        merged.add(statementId);
        return;
      }
      if ('refused' in reply) missing.set(statementId, reply.refused);
    }
    await worker.ask({ lines: linesOf(statement, missing.get(statementId) ?? '') });
  };
  let current: MergedStatement | undefined;
  try {
    for (current of merge.statements) await add(current);
    current = undefined;
    const reply = await worker.ask('SAVE');
    return 'whole' in reply ? reply.whole : undefined;
  } catch (cause) {
    if (!(cause instanceof PdfWorkerLost)) throw cause;
    if (current) {
      missing.set(current.statementId, cause.message);
      return undefined;
    }
    const explanation = 'The statements cannot be put into one file: download each of them.';
    throw new DomainError('PRODUCT_NOT_AVAILABLE', explanation, { cause });
  } finally {
    await worker.end();
  }
}

function linesOf({ statementId, date, name }: MergedStatement, reason: string): string[] {
  return [
    `The statement "${name}" of ${date} is not part of this file: ${reason}.`,
    `Download it alone. Its ID is ${statementId}.`,
  ];
}
