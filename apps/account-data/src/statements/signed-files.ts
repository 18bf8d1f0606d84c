import { Injectable } from '@nestjs/common';
import {
  Clock,
  DomainError,
  parseId,
  plusMs,
  type CustomerAppId,
  type LoginIdentityId,
  type StatementId,
} from '@towpath/kernel';
import { KeyedHash, TOKENS_KEY } from '@towpath/persistence';
import { timingSafeEqual } from 'node:crypto';

/** A file of one login identity: a statement, or all of them as one. */
export interface FileAddress {
  readonly customerAppId: CustomerAppId;
  readonly loginIdentityId: LoginIdentityId;
  readonly statementId: StatementId | null;
}

/** Base address of the public operations. */
export class FilesBaseUrl {
  constructor(readonly value: string) {}
}

/** Real time: links do not follow the clock of an app. */
const LIFETIME_MS = 15 * 60_000;
const ALL = 'all';

/** Addresses that open one file for 15 minutes, without a token. */
@Injectable()
export class SignedFiles {
  constructor(
    private readonly hashes: KeyedHash,
    private readonly clock: Clock,
    private readonly baseUrl: FilesBaseUrl,
  ) {}

  link(file: FileAddress): { readonly url: string; readonly expiry: string } {
    const expiry = plusMs(this.clock.system(), LIFETIME_MS);
    const { customerAppId, loginIdentityId, statementId } = file;
    const parts = [customerAppId, loginIdentityId, statementId ?? ALL, String(expiry.getTime())];
    const text = parts.join('.');
    const signature = this.hashes.mac(TOKENS_KEY, `file ${text}`).toString('base64url');
    const base = this.baseUrl.value.replace(/\/+$/u, '');
    return { url: `${base}/files/${text}.${signature}`, expiry: expiry.toISOString() };
  }

  /** Throws STATEMENT_NOT_FOUND for an address that we did not write, or that has ended. */
  open(token: string): FileAddress {
    const [app, login, statement, expiry, signature] = token.split('.');
    const customerAppId = parseId<CustomerAppId>(app);
    const loginIdentityId = parseId<LoginIdentityId>(login);
    const statementId = statement === ALL ? null : parseId<StatementId>(statement);
    const isOurs = this.isSigned(`${app}.${login}.${statement}.${expiry}`, {
      signature: signature ?? '',
    });
    const isOpen = Number(expiry) > this.clock.system().getTime();
    if (!isOurs || !isOpen || !customerAppId || !loginIdentityId || statementId === undefined) {
      throw new DomainError('STATEMENT_NOT_FOUND', 'The link is not valid, or it has ended.');
    }
    return { customerAppId, loginIdentityId, statementId };
  }

  private isSigned(text: string, { signature }: { readonly signature: string }): boolean {
    const given = Buffer.from(signature, 'base64url');
    return this.hashes
      .macs(TOKENS_KEY, `file ${text}`)
      .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
  }
}
