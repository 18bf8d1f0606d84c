import { Injectable } from '@nestjs/common';
import { SignedUrls } from '@towpath/http';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type LoginIdentityId,
  type StatementId,
} from '@towpath/kernel';

/** A file of one login identity: a statement, or all of them as one. */
export interface FileAddress {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly statementId: StatementId | null;
}

const FILES = { purpose: 'file', route: 'files' };
const ALL = 'all';

/** Addresses of statement files. */
@Injectable()
export class SignedFiles {
  constructor(private readonly urls: SignedUrls) {}

  link(file: FileAddress): { readonly url: string; readonly expiry: string } {
    const { customerAppId, loginIdentityId, statementId } = file;
    return this.urls.link(FILES, [customerAppId, loginIdentityId, statementId ?? ALL]);
  }

  /** Throws STATEMENT_NOT_FOUND for an address that we did not write, or that has ended. */
  open(token: string): FileAddress {
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
