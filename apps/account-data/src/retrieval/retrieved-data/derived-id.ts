import type { AccountId, LoginIdentityId, StatementId, TransactionId } from '@towpath/kernel';
import { createHash, hash } from 'node:crypto';

interface DerivedIds {
  readonly account: AccountId;
  readonly transaction: TransactionId;
  readonly statement: StatementId;
}

const ALPHABET = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
const LENGTH = 26;

/**
 * The ID of an item that a bank names by its own key: the same for the same login identity and key.
 * A repeated row is therefore found without a read.
 */
export function derivedId<Kind extends keyof DerivedIds>(
  kind: Kind,
  loginIdentityId: LoginIdentityId,
  bankKeys: readonly string[],
): DerivedIds[Kind] {
  const source = JSON.stringify([kind, loginIdentityId, ...bankKeys]);
  const digest = hash('sha256', source, 'buffer');
  for (let index = 0; index < LENGTH; index += 1) {
    // The first character of a ULID has three bits.
    digest[index] = ALPHABET[(digest[index] ?? 0) & (index === 0 ? 7 : 31)] ?? 0;
  }
  return digest.toString('latin1', 0, LENGTH) as DerivedIds[Kind];
}

/** The same account of one login identity has the same group, however the bank names it. */
export function groupIdOf(loginIdentityId: LoginIdentityId, accountNumber: string): string {
  const digits = accountNumber.replaceAll(/\D/gu, '');
  return createHash('sha3-256').update(`${loginIdentityId}${digits}`).digest('hex');
}

/** All but the last four digits hidden: `••••0001`. */
export function masked(accountNumber: string): string {
  return `••••${accountNumber.replaceAll(/\D/gu, '').slice(-4)}`;
}
