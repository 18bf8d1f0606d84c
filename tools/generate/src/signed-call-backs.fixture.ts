import { createHmac } from 'node:crypto';
import { chargebackNotice } from '@towpath/testing';

/** A body as a bank or gateway sends it, with the headers that prove who sent it. */
export interface SignedCallback {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signed as the sandbox signs `GW3`: a detached JWS. */
function signedAsBank(content: object, secret: string): SignedCallback {
  const body = JSON.stringify(content);
  const signed = { alg: 'HS256', b64: false, crit: ['b64'], iat: secondsNow() };
  const head = Buffer.from(JSON.stringify(signed)).toString('base64url');
  const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
  return { body, headers: { ...JSON_BODY, 'x-jws-signature': `${head}..${mac}` } };
}

const JSON_BODY = { 'content-type': 'application/json' };

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000);
}

/** What `GW1` tells of a dispute whose payment nobody knows: it is kept and waits. */
export function chargeback(app: { readonly customer_app_id: string }): object {
  return chargebackNotice({
    eventId: 'evt-chargeback',
    customerAppId: app.customer_app_id,
    reference: 'dp-example',
    paymentId: '01JQ0000000000000000000PAY',
  });
}

/** The bank tells of a mandate that nobody here knows. */
export function signedNotice(
  { customer_app_id }: { readonly customer_app_id: string },
  secret: string,
): SignedCallback {
  const notice = { notice: 'notice-1', type: 'mandate.accepted', reference: 'unknown' };
  return signedAsBank({ ...notice, customer_app_id }, secret);
}

/** A form with a file, as the document asks for it. */
export const receiptForm: SignedCallback = {
  headers: { 'content-type': 'multipart/form-data; boundary=example' },
  body: [
    '--example',
    'content-disposition: form-data; name="file"; filename="receipt.pdf"',
    'content-type: application/pdf',
    '',
    '%PDF-1.7',
    '--example--',
    '',
  ].join('\r\n'),
};
