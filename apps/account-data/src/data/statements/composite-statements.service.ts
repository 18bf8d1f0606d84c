import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { awaitedLater, DomainError, newId, type Id } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import {
  byValues,
  PersonalDataErased,
  PersonalDataVault,
  Transactions,
  type AppTx,
} from '@towpath/persistence';
import type { LoginKey } from '../../identities/login-identities/login-identity.table.js';
import { keyOf } from '../retrieved-data/owned-data.reads.js';
import { EXCLUSIVE_LOCK } from '../retrieved-data/retrieved-data.service.js';
import { mergeFiles, type MergedStatement } from './merge-files.js';
import { compositeStatements, type KeptFile } from './statement.table.js';
import { StatementsReads } from './statements.reads.js';

/** The statements of a login identity, and the file of all of them if it is kept. */
interface Found {
  readonly statements: readonly MergedStatement[];
  readonly kept: KeptFile | undefined;
}

type ListedRow = Omit<MergedStatement, 'bytes'> & { readonly sealedBytes: number };

const FIELD = 'composite_statements.sealed';
/** A download holds one part in memory. */
const PART_BYTES = 1024 ** 2;

const LISTED = byValues(`SELECT statement_id AS "statementId", date::text AS date, name,
    octet_length(sealed_file) AS "sealedBytes" FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 ORDER BY date, statement_id`);
const KEPT = byValues(`SELECT ${compositeStatements.select('compositeId', 'bytes', 'parts')}
  FROM composite_statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND part = 0 AND statement_ids = $3::text[]`);
const PART = byValues(`SELECT sealed FROM composite_statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND part = $3 AND composite_id = $4`);
const DROP = byValues(`DELETE FROM composite_statements
  WHERE customer_app_id = $1 AND login_identity_id = $2`);
const KEEP = byValues(`INSERT INTO composite_statements (customer_app_id, login_identity_id, part,
    composite_id, statement_ids, bytes, parts, sealed, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

/**
 * All statements of a login identity as one file, encrypted under its key, in parts. It is made once
 * and kept until the statements change. A process makes one file at a time, because each takes a
 * processor and memory.
 */
@Injectable()
export class CompositeStatementsService {
  private readonly making = new Map<string, Promise<KeptFile>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly statements: StatementsReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws STATEMENT_NOT_FOUND when there are none. */
  async compose(
    owner: LoginKey,
  ): Promise<{ readonly bytes: number; readonly content: AsyncIterable<Buffer> }> {
    const kept = (await this.find(owner)).kept ?? (await this.made(owner));
    return { bytes: kept.bytes, content: this.read(owner, kept) };
  }

  private made(owner: LoginKey): Promise<KeptFile> {
    const { loginIdentityId } = owner;
    const making = this.making.get(loginIdentityId);
    if (making) return making;
    const made = this.make(owner, this.last).finally(() => this.making.delete(loginIdentityId));
    this.making.set(loginIdentityId, awaitedLater(made));
    this.last = awaitedLater(made);
    return made;
  }

  private async make(owner: LoginKey, previous: Promise<unknown>): Promise<KeptFile> {
    await Promise.allSettled([previous]);
    const { statements, kept } = await this.find(owner);
    if (kept) return kept;
    const whole = await mergeFiles({
      statements,
      read: (statementId) => this.statements.fileIfStored(owner, { statementId }),
      onMissing: ({ statementId }, reason) =>
        this.logger.warn({ statementId, reason }, 'a statement is not part of the file of all'),
    });
    try {
      return await this.keep(owner, statements, whole);
    } catch (error) {
      throw error instanceof PersonalDataErased ? noStatements() : error;
    }
  }

  /** Oldest first. Throws STATEMENT_NOT_FOUND, also for a login identity whose data was erased. */
  private async find(owner: LoginKey): Promise<Found> {
    const read = async (tx: AppTx) => {
      const key = await keyOf(this.vault, tx, owner);
      const rows = key ? await tx.query<ListedRow>(LISTED, rowsOf(owner)) : [];
      // Files are sealed as base64.
      const statements = rows.map(({ sealedBytes, ...row }) => ({
        ...row,
        bytes: Math.floor(sealedBytes * 0.75),
      }));
      return { statements, kept: await keptOf(tx, owner, statements) };
    };
    const found = await this.db.forApp(owner.customerAppId, read, { readOnly: true });
    if (found.statements.length === 0) throw noStatements();
    return found;
  }

  /** In place of an earlier one. Throws `PersonalDataErased` when the login identity was deleted. */
  private keep(
    owner: LoginKey,
    statements: readonly MergedStatement[],
    whole: Uint8Array,
  ): Promise<KeptFile> {
    return this.db.forApp(owner.customerAppId, async (tx) => {
      await tx.query(EXCLUSIVE_LOCK, [owner.loginIdentityId]);
      const key = await this.vault.keyFor(tx, owner.loginIdentityId);
      // Another process was faster: somebody may be reading its file.
      const kept = await keptOf(tx, owner, statements);
      if (kept) return kept;
      await tx.query(DROP, rowsOf(owner));
      const file = {
        compositeId: newId<Id<'CompositeStatement'>>(tx.systemNow),
        bytes: whole.length,
        parts: Math.max(1, Math.ceil(whole.length / PART_BYTES)),
      };
      for (let part = 0; part < file.parts; part += 1) {
        const bytes = Buffer.from(whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
        await tx.query(KEEP, [
          ...rowsOf(owner),
          part,
          file.compositeId,
          idsOf(statements),
          file.bytes,
          file.parts,
          key.encryptBytes(FIELD, bytes),
          tx.now,
        ]);
      }
      return file;
    });
  }

  /** Part by part, each in a transaction of its own: a slow reader holds no connection. */
  private async *read(owner: LoginKey, { compositeId, parts }: KeptFile): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part += 1) {
      const read = async (tx: AppTx) => {
        const key = await keyOf(this.vault, tx, owner);
        const params = [...rowsOf(owner), part, compositeId];
        const [row] = await tx.query<{ sealed: Buffer }>(PART, params);
        if (!key || !row) throw new Error('the file was replaced or erased during a download');
        return key.decryptBytes(FIELD, row.sealed);
      };
      yield await this.db.forApp(owner.customerAppId, read, { readOnly: true });
    }
  }
}

async function keptOf(
  tx: AppTx,
  owner: LoginKey,
  statements: readonly MergedStatement[],
): Promise<KeptFile | undefined> {
  const [kept] = await tx.query<KeptFile>(KEPT, [...rowsOf(owner), idsOf(statements)]);
  return kept;
}

function rowsOf({ customerAppId, loginIdentityId }: LoginKey): string[] {
  return [customerAppId, loginIdentityId];
}

function idsOf(statements: readonly MergedStatement[]) {
  return statements.map(({ statementId }) => statementId);
}

function noStatements(): DomainError {
  return new DomainError('STATEMENT_NOT_FOUND', 'There are no statements.');
}
