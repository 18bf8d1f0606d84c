import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const SCHEME = 'scrypt';
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const SHAPE = /^scrypt:[\w-]{22}:[\w-]{43}$/;

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** The hash of a password, with its own salt; two hashes of one password differ. */
export async function passwordHash(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES);
  return [SCHEME, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

/** Whether the text is what `passwordHash` makes. */
export function isPasswordHash(text: string): boolean {
  return SHAPE.test(text);
}

interface Claimed {
  readonly hash: string;
  readonly password: string;
}

/** Whether it is the password of the hash, in constant time. */
export async function isPasswordOf({ hash, password }: Claimed): Promise<boolean> {
  const [, salt = '', stored = ''] = hash.split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), HASH_BYTES);
  return timingSafeEqual(derived, Buffer.from(stored, 'base64url'));
}
