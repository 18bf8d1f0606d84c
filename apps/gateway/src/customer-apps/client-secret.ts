import { newId } from '@towpath/kernel';
import { keyPurpose } from '@towpath/persistence';
import { randomBytes } from 'node:crypto';

const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 40;

/** `cs_`, the creation time in 10 characters, `_`, 320 random bits: 68 characters in all. */
export function newClientSecret(at: Date): string {
  const time = newId(at).slice(0, TIME_CHARACTERS);
  return `cs_${time}_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** The key that hashes client secrets. */
export const CLIENT_SECRETS_KEY = keyPurpose('client-secrets');
