import { PDFDocument } from '@cantoo/pdf-lib';
import { Injectable } from '@nestjs/common';
import type { DataStatement } from '@towpath/contracts/account-data';
import { DomainError, parseId, type StatementId } from '@towpath/kernel';
import { PersonalDataVault, Transactions } from '@towpath/persistence';
import type { OwnedRead } from '../../retrieval/retrieved-data/data-owners.js';
import type { StatementEntity } from '../../retrieval/retrieved-data/retrieved-data.entities.js';
import { SEALED } from '../../retrieval/retrieved-data/sql-store-retrieved-batch.js';
import type { FileAddress } from './signed-files.js';

const LIST = `SELECT statement_id, date::text AS date, name, created_at FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 ORDER BY date DESC, statement_id DESC`;
const EXISTS = `SELECT 1 FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND statement_id = $3`;
const FILES = `SELECT sealed_file FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND ($3::text IS NULL OR statement_id = $3)
  ORDER BY date, statement_id`;

/** Statements and their files. */
@Injectable()
export class ReadStatements {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Newest first. */
  async list({ tx, loginIdentityId }: OwnedRead): Promise<DataStatement[]> {
    const rows = await tx.query<Pick<StatementEntity, 'statement_id' | 'date' | 'name'> & Created>(
      LIST,
      [tx.customerApp.id, loginIdentityId],
    );
    return rows.map(({ statement_id: id, date, name, created_at: at }) => ({
      id,
      date,
      name,
      created_at: at.toISOString(),
    }));
  }

  /** Throws STATEMENT_NOT_FOUND, also for a statement of another login identity. */
  async check({ tx, loginIdentityId }: OwnedRead, rawId: string): Promise<StatementId> {
    const statementId = parseId<StatementId>(rawId);
    const rows = statementId
      ? await tx.prepared(EXISTS, [tx.customerApp.id, loginIdentityId, statementId])
      : [];
    if (statementId && rows.length > 0) return statementId;
    throw notFound();
  }

  /** A PDF file: the statement, or all of them, oldest first, as one. */
  async file({ customerAppId, loginIdentityId, statementId }: FileAddress): Promise<Buffer> {
    const files = await this.transactions.forApp(customerAppId, async (tx) => {
      const key = (await this.vault.openAll(tx, [loginIdentityId])).get(loginIdentityId);
      const params = [customerAppId, loginIdentityId, statementId];
      const rows = await tx.query<Pick<StatementEntity, 'sealed_file'>>(FILES, params);
      if (!key || rows.length === 0) throw notFound();
      return rows.map((row) => Buffer.from(key.decrypt(SEALED.file, row.sealed_file), 'base64'));
    });
    return statementId === null ? merged(files) : (files[0] ?? Buffer.of());
  }
}

interface Created {
  readonly created_at: Date;
}

async function merged(files: readonly Buffer[]): Promise<Buffer> {
  const whole = await PDFDocument.create();
  for (const file of files) {
    const part = await PDFDocument.load(file);
    const pages = await whole.copyPages(part, part.getPageIndices());
    for (const page of pages) whole.addPage(page);
  }
  return Buffer.from(await whole.save());
}

function notFound(): DomainError {
  return new DomainError('STATEMENT_NOT_FOUND', 'There is no statement with this ID.');
}
