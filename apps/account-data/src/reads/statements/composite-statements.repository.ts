import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type Id, type LoginIdentityId } from '@towpath/kernel';
import {
  byValues,
  PersonalDataVault,
  Transactions,
  type AppTx,
  type SubjectKey,
} from '@towpath/persistence';
import { EXCLUSIVE_LOCK } from '../../retrieval/retrieved-data/login-identity-lock.js';
import type { StatementEntity } from '../../retrieval/retrieved-data/retrieved-data.entities.js';
import { SEALED } from '../../retrieval/retrieved-data/sql-store-retrieved-batch.js';
import type { MergedStatement } from './merge-files.js';

export interface StatementsOwner {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
}

/** A file that is kept. */
export interface KeptFile {
  readonly compositeId: string;
  readonly bytes: number;
  readonly parts: number;
}

/** The statements of a login identity, and the file of all of them if it is kept. */
export interface Statements {
  readonly statements: readonly MergedStatement[];
  readonly kept: KeptFile | undefined;
}

interface ListedRow extends Pick<StatementEntity, 'date' | 'name'> {
  readonly statement_id: MergedStatement['statementId'];
  readonly sealed_bytes: number;
}

const FIELD = 'composite_statements.sealed';
/** A download holds one part in memory. */
const PART_BYTES = 1024 ** 2;

const LISTED = byValues(`SELECT statement_id, date::text AS date, name,
    octet_length(sealed_file) AS sealed_bytes FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 ORDER BY date, statement_id`);
const FILE = byValues(`SELECT sealed_file FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND statement_id = $3`);
const KEPT = byValues(`SELECT composite_id AS "compositeId", bytes, parts FROM composite_statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND part = 0 AND statement_ids = $3::text[]`);
const PART = byValues(`SELECT sealed FROM composite_statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND part = $3 AND composite_id = $4`);
const DROP = byValues(`DELETE FROM composite_statements
  WHERE customer_app_id = $1 AND login_identity_id = $2`);
const KEEP = byValues(`INSERT INTO composite_statements (customer_app_id, login_identity_id, part,
    composite_id, statement_ids, bytes, parts, sealed, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

/** Composite statements, encrypted under the key of their login identity, in parts. */
@Injectable()
export class CompositeStatements {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Oldest first; none for a login identity whose data was erased. */
  find(owner: StatementsOwner): Promise<Statements> {
    return this.transactions.forApp(owner.customerAppId, async (tx) => {
      const key = await this.keyOf(tx, owner);
      const rows = key ? await tx.query<ListedRow>(LISTED, keyOf(owner)) : [];
      const statements = rows.map((row) => ({
        statementId: row.statement_id,
        date: row.date,
        name: row.name,
        // Files are sealed as base64.
        bytes: Math.floor(row.sealed_bytes * 0.75),
      }));
      return { statements, kept: await this.keptOf(tx, owner, statements) };
    });
  }

  /** The file of one statement; empty when its data was erased meanwhile. */
  file(owner: StatementsOwner, { statementId }: Pick<MergedStatement, 'statementId'>) {
    return this.transactions.forApp(owner.customerAppId, async (tx) => {
      const key = await this.keyOf(tx, owner);
      const params = [...keyOf(owner), statementId];
      const [row] = await tx.query<Pick<StatementEntity, 'sealed_file'>>(FILE, params);
      if (!key || !row) return Buffer.of();
      return Buffer.from(key.decrypt(SEALED.file, row.sealed_file), 'base64');
    });
  }

  /** In place of an earlier one. Throws `PersonalDataErased` when the login identity was deleted. */
  keep(
    owner: StatementsOwner,
    statements: readonly MergedStatement[],
    whole: Uint8Array,
  ): Promise<KeptFile> {
    return this.transactions.forApp(owner.customerAppId, async (tx) => {
      await tx.query(byValues(EXCLUSIVE_LOCK), [owner.loginIdentityId]);
      const key = await this.vault.keyFor(tx, owner.loginIdentityId);
      // Another process was faster: somebody may be reading its file.
      const kept = await this.keptOf(tx, owner, statements);
      if (kept) return kept;
      await tx.query(DROP, keyOf(owner));
      const compositeId = newId<Id<'CompositeStatement'>>(tx.systemNow);
      const parts = Math.max(1, Math.ceil(whole.length / PART_BYTES));
      const file = { compositeId, bytes: whole.length, parts };
      for (let part = 0; part < parts; part += 1) {
        const bytes = Buffer.from(whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
        await tx.query(KEEP, [
          ...keyOf(owner),
          part,
          compositeId,
          idsOf(statements),
          file.bytes,
          parts,
          key.encryptBytes(FIELD, bytes),
          tx.now,
        ]);
      }
      return file;
    });
  }

  /** Part by part, each in a transaction of its own: a slow reader holds no connection. */
  async *read(owner: StatementsOwner, { compositeId, parts }: KeptFile): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part += 1) {
      yield await this.transactions.forApp(owner.customerAppId, async (tx) => {
        const key = await this.keyOf(tx, owner);
        const params = [...keyOf(owner), part, compositeId];
        const [row] = await tx.query<{ sealed: Buffer }>(PART, params);
        if (!key || !row) throw new Error('the file was replaced or erased during a download');
        return key.decryptBytes(FIELD, row.sealed);
      });
    }
  }

  private async keyOf(
    tx: AppTx,
    { loginIdentityId }: StatementsOwner,
  ): Promise<SubjectKey | undefined> {
    return (await this.vault.openAll(tx, [loginIdentityId])).get(loginIdentityId);
  }

  private async keptOf(
    tx: AppTx,
    owner: StatementsOwner,
    statements: readonly MergedStatement[],
  ): Promise<KeptFile | undefined> {
    const [kept] = await tx.query<KeptFile>(KEPT, [...keyOf(owner), idsOf(statements)]);
    return kept;
  }
}

function keyOf({ customerAppId, loginIdentityId }: StatementsOwner): string[] {
  return [customerAppId, loginIdentityId];
}

function idsOf(statements: readonly MergedStatement[]): string[] {
  return statements.map(({ statementId }) => statementId);
}
