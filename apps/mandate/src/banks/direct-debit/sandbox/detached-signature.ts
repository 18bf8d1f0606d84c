import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawCallBack } from '../ports.js';

const HEADER = 'x-jws-signature';
const DETACHED = /^([A-Za-z0-9_-]{1,400})\.\.([A-Za-z0-9_-]{43})$/;
const MOST_AGE_MS = 300_000;
const MS_PER_S = 1_000;

/** Whether who knows `secret` signed these bytes within five minutes of now: a detached JWS. */
export function isSignedByBank(
  secret: string,
  { body, headers, receivedAt }: RawCallBack,
): boolean {
  const [, protectedHead, mac] = DETACHED.exec(String(headers[HEADER] ?? '')) ?? [];
  if (!protectedHead || !mac) return false;
  const signed = Buffer.concat([Buffer.from(`${protectedHead}.`), body]);
  const expected = createHmac('sha256', secret).update(signed).digest();
  const claimed = Buffer.from(mac, 'base64url');
  if (claimed.length !== expected.length || !timingSafeEqual(expected, claimed)) return false;
  // Only now is the head the bank's own word.
  const head = JSON.parse(Buffer.from(protectedHead, 'base64url').toString('utf8')) as Head;
  const ageMs = receivedAt.getTime() - Number(head.iat) * MS_PER_S;
  return head.alg === 'HS256' && head.b64 === false && Math.abs(ageMs) <= MOST_AGE_MS;
}

interface Head {
  readonly alg?: unknown;
  readonly b64?: unknown;
  readonly iat?: unknown;
}
