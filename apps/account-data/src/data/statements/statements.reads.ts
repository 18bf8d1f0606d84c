import { Injectable } from '@nestjs/common';
import type { DataStatement } from '@towpath/contracts/account-data';
import { SignedUrls } from '@towpath/http';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type LoginIdentityId,
  type StatementId,
} from '@towpath/kernel';
import { byKey, byValues, PersonalDataVault, Transactions, type AppTx } from '@towpath/persistence';
import type { LoginKey } from '../../identities/login-identities/login-identity.table.js';
import { keyOf, SEALED, type OwnedRead } from '../retrieved-data/owned-data.reads.js';
import type { StoredStatement } from './statement.table.js';

/** A file of one login identity: a statement, or all of them as one. */
interface FileAddress extends LoginKey {
  readonly statementId: StatementId | null;
}

const FILES = { purpose: 'file', route: 'files' };
const ALL = 'all';

const LIST = byValues(`SELECT statement_id AS id, date::text AS date, name,
    created_at AS "createdAt" FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 ORDER BY date DESC, statement_id DESC`);
const EXISTS = byKey(`SELECT 1 FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND statement_id = $3`);
const FILE = byValues(`SELECT sealed_file AS "sealedFile" FROM statements
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND statement_id = $3`);

@Injectable()
export class StatementsReads {
  constructor(
    private readonly db: Transactions,
    private readonly vault: PersonalDataVault,
    private readonly urls: SignedUrls,
  ) {}

  /** Newest first. */
  async list({ tx, loginIdentityId }: OwnedRead): Promise<DataStatement[]> {
    const rows = await tx.query<
      Pick<StoredStatement, 'date' | 'name' | 'createdAt'> & { readonly id: StatementId }
    >(LIST, [tx.customerApp.id, loginIdentityId]);
    return rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() }));
  }

  /** Throws STATEMENT_NOT_FOUND, also for a statement of another login identity. */
  async check({ tx, loginIdentityId }: OwnedRead, rawId: string): Promise<StatementId> {
    const statementId = parseId<StatementId>(rawId);
    const rows = statementId
      ? await tx.query(EXISTS, [tx.customerApp.id, loginIdentityId, statementId])
      : [];
    if (statementId && rows.length > 0) return statementId;
    throw statementNotFound();
  }

  /** The PDF file of one statement. Throws STATEMENT_NOT_FOUND. */
  async file(owner: LoginKey, statementId: StatementId): Promise<Buffer> {
    const file = await this.fileIfStored(owner, { statementId });
    if (file.length === 0) throw statementNotFound();
    return file;
  }

  /** Empty when its data was erased meanwhile. */
  fileIfStored(
    { customerAppId, loginIdentityId }: LoginKey,
    { statementId }: Pick<StoredStatement, 'statementId'>,
  ): Promise<Buffer> {
    const read = async (tx: AppTx) => {
      const key = await keyOf(this.vault, tx, { loginIdentityId });
      const [row] = await tx.query<Pick<StoredStatement, 'sealedFile'>>(FILE, [
        customerAppId,
        loginIdentityId,
        statementId,
      ]);
      if (!key || !row) return Buffer.of();
      return Buffer.from(key.decrypt(SEALED.file, row.sealedFile), 'base64');
    };
    return this.db.forApp(customerAppId, read, { readOnly: true });
  }

  link(file: FileAddress): { readonly url: string; readonly expiry: string } {
    const { customerAppId, loginIdentityId, statementId } = file;
    return this.urls.link(FILES, [customerAppId, loginIdentityId, statementId ?? ALL]);
  }

  /** Throws STATEMENT_NOT_FOUND for an address that we did not write, or that has ended. */
  addressOf(token: string): FileAddress {
    const [app, login, statement] = this.urls.open(FILES, token) ?? [];
    const customerAppId = parseId<CustomerAppId>(app);
    const loginIdentityId = parseId<LoginIdentityId>(login);
    const statementId = statement === ALL ? null : parseId<StatementId>(statement);
    if (!customerAppId || !loginIdentityId || statementId === undefined) {
      throw new DomainError('STATEMENT_NOT_FOUND', 'The link is not valid, or it has ended.');
    }
    return { customerAppId, loginIdentityId, statementId };
  }
}

function statementNotFound(): DomainError {
  return new DomainError('STATEMENT_NOT_FOUND', 'There is no statement with this ID.');
}
