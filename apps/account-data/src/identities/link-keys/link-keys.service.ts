import { Injectable } from '@nestjs/common';
import type { EncryptedPayload } from '@towpath/contracts/account-data';
import { parseJson } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import { Encryption, Transactions } from '@towpath/persistence';
import { openPayload, PublishedKeys } from '@towpath/service';
import { LINK_KEYS_KEY } from '../../key-purposes.js';
import { linkKeyDistrusts, linkKeys } from './link-key.table.js';

const MAX_FIELDS = 20;
const MAX_LENGTH = 1_000;

/** The user's input by field. Secret. */
export type TypedFields = Readonly<Record<string, string>>;

/** A decrypted input, and what distinguishes its payload from every other one. */
export interface OpenedFields {
  readonly fields: TypedFields;
  readonly mark: Buffer;
}

/** The keys that credentials of institutions, and answers to their actions, are encrypted to. */
@Injectable()
export class LinkKeysService extends PublishedKeys {
  constructor(
    transactions: Transactions,
    encryption: Encryption,
    private readonly clock: Clock,
  ) {
    const place = { keys: linkKeys, distrusts: linkKeyDistrusts, purpose: LINK_KEYS_KEY };
    super(place, transactions, encryption);
  }

  /**
   * Decrypts a user's input; all refusals precede any use of its content. Throws UNKNOWN_KEY_ID and
   * INVALID_ENCRYPTED_PAYLOAD.
   */
  async open(payload: EncryptedPayload): Promise<OpenedFields> {
    const key = await this.privateKey(payload.keyId, this.clock.system());
    if (!key) throw new DomainError('UNKNOWN_KEY_ID', 'Read GET /jwks again for the key to use.');
    const { plaintext, mark } = openPayload(payload, key);
    return { fields: fieldsOf(plaintext), mark };
  }
}

function fieldsOf(plaintext: Buffer): TypedFields {
  const fields = parsed(plaintext);
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  const entries: readonly [string, unknown][] = isObject ? Object.entries(fields) : [];
  const areShort = entries.every(
    ([, value]) => typeof value === 'string' && value.length <= MAX_LENGTH,
  );
  if (isObject && areShort && entries.length <= MAX_FIELDS) return fields as TypedFields;
  const text = 'The plaintext must be a JSON object of fields to texts.';
  throw new DomainError('INVALID_ENCRYPTED_PAYLOAD', text);
}

/** Undefined if it is no JSON. */
function parsed(plaintext: Buffer): unknown {
  try {
    return parseJson(plaintext);
  } catch {
    return undefined;
  }
}
