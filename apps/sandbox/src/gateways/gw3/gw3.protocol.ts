import { createHmac } from 'node:crypto';

import { BankProtocol, type BankNotice } from '../../debits/direct-debit/bank-notice.js';
import { noticeBody } from './gw3.answers.js';

export const SIGNATURE_HEADER = 'x-jws-signature';
const MS_PER_S = 1_000;

/** A detached JWS (RFC 7515, RFC 7797): the payload is the raw body and is omitted. */
function detachedSignature(
  secret: string,
  { body, at }: { readonly body: string; readonly at: Date },
): string {
  const head = { alg: 'HS256', b64: false, crit: ['b64'], iat: Math.floor(+at / MS_PER_S) };
  const protectedHead = Buffer.from(JSON.stringify(head)).toString('base64url');
  const mac = createHmac('sha256', secret).update(`${protectedHead}.${body}`).digest('base64url');
  return `${protectedHead}..${mac}`;
}

export class Gw3Protocol extends BankProtocol {
  override readonly gateway = 'GW3';

  constructor(private readonly secret: string) {
    super();
  }

  override noticeBody(notice: BankNotice): object {
    return noticeBody(notice);
  }

  override callbackHeaders(body: string, sentAt: Date): Readonly<Record<string, string>> {
    return { [SIGNATURE_HEADER]: detachedSignature(this.secret, { body, at: sentAt }) };
  }
}
