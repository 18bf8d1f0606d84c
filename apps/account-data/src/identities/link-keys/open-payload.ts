import { Injectable } from '@nestjs/common';
import type { EncryptedPayload } from '@towpath/contracts/account-data';
import { parseJson } from '@towpath/http';
import { Clock, DomainError } from '@towpath/kernel';
import { openPayload } from '@towpath/service';
import { LinkKeys } from './link-keys.js';

const MOST_FIELDS = 20;
const LONGEST = 1_000;

/** The user's input by field. Secret. */
export type TypedFields = Readonly<Record<string, string>>;

/** A decrypted input, and what tells its payload from every other one. */
export interface OpenedFields {
  readonly fields: TypedFields;
  readonly mark: Buffer;
}

/**
 * Decrypts a user's input; all refusals precede any use of its content. Throws UNKNOWN_KEY_ID and
 * INVALID_ENCRYPTED_PAYLOAD.
 */
@Injectable()
export class OpenTypedFields {
  constructor(
    private readonly keys: LinkKeys,
    private readonly clock: Clock,
  ) {}

  async execute(payload: EncryptedPayload): Promise<OpenedFields> {
    const key = await this.keys.privateKey(payload.keyId, this.clock.system());
    if (!key) throw new DomainError('UNKNOWN_KEY_ID', 'Read GET /jwks again for the key to use.');
    const { plaintext, mark } = openPayload(payload, key);
    return { fields: fieldsOf(plaintext), mark };
  }
}

function fieldsOf(plaintext: Buffer): TypedFields {
  const fields = parsed(plaintext);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw unreadable();
  const entries = Object.entries(fields);
  const readable = entries.every(
    ([, value]) => typeof value === 'string' && value.length <= LONGEST,
  );
  if (!readable || entries.length > MOST_FIELDS) throw unreadable();
  return Object.fromEntries(entries) as TypedFields;
}

function parsed(plaintext: Buffer): unknown {
  try {
    return parseJson(plaintext);
  } catch {
    throw unreadable();
  }
}

function unreadable(): DomainError {
  const text = 'The plaintext must be a JSON object of fields to texts.';
  return new DomainError('INVALID_ENCRYPTED_PAYLOAD', text);
}
