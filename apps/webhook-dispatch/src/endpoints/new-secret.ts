import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;
const PREFIX = 'whsec_';

/** A signing secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The bytes of a secret that `newSecret` has made. */
export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
