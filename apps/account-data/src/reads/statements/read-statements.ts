import { Injectable } from '@nestjs/common';
import type { DataStatement } from '@towpath/contracts/account-data';
import { DomainError, parseId, type StatementId } from '@towpath/kernel';
import type { OwnedRead } from '../../retrieval/retrieved-data/data-owners.js';
import type { StatementEntity } from '../../retrieval/retrieved-data/retrieved-data.entities.js';
import { CompositeStatements, type StatementsOwner } from './composite-statements.repository.js';
import { byKey, byValues } from '@towpath/persistence';

const LIST = byValues(`SELECT statement_id, date::text AS date, name, created_at FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 ORDER BY date DESC, statement_id DESC`);
const EXISTS = byKey(`SELECT 1 FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND statement_id = $3`);
/** Statements and their files. */
@Injectable()
export class ReadStatements {
  constructor(private readonly composites: CompositeStatements) {}

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
      ? await tx.query(EXISTS, [tx.customerApp.id, loginIdentityId, statementId])
      : [];
    if (statementId && rows.length > 0) return statementId;
    throw notFound();
  }

  /** The PDF file of one statement. */
  async file(owner: StatementsOwner, statementId: StatementId): Promise<Buffer> {
    const file = await this.composites.file(owner, { statementId });
    if (file.length === 0) throw notFound();
    return file;
  }
}

interface Created {
  readonly created_at: Date;
}

function notFound(): DomainError {
  return new DomainError('STATEMENT_NOT_FOUND', 'There is no statement with this ID.');
}
