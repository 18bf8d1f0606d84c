import { Injectable } from '@nestjs/common';
import type { AccountId, LoginIdentityId, StatementId, TransactionId } from '@towpath/kernel';
import { KeyedHash } from '@towpath/persistence';

interface IdsOfKinds {
  readonly account: AccountId;
  readonly transaction: TransactionId;
  readonly statement: StatementId;
}

const ALPHABET = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
const LENGTH = 26;

/**
 * IDs of items that a bank names by its own keys. A bank's key may be an account number, so each ID
 * is a keyed hash: without the key of the service nobody can search for what it was made from.
 */
@Injectable()
export class DerivedIds {
  constructor(private readonly hashes: KeyedHash) {}

  /** The same for the same keys of the bank, so a repeated row is found without a read. */
  of<Kind extends keyof IdsOfKinds>(
    kind: Kind,
    loginIdentityId: LoginIdentityId,
    bankKeys: readonly string[],
  ): IdsOfKinds[Kind] {
    const source = JSON.stringify([kind, loginIdentityId, ...bankKeys]);
    return idOf(this.hashes.lastingMac(`derived id\0${source}`)) as IdsOfKinds[Kind];
  }

  /** The same account of one login identity has the same group, however the bank names it. */
  group(loginIdentityId: LoginIdentityId, accountNumber: string): string {
    const digits = accountNumber.replaceAll(/\D/gu, '');
    return this.hashes.lastingMac(`account group\0${loginIdentityId}\0${digits}`).toString('hex');
  }
}

/** As a ULID. The digest is overwritten. */
function idOf(digest: Buffer): string {
  for (let index = 0; index < LENGTH; index += 1) {
    // The first character of a ULID has three bits.
    digest[index] = ALPHABET[(digest[index] ?? 0) & (index === 0 ? 7 : 31)] ?? 0;
  }
  return digest.toString('latin1', 0, LENGTH);
}

const MAX_SHOWN = 4;

/** The last four digits, and never more than half of them: `••••0001`. */
export function masked(accountNumber: string): string {
  const digits = accountNumber.replaceAll(/\D/gu, '');
  const shown = Math.min(MAX_SHOWN, Math.floor(digits.length / 2));
  return `••••${digits.slice(digits.length - shown)}`;
}
